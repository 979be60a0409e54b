import assert from 'node:assert/strict';
import { type AskedTarget, findingsAmong, type TargetFindings } from '@forewarn/impact';
import {
  type ChangeRequestKey,
  matchesAny,
  type Schedule,
  type ScheduledChangeRequest,
  type ScheduledChangeRequestSearch,
  type SearchedTarget,
  summaryOf,
  type Target,
  targetsOf,
} from '@forewarn/core';
import {
  compareListingPlaces,
  isListed,
  listingEntryOf,
  type ListingFilter,
  type ListingPage,
  type ListingPlace,
  listingPlaceOf,
  type ListingQuery,
} from '@forewarn/record';
import * as fc from 'fast-check';
import {
  arbitraryHistory,
  holdsFor,
  outcomeOf,
  projectsOf,
  type Step,
  withPrefix,
} from '../arbitraries/arbitrary-history.ts';
import { arbitraryFilter, arbitrarySchedule } from '../arbitraries/arbitrary-listing.ts';
import { type Alphabet, arbitraryAlphabet } from '../arbitraries/arbitrary-name.ts';
import { arbitraryAnyOf, everySearched, everyTarget } from '../arbitraries/arbitrary-targets.ts';
import { byBytes } from '../samples/names.ts';
import { sameList } from './check.ts';
import type { ContractCase } from './contract.ts';
import type { ImpactPorts, ListingPorts, SearchPorts } from './ports.ts';
import { times } from './rounds.ts';
import { impact, search } from './searches.ts';
import { registerProjects } from './store-calls.ts';
import { valueOf } from './value-of.ts';

const RUNS = 10;

/** Makes the steps of a history in a store. */
type Apply<Ports> = (store: Ports, steps: readonly Step[]) => Promise<void>;

/** Applies histories, each in projects of its own, and checks what is scheduled then. */
const afterHistories =
  <
    Ports extends Pick<SearchPorts, 'projects'>,
    Sample extends { readonly history: readonly Step[] },
  >(
    arbitrary: fc.Arbitrary<Sample>,
    apply: Apply<Ports>,
    check: (
      store: Ports,
      scheduled: readonly ScheduledChangeRequest[],
      projects: readonly string[],
      sample: Sample,
    ) => Promise<void>,
  ): ContractCase<Ports>['run'] =>
  ({ store }) =>
    holdsFor(RUNS, arbitrary, async (sample, prefix) => {
      const projects = projectsOf(prefix);
      const steps = withPrefix(prefix, sample.history);
      await registerProjects(store, ...projects);
      await apply(store, steps);
      await check(store, outcomeOf(steps).scheduled, projects, sample);
    });

type Query = readonly SearchedTarget[];

/** What a search reads of each change request, by ascending id. Reading takes far longer than matching. */
const readForSearches = (scheduled: readonly ScheduledChangeRequest[]) =>
  scheduled
    .toSorted((a, b) => a.id - b.id)
    .map((each) => ({ ...each, targets: targetsOf(each), summary: summaryOf(each) }));

const expectedResult = (
  read: ReturnType<typeof readForSearches>,
  { projectId, anyOf }: ScheduledChangeRequestSearch,
) =>
  read
    .filter(({ project, targets }) => project === projectId && matchesAny(targets, anyOf))
    .map(({ summary }) => summary);

/** Asserts that each query in each project returns the change requests that the rule matches. */
export async function assertMatchesRule(
  store: Pick<SearchPorts, 'reader'>,
  scheduled: readonly ScheduledChangeRequest[],
  projects: readonly string[],
  queries: readonly Query[],
): Promise<void> {
  const read = readForSearches(scheduled);
  const searches = projects.flatMap((projectId) => queries.map((anyOf) => ({ projectId, anyOf })));
  await Promise.all(
    searches.map(async ({ projectId, anyOf }) =>
      assert.deepEqual(
        { anyOf, result: await search(store, projectId, ...anyOf) },
        { anyOf, result: expectedResult(read, { projectId, anyOf }) },
      ),
    ),
  );
}

/** A history, every single target that it could touch, and searches for several targets. */
const arbitrarySearches = arbitraryAlphabet.chain((alphabet) =>
  fc.record({
    history: arbitraryHistory(alphabet),
    mixtures: fc.array(arbitraryAnyOf(alphabet), { minLength: 2, maxLength: 2 }),
    singles: fc.constant(everySearched(alphabet).map((target): Query => [target])),
  }),
);

