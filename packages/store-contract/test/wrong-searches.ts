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
import { ok, type Result } from 'neverthrow';
import { answering } from './answering.ts';
import { searchIn } from './reference-store.ts';
import type { State } from './reference-state.ts';
import type { WrongStore } from './wrong-store.ts';

type Answer = Result<readonly ScheduledChangeRequestSummary[], ProjectNotFound>;
type Matches = (touched: readonly Target[], anyOf: readonly Target[]) => boolean;

const PLAIN = 'ScheduledChangeRequestReader.search';
const RULE = 'ScheduledChangeRequestReader.search, against the rule';

const searching =
  (search: (state: State, search: ScheduledChangeRequestSearch) => Answer) =>
  (right: Store, state: State): Store => ({
    ...right,
    reader: {
      ...right.reader,
      search: (asked) => answering(state, () => search(state, asked)),
    },
  });

const matching = (matches: Matches) => searching((state, asked) => searchIn(state, asked, matches));

const answeringOtherwise = (
  change: (
    answer: readonly ScheduledChangeRequestSummary[],
  ) => readonly ScheduledChangeRequestSummary[],
) => searching((state, asked) => searchIn(state, asked).map(change));

const comparing = (sameValue: (touched: string, asked: string) => boolean) =>
  matching((touched, anyOf) =>
    anyOf.some((asked) =>
      touched.some(
        (target) =>
          target.kind === asked.kind && sameValue(targetValue(target), targetValue(asked)),
      ),
    ),
  );

const WILDCARDS: Readonly<Record<string, string>> = { '%': '.*', _: '.' };

