import {
  compareListingPlaces,
  isListed,
  type ListingEntry,
  listingEntryOf,
  type ListingPage,
  listingPlaceOf,
  type ListingQuery,
} from '@forewarn/record';
import { matchesAny, type ScheduledChangeRequest, targetsOf } from '@forewarn/core';
import { ok, okAsync, ResultAsync } from 'neverthrow';
import { listIn, type ListingRule } from './reference-reader.ts';
import { storedIn } from './reference-state.ts';
import { type WrongStore, aMoment, at, withOwn, wrong } from './wrong-store.ts';

const readerList = at('reader.list');

const LIST = 'ScheduledChangeRequestReader.list';
const RULE = 'ScheduledChangeRequestReader.list, against the rule';
const ATOMICITY = 'ScheduledChangeRequestReader.list, atomicity';

const asking = (change: (query: ListingQuery) => ListingQuery) =>
  readerList.passing((_, query, options) => [change(query), options]);

const changing = (change: (page: ListingPage, query: ListingQuery) => Partial<ListingPage>) =>
  readerList.returning((page, _, query) => ({ ...page, ...change(page, query) }));

/** Lists with another order or another rule. */
const listing = (rule: Partial<ListingRule>) =>
  readerList.instead(({ state }, query) =>
    okAsync(
      listIn(state, query, {
        compare: compareListingPlaces,
        entryOf: listingEntryOf,
        passes: isListed,
        ...rule,
      }),
    ),
  );

const textOf = ({ schedule }: ScheduledChangeRequest): string => schedule?.scheduledAt ?? '~';

const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : Number(a !== b));

