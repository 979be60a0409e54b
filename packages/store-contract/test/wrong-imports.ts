import type { Coverage } from '@forewarn/core';
import type {
  CompleteEntry,
  DataOutdated,
  ImportCounts,
  ImportEntry as Entry,
  ImportTally,
  StateEntry,
} from '@forewarn/record';
import { err, ok, type Result, ResultAsync } from 'neverthrow';
import { applyEntries, outdatedIn } from './reference-import.ts';
import { coverageIn, entriesOfState, hasProject, type State } from './reference-state.ts';
import { type WrongStore, at, wrong } from './wrong-store.ts';

const readerSearch = at('reader.search');
const transferImport = at('transfer.import');

const IMPORT = 'StateTransfer.import';
const ATOMICITY = 'StateTransfer.import, atomicity';
const COMPLETE = 'StateTransfer.import, complete';
const OUTDATED = 'StateTransfer.import, outdated';
const EXPORT = 'StateTransfer.export';
const RULE = 'StateTransfer.import, against the rule';

type Entries<E> = AsyncIterable<Result<Entry, E>>;

/** Changes the entries and imports the result. */
const importing = (change: <E>(entries: Entries<E>, state: State) => Entries<E>) =>
  transferImport.instead(({ call, state }, entries, options) =>
    call(change(entries, state), options),
  );

/** Imports other entries for each entry. */
export const importingEach = (change: (entry: Entry, state: State) => readonly Entry[]) =>
  importing(async function* changed(entries, state) {
    for await (const entry of entries) {
      if (entry.isErr()) yield entry;
      else for (const each of change(entry.value, state)) yield ok(each);
    }
  });

const importingOnly = (isWanted: (entry: Entry, state: State) => boolean) =>
  importingEach((entry, state) => (isWanted(entry, state) ? [entry] : []));

/** Imports other entries for each complete entry. */
export const changingComplete = (
  change: (entry: CompleteEntry, state: State) => readonly Entry[],
) => importingEach((entry, state) => (entry.kind === 'complete' ? change(entry, state) : [entry]));

/** Imports in a way of its own. */
const importingBy = (
  importAll: <E>(
    state: State,
    entries: Entries<E>,
  ) => Promise<Result<ImportCounts, E | DataOutdated>>,
) => transferImport.instead(({ state }, entries) => new ResultAsync(importAll(state, entries)));

/** Reads all entries, and the first error among them. */
async function allOf<E>(entries: Entries<E>) {
  const read: Entry[] = [];
  const errors: E[] = [];
  for await (const entry of entries) {
    if (entry.isOk()) read.push(entry.value);
    else errors.push(entry.error);
  }
  return { read, errors };
}

/** Applies each entry as it arrives. The counts are right. */
async function importOneByOne<E>(state: State, entries: Entries<E>) {
  const read: Entry[] = [];
  const before = structuredClone(state);
  for await (const entry of entries) {
    if (entry.isErr()) return err(entry.error);
    read.push(entry.value);
    applyEntries(state, [entry.value]);
  }
  return ok(applyEntries(before, read));
}

const wrongWholes = wrong([ATOMICITY], {
  'imports entry by entry': importingBy(importOneByOne),
  'skips entries that are an Err': importingBy(async (state, entries) => {
    const { read, errors } = await allOf(entries);
    const counts = applyEntries(state, read);
    return errors[0] === undefined ? ok(counts) : err(errors[0]);
  }),
  'overwrites concurrent puts with the state before the import': importing(
    async function* thenForgets(entries, state) {
      const { scheduled } = structuredClone(state);
      yield* entries;
      state.scheduled = scheduled;
    },
  ),

  'refuses other calls while entries arrive': importing(async function* alone(entries, state) {
    state.isOpen = false;
    yield* entries;
    state.isOpen = true;
  }),
});

const counting = (change: (tally: ImportTally) => ImportTally) =>
  transferImport.returning(({ projects, strategies, changeRequests }) => ({
    projects: change(projects),
    strategies: change(strategies),
    changeRequests: change(changeRequests),
  }));

const idOf = (entry: StateEntry): string => {
  if (entry.kind === 'project') return entry.project.id;
  if (entry.kind === 'strategy') return entry.definition.name;
  return `${entry.changeRequest.id} ${entry.changeRequest.project}`;
};