/** Applies histories, then searches: for every single target in one project, for mixtures in all of them. */
export const matchesRuleAfter = <Ports extends Pick<SearchPorts, 'projects' | 'reader'>>(
  apply: Apply<Ports>,
): ContractCase<Ports>['run'] =>
  afterHistories(
    arbitrarySearches,
    apply,
    async (store, scheduled, projects, { mixtures, singles }) => {
      await assertMatchesRule(store, scheduled, projects.slice(0, 1), singles);
      const twice = mixtures.map((each): Query => [...each, ...each]);
      await assertMatchesRule(store, scheduled, projects, twice);
    },
  );

/** Returns change requests in byte order of project and then of id. */
export const inOrder = (
  all: readonly ScheduledChangeRequest[],
): readonly ScheduledChangeRequest[] =>
  all.toSorted((a, b) => byBytes(a.project, b.project) || a.id - b.id);

/** Returns change requests in the order of impacts and listings. */
export const soonestFirst = (
  all: readonly ScheduledChangeRequest[],
): readonly ScheduledChangeRequest[] =>
  all.toSorted((a, b) => compareListingPlaces(listingPlaceOf(a), listingPlaceOf(b)));

/** Returns the keys of change requests. */
export const keysOf = (all: readonly ScheduledChangeRequest[]): readonly ChangeRequestKey[] =>
  all.map(({ project, id }) => ({ projectId: project, id }));

/** The findings of each target, with only the parts of change requests that an impact shows or reads. */
const comparable = (targets: readonly TargetFindings[], asked: readonly AskedTarget[]) => {
  const contentsOf = (all: readonly ScheduledChangeRequest[]) =>
    all.map(({ project, id, environment, title, schedule, createdBy, features, segments }) => {
      return { project, id, environment, title, schedule, createdBy, features, segments };
    });
  return targets.map((found, index) => ({
    one: asked[index],
    ...found,
    touching: contentsOf(found.touching),
    doubtful: contentsOf(found.doubtful),
  }));
};

/** Asserts that an impact finds what the rule finds among all that is scheduled, which takes less than 4 MiB. */
export async function assertFindsByRule(
  store: Pick<ImpactPorts, 'reader'>,
  scheduled: readonly ScheduledChangeRequest[],
  projectIds: readonly string[],
  asked: readonly AskedTarget[],
): Promise<void> {
  const among = scheduled.filter(({ project }) => projectIds.includes(project));
  const { targets } = await impact(store, projectIds, asked);
  sameList(comparable(targets, asked), comparable(findingsAmong(among, asked), asked));
}

/** Every target with the names of an alphabet; strategies also with each feature. */
const everyAsked = (alphabet: Alphabet): readonly AskedTarget[] =>
  everyTarget(alphabet).flatMap((target): readonly AskedTarget[] => [
    { target },
    ...(target.kind === 'strategy' ? alphabet.map((feature) => ({ target, feature })) : []),
  ]);

/** Gives a change request a schedule. */
const withSchedule = (step: Step, schedule: Schedule | undefined): Step =>
  step.kind === 'ended' || schedule === undefined
    ? step
    : { ...step, changeRequest: { ...step.changeRequest, schedule } };

/** A history whose change requests have any schedules. */
const arbitraryTimedHistory = (alphabet: Alphabet): fc.Arbitrary<readonly Step[]> =>
  fc
    .tuple(arbitraryHistory(alphabet), ...times(5, () => arbitrarySchedule))
    .map(([history, ...schedules]) =>
      history.map((step, index) => withSchedule(step, schedules[index % schedules.length])),
    );

const arbitraryImpacts = arbitraryAlphabet.chain((alphabet) =>
  fc.record({
    history: arbitraryTimedHistory(alphabet),
    every: fc.constant(everyAsked(alphabet)),
    some: fc.array(fc.constantFrom(...everyAsked(alphabet)), { maxLength: 6, size: 'max' }),
  }),
);