const isLike = (touched: string, pattern: string): boolean => {
  const source = Array.from(
    pattern,
    (character) => WILDCARDS[character] ?? `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
  return new RegExp(`^${source.join('')}$`, 'su').test(touched);
};

const withoutUnknown = ({ features, segments }: ScheduledChangeRequest) =>
  targetsOf({
    features: features.filter(({ changes }) =>
      changes.every(({ action }) => action === 'updateEnabled'),
    ),
    segments,
  });

/** Stores whose searches answer something else than they should. */
export const wrongSearches: readonly WrongStore[] = [
  {
    flaw: 'wants all targets instead of any',
    rejectedBy: [PLAIN, RULE],
    spoil: matching(
      (touched, anyOf) =>
        anyOf.length > 0 &&
        anyOf.every((asked) =>
          touched.some(
            (target) => target.kind === asked.kind && targetValue(target) === targetValue(asked),
          ),
        ),
    ),
  },
  {
    flaw: 'takes % and _ for wildcards',
    rejectedBy: [RULE],
    spoil: comparing(isLike),
  },
  {
    flaw: 'ignores case',
    rejectedBy: [RULE],
    spoil: comparing((a, b) => a.toLowerCase() === b.toLowerCase()),
  },
  {
    flaw: 'trims trailing spaces',
    rejectedBy: [RULE],
    spoil: comparing((a, b) => a.trimEnd() === b.trimEnd()),
  },
  {
    flaw: 'normalizes Unicode',
    rejectedBy: [RULE],
    spoil: comparing((a, b) => a.normalize() === b.normalize()),
  },
  {
    flaw: 'compares with the collation of a language',
    rejectedBy: [RULE],
    spoil: comparing((a, b) => a.localeCompare(b, 'en') === 0),
  },
  {
    flaw: 'compares numbers where texts look like them',
    rejectedBy: [RULE],
    spoil: comparing((a, b) => a === b || (a.trim() !== '' && Number(a) === Number(b))),
  },
  {
    flaw: 'cuts long names off',
    rejectedBy: [RULE],
    spoil: comparing((a, b) => a.slice(0, 254) === b.slice(0, 254)),
  },
  {
    flaw: 'compares values whatever their kind',
    rejectedBy: [RULE],
    spoil: matching((touched, anyOf) =>
      anyOf.some((asked) => touched.some((target) => targetValue(target) === targetValue(asked))),
    ),
  },
  {
    flaw: 'matches everything when nothing is asked for',
    rejectedBy: [PLAIN, RULE],
    spoil: searching((state, asked) =>
      searchIn(state, asked, asked.anyOf.length === 0 ? () => true : undefined),
    ),
  },
  {
    flaw: 'looks at the first hundred targets only',
    rejectedBy: [PLAIN],
    spoil: searching((state, { projectId, anyOf }) =>
      searchIn(state, { projectId, anyOf: anyOf.slice(0, 100) }),
    ),
  },
  {
    flaw: 'keeps the first hundred targets of a change request only',
    rejectedBy: [PLAIN],
    spoil: matching((touched, anyOf) => matchesAny(touched.slice(0, 100), anyOf)),
  },
  {
    flaw: 'overlooks features that are listed without their changes',
    rejectedBy: [PLAIN, RULE],
    spoil: searching((state, asked) => {
      const scheduled = state.scheduled.map((each) => ({
        ...each,
        features: each.features.filter(({ changes }) => changes.length > 0),
      }));
      return searchIn({ ...state, scheduled }, asked);
    }),
  },
  {
    flaw: 'returns change requests of other projects',
    rejectedBy: [PLAIN, RULE],
    spoil: searching((state, { projectId, anyOf }) =>
      searchIn(state, { projectId, anyOf }).map(() =>
        state.projects
          .flatMap(({ id }) => searchIn(state, { projectId: id, anyOf }).unwrapOr([]))
          .toSorted((a, b) => a.id - b.id),
      ),
    ),
  },
  {
    flaw: 'returns in the order of recording',
    rejectedBy: [PLAIN, RULE],
    spoil: searching((state, asked) =>
      searchIn(state, asked).map((answer) =>
        state.scheduled
          .map(summaryOf)
          .filter((summary) => answer.some(({ id }) => id === summary.id)),
      ),
    ),
  },
  {
    flaw: 'orders ids as texts',
    rejectedBy: [PLAIN, RULE],
    spoil: answeringOtherwise((answer) =>
      answer.toSorted((a, b) => (String(a.id) < String(b.id) ? -1 : 1)),
    ),
  },
  {
    flaw: 'returns a change request once per target',
    rejectedBy: [PLAIN, RULE],
    spoil: searching((state, { projectId, anyOf }) =>
      searchIn(state, { projectId, anyOf }).map(() =>
        anyOf
          .flatMap((target) => searchIn(state, { projectId, anyOf: [target] }).unwrapOr([]))
          .toSorted((a, b) => a.id - b.id),
      ),
    ),
  },
  {
    flaw: 'returns an empty list for a project that is not registered',
    rejectedBy: [PLAIN],
    spoil: searching((state, asked) => ok(searchIn(state, asked).unwrapOr([]))),
  },
  {
    flaw: 'drops actions that it does not know',
    rejectedBy: [PLAIN, RULE],
    spoil: searching((state, asked) => {
      const scheduled = state.scheduled.filter((each) => withoutUnknown(each).length > 0);
      return searchIn({ ...state, scheduled }, asked);
    }),
  },
  {
    flaw: 'returns no title as an undefined one',
    rejectedBy: [PLAIN, RULE],
    spoil: answeringOtherwise((answer) =>
      answer.map((summary) => Object.assign({ title: undefined }, summary)),
    ),
  },
  {
    flaw: 'returns no title as null',
    rejectedBy: [PLAIN, RULE],
    spoil: answeringOtherwise((answer) =>
      answer.map((summary) => Object.assign(JSON.parse('{"title":null}'), summary)),
    ),
  },
  {
    flaw: 'leaves an empty title out',
    rejectedBy: [PLAIN],
    spoil: answeringOtherwise((answer) =>
      answer.map(({ id, environment, title }) =>
        title === undefined || title === '' ? { id, environment } : { id, environment, title },
      ),
    ),
  },
  {
    flaw: 'shares what it answers with every other caller',
    rejectedBy: [PLAIN],
    spoil: (right) => {
      const answers = new Map<string, ReturnType<Store['reader']['search']>>();
      const search: Store['reader']['search'] = (asked) => {
        const key = JSON.stringify(asked);
        const answer = answers.get(key) ?? right.reader.search(asked);
        answers.set(key, answer);
        return answer;
      };
      return { ...right, reader: { ...right.reader, search } };
    },
  },
];