const wrongEntries: readonly WrongStore[] = [
  ...wrong([IMPORT, RULE], {
    'ignores ended entries': importingOnly(({ kind }) => kind !== 'ended'),
  }),
  ...wrong([IMPORT], {
    'drops the change requests of unregistered projects': importingOnly(
      (entry, state) =>
        entry.kind !== 'scheduled' || hasProject(state, entry.changeRequest.project),
    ),
    'never replaces': importingOnly((entry, state) => {
      if (entry.kind === 'ended' || entry.kind === 'complete') return true;
      const existing = entriesOfState(state).filter(({ kind }) => kind === entry.kind);
      return !existing.some((other) => idOf(other) === idOf(entry));
    }),
    'counts unchanged entries as replaced': counting(({ replaced, unchanged, ...tally }) => ({
      ...tally,
      replaced: replaced + unchanged,
      unchanged: 0,
    })),
    'counts an ended entry of an unknown change request as withdrawn': counting((tally) => ({
      ...tally,
      withdrawn: Math.max(1, tally.withdrawn),
    })),
    'keeps `editable` of a replaced definition': transferImport.around((state) => {
      const wasEditable = new Map(state.definitions.map((each) => [each.name, each.editable]));
      return () => {
        state.definitions = state.definitions.map((each) => ({
          ...each,
          editable: wasEditable.get(each.name) ?? each.editable,
        }));
      };
    }),
  }),
  ...wrong([IMPORT, EXPORT, RULE], {
    'does not find imported change requests': readerSearch.returning(
      (found, { events }, asked) => ({
        ...found,
        changeRequests: found.changeRequests.filter(({ id }) =>
          events.some(({ data, project }) => {
            return project === asked.projectId && data !== null && 'id' in data && data.id === id;
          }),
        ),
      }),
    ),
  }),
  ...wrong([COMPLETE], {
    'withdraws what no entry before the complete one lists': transferImport.instead(
      ({ call }, entries) => {
        const seen: Entry[] = [];
        async function* inOrder() {
          for await (const entry of entries) {
            if (entry.isOk()) seen.push(entry.value);
            yield entry;
          }
        }
        return call(inOrder()).andThen((counts) => {
          const first = seen.slice(0, seen.findIndex(({ kind }) => kind === 'complete') + 1);
          async function* again() {
            for (const entry of first) yield ok<Entry>(entry);
          }
          return call(again()).map(() => counts);
        });
      },
    ),
  }),
];

type AsOf = Extract<Coverage, { readonly kind: 'as-of' }>;

/** Refuses an import for other reasons. */
const refusing = (isOutdated: (entry: CompleteEntry, stored: AsOf) => boolean) =>
  importingBy(async (state, entries) => {
    const { read } = await allOf(entries);
    const outdated = read.find((entry) => {
      if (entry.kind !== 'complete') return false;
      const stored = coverageIn(state, entry.projectId);
      return stored.kind === 'as-of' && isOutdated(entry, stored);
    });
    if (outdated?.kind !== 'complete') return ok(applyEntries(state, read));
    return err({ type: 'DataOutdated', projectId: outdated.projectId });
  });

const areSyncs = (entry: CompleteEntry, stored: AsOf): boolean =>
  entry.source === 'sync' && stored.source === 'sync';

const isOlder = (entry: CompleteEntry, stored: AsOf): boolean =>
  Date.parse(entry.asOf) < Date.parse(stored.asOf);

/** Stores that accept outdated data, or refuse newer data. */
const wrongTimes = wrong([OUTDATED], {
  'imports older data of a sync': refusing(() => false),
  'refuses data of a sync as of the same time': refusing(
    (entry, stored) => areSyncs(entry, stored) && entry.asOf <= stored.asOf,
  ),
  'compares the texts of the times of syncs': refusing(
    (entry, stored) => areSyncs(entry, stored) && entry.asOf < stored.asOf,
  ),
  'refuses older data of an import': refusing(
    (entry, stored) => stored.source === 'sync' && isOlder(entry, stored),
  ),
  'refuses data of a sync that is older than an import': refusing(
    (entry, stored) => entry.source === 'sync' && isOlder(entry, stored),
  ),
  'refuses data of a sync that is older than a time in the future': refusing(
    (entry, stored) => areSyncs(entry, stored) && isOlder(entry, stored),
  ),
  'imports the other entries next to older data': importingBy(async (state, entries) => {
    const { read } = await allOf(entries);
    const outdated = outdatedIn(state, read);
    if (outdated === undefined) return ok(applyEntries(state, read));
    const others = read.filter(({ kind }) => kind !== 'complete');
    applyEntries(state, others);
    return err(outdated);
  }),
});

/** Stores with wrong imports. */
export const wrongImports: readonly WrongStore[] = [...wrongWholes, ...wrongEntries, ...wrongTimes];
