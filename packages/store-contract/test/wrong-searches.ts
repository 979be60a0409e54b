import {
  isSearched,
  matchesAny,
  type ProjectNotFound,
  type ScheduledChangeRequest,
  type ScheduledChangeRequestSearch,
  type ScheduledChangeRequestSummary,
  summaryOf,
  type Target,
  targetsOf,
  targetValue,
} from '@forewarn/core';
import { ok, okAsync, type Result } from 'neverthrow';
import { searchIn } from './reference-reader.ts';
import { byId, coverageIn, type State } from './reference-state.ts';
import { type Spoil, type WrongStore, at, wrong } from './wrong-store.ts';

const readerSearch = at('reader.search');

type Summaries = readonly ScheduledChangeRequestSummary[];
export type Matches = (touched: readonly Target[], anyOf: readonly Target[]) => boolean;

const PLAIN = 'ScheduledChangeRequestReader.search';
const RULE = 'ScheduledChangeRequestReader.search, against the rule';

const searching = (
  search: (state: State, asked: ScheduledChangeRequestSearch) => Result<Summaries, ProjectNotFound>,
): Spoil =>
  readerSearch.instead(({ state }, asked) =>
    okAsync(coverageIn(state, asked.projectId)).andThen((coverage) =>
      search(state, asked).map((changeRequests) => ({ coverage, changeRequests })),
    ),
  );

const matching = (matches: Matches) => searching((state, asked) => searchIn(state, asked, matches));

/** Searches among other versions of what is scheduled. */
const searchingIn = (
  change: (scheduled: readonly ScheduledChangeRequest[]) => ScheduledChangeRequest[],
) => searching((state, asked) => searchIn({ ...state, scheduled: change(state.scheduled) }, asked));

const changingResult = (change: (result: Summaries) => Summaries) =>
  searching((state, asked) => searchIn(state, asked).map(change));

const WILDCARDS: Readonly<Record<string, string>> = { '%': '.*', _: '.' };

const isLike = (touched: string, pattern: string): boolean => {
  const source = Array.from(
    pattern,
    (character) => WILDCARDS[character] ?? `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
  return new RegExp(`^${source.join('')}$`, 'su').test(touched);
};

const comparing =
  (sameValue: (touched: string, asked: string) => boolean, sameKind = true): Matches =>
  (touched, anyOf) =>
    anyOf.some((asked) =>
      touched.some(
        (target) =>
          (target.kind === asked.kind || !sameKind) &&
          sameValue(targetValue(target), targetValue(asked)),
      ),
    );

const same = comparing((a, b) => a === b);

/** Wrong versions of the rule, by their flaw. */
export const WRONG_MATCHES: Readonly<Record<string, Matches>> = {
  'treats % and _ as wildcards': comparing(isLike),
  'ignores case': comparing((a, b) => a.toLowerCase() === b.toLowerCase()),
  'trims trailing spaces': comparing((a, b) => a.trimEnd() === b.trimEnd()),
  'normalizes Unicode': comparing((a, b) => a.normalize() === b.normalize()),
  'compares with the collation of a language': comparing((a, b) => a.localeCompare(b, 'en') === 0),
  'compares texts that look like numbers as numbers': comparing(
    (a, b) => a === b || (a.trim() !== '' && Number(a) === Number(b)),
  ),
  'compares ids in 32 bits': comparing(
    (a, b) => a === b || (Number(a) > 9 && (Number(a) | 0) === (Number(b) | 0)),
  ),
  'truncates long names': comparing((a, b) => a.slice(0, 254) === b.slice(0, 254)),
  'ignores the kind of targets': comparing((a, b) => a === b, false),
};

const isKnown = ({ environment, features, segments }: ScheduledChangeRequest): boolean =>
  targetsOf({
    environment,
    features: features.filter(({ changes }) =>
      changes.every(({ action }) => action === 'updateEnabled'),
    ),
    segments,
  }).some(isSearched);

/** Stores with wrong searches. */
export const wrongSearches: readonly WrongStore[] = [
  ...Object.entries(WRONG_MATCHES).flatMap(([flaw, matches]) =>
    wrong([RULE], { [flaw]: matching(matches) }),
  ),
  ...wrong([PLAIN, RULE], {
    'requires all targets instead of any': matching(
      (touched, anyOf) => anyOf.length > 0 && anyOf.every((asked) => same(touched, [asked])),
    ),
    'matches everything without targets': searching((state, asked) =>
      searchIn(state, asked, asked.anyOf.length === 0 ? () => true : undefined),
    ),
    'ignores features that are listed without changes': searchingIn((scheduled) =>
      scheduled.map((each) => ({
        ...each,
        features: each.features.filter(({ changes }) => changes.length > 0),
      })),
    ),
    'returns change requests of other projects': searching((state, { projectId, anyOf }) =>
      searchIn(state, { projectId, anyOf }).map(() =>
        state.projects
          .flatMap(({ id }) => searchIn(state, { projectId: id, anyOf }).unwrapOr([]))
          .toSorted(byId),
      ),
    ),
    'returns in the order of puts': searching((state, asked) =>
      searchIn(state, asked).map((result) =>
        state.scheduled
          .map(summaryOf)
          .filter((summary) => result.some(({ id }) => id === summary.id)),
      ),
    ),
    'orders ids as texts': changingResult((result) =>
      result.toSorted((a, b) => (String(a.id) < String(b.id) ? -1 : 1)),
    ),
    'returns a change request once per target': searching((state, { projectId, anyOf }) =>
      searchIn(state, { projectId, anyOf }).map(() =>
        anyOf
          .flatMap((target) => searchIn(state, { projectId, anyOf: [target] }).unwrapOr([]))
          .toSorted(byId),
      ),
    ),
    'ignores unknown actions': searchingIn((scheduled) => scheduled.filter(isKnown)),
    'returns an absent title as null': changingResult((result) =>
      result.map((summary) => Object.assign(JSON.parse('{"title":null}'), summary)),
    ),
  }),
  ...wrong([PLAIN], {
    'searches for the first hundred targets only': searching((state, { projectId, anyOf }) =>
      searchIn(state, { projectId, anyOf: anyOf.slice(0, 100) }),
    ),
    'indexes only the first hundred targets of a change request': matching((touched, anyOf) =>
      matchesAny(touched.slice(0, 100), anyOf),
    ),
    'returns an empty list for an unregistered project': searching((state, asked) =>
      ok(searchIn(state, asked).unwrapOr([])),
    ),
    'omits an empty title': changingResult((result) =>
      result.map(({ id, environment, title }) =>
        title === undefined || title === '' ? { id, environment } : { id, environment, title },
      ),
    ),
    'returns the same array to every caller': readerSearch.caching(),
  }),
];
