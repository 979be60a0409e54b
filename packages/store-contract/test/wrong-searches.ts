import {
  matchesAny,
  type ProjectNotFound,
  type ScheduledChangeRequest,
  type ScheduledChangeRequestSearch,
  type ScheduledChangeRequestSummary,
  type Store,
  summaryOf,
  type Target,
  targetsOf,
  targetValue,
} from '@forewarn/core';
import type { FollowerStore } from '@forewarn/core/operator';
import { ok, type Result } from 'neverthrow';
import { whileOpen } from './while-open.ts';
import { searchIn } from './reference-reader.ts';
import { coverageIn, type State } from './reference-state.ts';
import { wrong, type WrongStore } from './wrong-store.ts';

type SearchResult = Result<readonly ScheduledChangeRequestSummary[], ProjectNotFound>;
export type Matches = (touched: readonly Target[], anyOf: readonly Target[]) => boolean;

const PLAIN = 'ScheduledChangeRequestReader.search';
const RULE = 'ScheduledChangeRequestReader.search, against the rule';

const searching =
  (search: (state: State, search: ScheduledChangeRequestSearch) => SearchResult) =>
  (right: FollowerStore, state: State): FollowerStore => ({
    ...right,
    reader: {
      ...right.reader,
      search: (asked) =>
        whileOpen(state, undefined, () =>
          search(state, asked).map((changeRequests) => ({
            coverage: coverageIn(state, asked.projectId),
            changeRequests,
          })),
        ),
    },
  });

const matching = (matches: Matches) => searching((state, asked) => searchIn(state, asked, matches));

const changingResult = (
  change: (
    result: readonly ScheduledChangeRequestSummary[],
  ) => readonly ScheduledChangeRequestSummary[],
) => searching((state, asked) => searchIn(state, asked).map(change));

const WILDCARDS: Readonly<Record<string, string>> = { '%': '.*', _: '.' };

const isLike = (touched: string, pattern: string): boolean => {
  const source = Array.from(
    pattern,
    (character) => WILDCARDS[character] ?? `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
  return new RegExp(`^${source.join('')}$`, 'su').test(touched);
};

const comparing =
  (sameValue: (touched: string, asked: string) => boolean): Matches =>
  (touched, anyOf) =>
    anyOf.some((asked) =>
      touched.some(
        (target) =>
          target.kind === asked.kind && sameValue(targetValue(target), targetValue(asked)),
      ),
    );

/** Wrong versions of the rule, by their flaw. */
export const WRONG_MATCHES: readonly (readonly [flaw: string, matches: Matches])[] = [
  ['treats % and _ as wildcards', comparing(isLike)],
  ['ignores case', comparing((a, b) => a.toLowerCase() === b.toLowerCase())],
  ['trims trailing spaces', comparing((a, b) => a.trimEnd() === b.trimEnd())],
  ['normalizes Unicode', comparing((a, b) => a.normalize() === b.normalize())],
  [
    'compares with the collation of a language',
    comparing((a, b) => a.localeCompare(b, 'en') === 0),
  ],
  [
    'compares texts that look like numbers as numbers',
    comparing((a, b) => a === b || (a.trim() !== '' && Number(a) === Number(b))),
  ],
  [
    'compares ids in 32 bits',
    comparing((a, b) => a === b || (Number(a) > 9 && (Number(a) | 0) === (Number(b) | 0))),
  ],
  ['truncates long names', comparing((a, b) => a.slice(0, 254) === b.slice(0, 254))],
  [
    'ignores the kind of targets',
    (touched, anyOf) =>
      anyOf.some((asked) => touched.some((target) => targetValue(target) === targetValue(asked))),
  ],
];

const withoutUnknown = ({ features, segments }: ScheduledChangeRequest) =>
  targetsOf({
    features: features.filter(({ changes }) =>
      changes.every(({ action }) => action === 'updateEnabled'),
    ),
    segments,
  });

/** Stores with wrong searches. */
export const wrongSearches: readonly WrongStore[] = [
  ...wrong([PLAIN, RULE], {
    'requires all targets instead of any': matching(
      (touched, anyOf) =>
        anyOf.length > 0 &&
        anyOf.every((asked) =>
          touched.some(
            (target) => target.kind === asked.kind && targetValue(target) === targetValue(asked),
          ),
        ),
    ),
  }),
  ...WRONG_MATCHES.map(([flaw, matches]) => ({
    flaw,
    rejectedBy: [RULE],
    spoil: matching(matches),
  })),
  ...wrong([PLAIN, RULE], {
    'matches everything without targets': searching((state, asked) =>
      searchIn(state, asked, asked.anyOf.length === 0 ? () => true : undefined),
    ),
  }),
  ...wrong([PLAIN], {
    'searches for the first hundred targets only': searching((state, { projectId, anyOf }) =>
      searchIn(state, { projectId, anyOf: anyOf.slice(0, 100) }),
    ),
    'indexes only the first hundred targets of a change request': matching((touched, anyOf) =>
      matchesAny(touched.slice(0, 100), anyOf),
    ),
  }),
  ...wrong([PLAIN, RULE], {
    'ignores features that are listed without changes': searching((state, asked) => {
      const scheduled = state.scheduled.map((each) => ({
        ...each,
        features: each.features.filter(({ changes }) => changes.length > 0),
      }));
      return searchIn({ ...state, scheduled }, asked);
    }),
    'returns change requests of other projects': searching((state, { projectId, anyOf }) =>
      searchIn(state, { projectId, anyOf }).map(() =>
        state.projects
          .flatMap(({ id }) => searchIn(state, { projectId: id, anyOf }).unwrapOr([]))
          .toSorted((a, b) => a.id - b.id),
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
          .toSorted((a, b) => a.id - b.id),
      ),
    ),
  }),
  ...wrong([PLAIN], {
    'returns an empty list for an unregistered project': searching((state, asked) =>
      ok(searchIn(state, asked).unwrapOr([])),
    ),
  }),
  ...wrong([PLAIN, RULE], {
    'ignores unknown actions': searching((state, asked) => {
      const scheduled = state.scheduled.filter((each) => withoutUnknown(each).length > 0);
      return searchIn({ ...state, scheduled }, asked);
    }),
    'returns an absent title as undefined': changingResult((result) =>
      result.map((summary) => Object.assign({ title: undefined }, summary)),
    ),
    'returns an absent title as null': changingResult((result) =>
      result.map((summary) => Object.assign(JSON.parse('{"title":null}'), summary)),
    ),
  }),
  ...wrong([PLAIN], {
    'omits an empty title': changingResult((result) =>
      result.map(({ id, environment, title }) =>
        title === undefined || title === '' ? { id, environment } : { id, environment, title },
      ),
    ),
    'returns the same array to every caller': (right) => {
      const results = new Map<string, ReturnType<Store['reader']['search']>>();
      const search: Store['reader']['search'] = (asked) => {
        const key = JSON.stringify(asked);
        const result = results.get(key) ?? right.reader.search(asked);
        results.set(key, result);
        return result;
      };
      return { ...right, reader: { ...right.reader, search } };
    },
  }),
];