/** Stores with wrong listings. */
export const wrongListings: readonly WrongStore[] = [
  ...wrong([LIST, RULE], {
    'ignores the place to begin after when listing': asking(({ after: _after, ...query }) => query),
    'begins a page of a listing with the last of the page before': listing({
      compare: (a, b) => compareListingPlaces(a, b) || 1,
    }),
    'says that a whole listing has more': changing(() => ({ hasMore: true })),
    'says that no listing has more': changing(() => ({ hasMore: false })),
    'lists newest first': listing({ compare: (a, b) => compareListingPlaces(b, a) }),
    'omits change requests without a time from listings': listing({
      passes: (entry, filter) => entry.scheduledAt < 1e15 && isListed(entry, filter),
    }),
    'ignores the environments of a listing': asking(({ environments: _all, ...query }) => query),
  }),
  ...wrong([RULE], {
    'ignores the targets of a listing': asking(({ anyOf: _anyOf, ...query }) => query),
    'lists everything for no targets': asking(({ anyOf, ...query }) =>
      anyOf?.length === 0 ? query : { ...query, anyOf },
    ),
    'lists a change request once per target that it touches': changing(
      ({ changeRequests }, { anyOf = [] }) => ({
        changeRequests: changeRequests.flatMap((each) => {
          const times = anyOf.filter((target) => matchesAny(targetsOf(each), [target])).length;
          return Array.from({ length: Math.max(1, times) }, () => each);
        }),
      }),
    ),
    'ignores the statuses of a listing': asking(({ statuses: _all, ...query }) => query),
    'ignores where a listing begins in time': asking(({ from: _from, ...query }) => query),
    'ignores where a listing ends in time': asking(({ to: _to, ...query }) => query),
    'lists the moment at which a listing ends': asking((query) =>
      query.to === undefined ? query : { ...query, to: query.to + 1 },
    ),
    'omits the moment at which a listing begins': asking((query) =>
      query.from === undefined ? query : { ...query, from: query.from + 1 },
    ),
    'ignores that only what needs attention is listed': asking(
      ({ needAttentionAt: _at, ...query }) => query,
    ),
    'keeps what needs attention as it was when it was recorded': listing({
      passes: (entry, { needAttentionAt, ...filter }) =>
        isListed(entry, filter) && (needAttentionAt === undefined || entry.hasTrouble),
    }),
    'takes what is overdue for all that needs attention': listing({
      entryOf: (changeRequest) => ({ ...listingEntryOf(changeRequest), hasTrouble: false }),
    }),
    'lists those without a time in any interval': listing({
      passes: (entry, filter) =>
        isListed(entry, filter) ||
        (entry.scheduledAt > 1e15 && isListed(entry, { ...filter, from: undefined })),
    }),
    'combines the filters of a listing with OR': listing({
      passes: (entry, { environments, statuses, ...filter }) =>
        isListed(entry, filter) &&
        (isListed(entry, { environments }) || isListed(entry, { statuses })),
    }),
  }),
  ...wrong([LIST], {
    'orders a listing by the text of the time': readerList.returning((page, state, query) => ({
      ...page,
      changeRequests: structuredClone(
        state.scheduled
          .filter(({ project }) => query.projectIds.includes(project))
          .toSorted((a, b) => byCodeUnits(textOf(a), textOf(b)))
          .slice(0, query.limit),
      ),
    })),
    'orders what has the same time by the text of the id': listing({
      compare: (a, b) =>
        compareListingPlaces({ ...a, id: 0 }, { ...b, id: 0 }) ||
        byCodeUnits(String(a.id), String(b.id)),
    }),
    'orders projects of a listing by UTF-16 code units': listing({
      compare: (a, b) =>
        a.scheduledAt - b.scheduledAt || byCodeUnits(a.projectId, b.projectId) || a.id - b.id,
    }),
    // Each place is taken for the number of those at or before it, which change.
    'pages a listing by position': withOwn(
      () => new Map<string, number>(),
      (positions) =>
        readerList.instead(({ call }, { after, limit, ...query }) => {
          const skipped = positions.get(JSON.stringify(after)) ?? 0;
          return call({ ...query, limit: skipped + limit }).map((page) => {
            const changeRequests = page.changeRequests.slice(skipped);
            for (const [index, each] of changeRequests.entries()) {
              positions.set(JSON.stringify(listingPlaceOf(each)), skipped + index + 1);
            }
            return { ...page, changeRequests };
          });
        }),
    ),
    'ignores the limit of a listing': asking((query) => ({ ...query, limit: 1_000 })),
    'ignores the maximum size of a listing': asking((query) => ({ ...query, maxBytes: Infinity })),
    'returns an empty page for a long change request': changing(
      ({ changeRequests }, { maxBytes }) =>
        maxBytes === 0 ? { changeRequests: [] } : { changeRequests },
    ),
    'ignores the case of environments in listings': listing({
      passes: (entry, { environments, ...filter }) =>
        isListed(entry, filter) &&
        (environments === undefined ||
          environments.some((each) => each.toLowerCase() === entry.environment.toLowerCase())),
    }),
    'lists the coverage of every project': readerList.returning((page, state, query) => {
      const projectIds = state.projects.map(({ id }) => id);
      return { ...page, projects: listIn(state, { ...query, projectIds }).projects };
    }),
    'keeps listing a change request at its former place': withOwn(
      () => new Map<string, ListingEntry>(),
      (first) =>
        listing({
          entryOf: (each) => {
            const key = `${each.id} ${each.project}`;
            const entry = first.get(key) ?? listingEntryOf(each);
            first.set(key, entry);
            return entry;
          },
        }),
    ),
    'returns change requests of a listing without their payloads': changing(
      ({ changeRequests }) => ({
        changeRequests: changeRequests.map((each) => ({
          ...each,
          features: each.features.map(({ name, changes }) => ({
            name,
            changes: changes.map(({ action }) => ({ action })),
          })),
        })),
      }),
    ),
    'returns the change requests of a listing that it keeps': readerList.returning(
      (page, state) => ({
        ...page,
        changeRequests: page.changeRequests.map((each) => storedIn(state, each) ?? each),
      }),
    ),
  }),
  ...wrong([ATOMICITY], {
    'lists the projects of a page one after the other': readerList.instead(({ call }, query) => {
      const oneByOne = async () => {
        const changeRequests: ScheduledChangeRequest[] = [];
        for (const projectId of query.projectIds) {
          const page = await call({ ...query, projectIds: [projectId] });
          if (page.isErr()) return page;
          changeRequests.push(...page.value.changeRequests);
          await aMoment();
        }
        changeRequests.sort((a, b) => compareListingPlaces(listingEntryOf(a), listingEntryOf(b)));
        return ok({ projects: [], changeRequests, hasMore: false });
      };
      return new ResultAsync(oneByOne());
    }),
  }),
];