/** Applies histories, then asks: for every target in all projects, and for some in one project. */
export const findsByRuleAfter = <Ports extends Pick<ImpactPorts, 'projects' | 'reader'>>(
  apply: Apply<Ports>,
): ContractCase<Ports>['run'] =>
  afterHistories(arbitraryImpacts, apply, async (store, scheduled, projects, { every, some }) => {
    await assertFindsByRule(store, scheduled, projects, every);
    await assertFindsByRule(store, scheduled, projects.slice(1, 2), [...some, ...some]);
  });

/** The targets, each as it is asked about. */
export const asAsked = (targets: readonly Target[]): readonly AskedTarget[] =>
  targets.map((target) => ({ target }));

type Listed = Pick<ListingPorts, 'reader'>;

/** Returns the page of a query, which has few limits unless it says otherwise. */
export const pageOf = (
  store: Listed,
  query: Partial<ListingQuery> & Pick<ListingQuery, 'projectIds'>,
): Promise<ListingPage> =>
  valueOf(store.reader.list({ limit: 1_000, maxBytes: 1_000_000_000, ...query }));

/** Reads all pages, and asserts that all but the last are full and say that there are more. */
export async function allPages(
  store: Listed,
  query: Partial<ListingQuery> & Pick<ListingQuery, 'projectIds'>,
  limit: number,
): Promise<readonly ScheduledChangeRequest[]> {
  const all: ScheduledChangeRequest[] = [];
  for (let after: ListingPlace | undefined = query.after; ;) {
    const page: ListingPage = await pageOf(store, { ...query, after, limit });
    for (const each of page.changeRequests) {
      // Otherwise a wrong store could have pages without end.
      const isNext = after === undefined || compareListingPlaces(listingPlaceOf(each), after) > 0;
      assert.ok(isNext, 'each page begins after the one before');
    }
    all.push(...page.changeRequests);
    const last = page.changeRequests.at(-1);
    if (!page.hasMore) {
      assert.ok(last !== undefined || all.length === 0, 'a page that has more is not the last');
      return all;
    }
    assert.ok(last !== undefined && page.changeRequests.length === limit, 'the page is full');
    after = listingPlaceOf(last);
  }
}

/** What a listing reads of each change request, in order. */
const readForListings = (scheduled: readonly ScheduledChangeRequest[]) =>
  soonestFirst(scheduled).map((each) => {
    return { changeRequest: each, entry: listingEntryOf(each), targets: targetsOf(each) };
  });

/** Returns what a listing must have, in order. */
const listedByRule = (
  read: ReturnType<typeof readForListings>,
  projectIds: readonly string[],
  filter: ListingFilter,
): readonly ScheduledChangeRequest[] =>
  read
    .filter(({ entry }) => projectIds.includes(entry.projectId) && isListed(entry, filter))
    .filter(({ targets }) => filter.anyOf === undefined || matchesAny(targets, filter.anyOf))
    .map(({ changeRequest }) => changeRequest);

/** Asserts that listings return what the rule lists, in one page and in pages of each of some lengths. */
export async function assertListsByRule(
  store: Listed,
  scheduled: readonly ScheduledChangeRequest[],
  projectIds: readonly string[],
  filters: readonly ListingFilter[],
  limits: readonly number[] = [1_000, 2],
): Promise<void> {
  const read = readForListings(scheduled);
  const listings = filters.flatMap((filter) => limits.map((limit) => ({ filter, limit })));
  await Promise.all(
    listings.map(async ({ filter, limit }) => {
      const found = await allPages(store, { ...filter, projectIds }, limit);
      const expected = listedByRule(read, projectIds, filter);
      assert.deepEqual({ filter, found }, { filter, found: expected });
    }),
  );
}

const arbitraryListings = arbitraryAlphabet.chain((alphabet) =>
  fc.record({
    history: arbitraryTimedHistory(alphabet),
    filters: fc.array(arbitraryFilter(alphabet), { minLength: 8, maxLength: 8 }),
  }),
);

/** Applies histories, then lists: with each filter in all projects, and with some in one project. */
export const listsByRuleAfter = <Ports extends Pick<ListingPorts, 'projects' | 'reader'>>(
  apply: Apply<Ports>,
): ContractCase<Ports>['run'] =>
  afterHistories(arbitraryListings, apply, async (store, scheduled, projects, { filters }) => {
    await assertListsByRule(store, scheduled, projects, [{}, ...filters]);
    await assertListsByRule(store, scheduled, projects.slice(0, 1), filters.slice(0, 2));
  });
