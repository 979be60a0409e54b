import type { EndedEntry, ImportCounts, ImportTally, StateEntry } from '@forewarn/core/operator';
import { err, errAsync, ok, type Result, ResultAsync } from 'neverthrow';
import { applyEntries } from './reference-import.ts';
import { entriesOfState, type State } from './reference-state.ts';
import { answering } from './answering.ts';
import { searchIn } from './reference-store.ts';
import { replacing, type WrongStore } from './wrong-store.ts';

const IMPORT = 'StateTransfer.import';
const IN_ONE_STEP = 'StateTransfer.import, in one step';
const EXPORT = 'StateTransfer.export';
const RULE = 'StateTransfer.import, against the rule';

type Entry = StateEntry | EndedEntry;
type Entries<E> = AsyncIterable<Result<Entry, E>>;

const idOf = (entry: StateEntry): string => {
  switch (entry.kind) {
    case 'project':
      return entry.project.id;
    case 'strategy':
      return entry.definition.name;
    case 'scheduled':
      return `${entry.changeRequest.id} ${entry.changeRequest.project}`;
  }
};

/** Imports what is made of the entries. */
const importing = (change: <E>(entries: Entries<E>, state: State) => Entries<E>) =>
  replacing('transfer', (right, state) => ({
    import: (entries) => right.transfer.import(change(entries, state)),
  }));

const importingOnly = (isWanted: (entry: Entry, state: State) => boolean) =>
  importing(async function* wanted(entries, state) {
    for await (const entry of entries) {
      if (entry.isErr() || isWanted(entry.value, state)) yield entry;
    }
  });

const counting = (change: (tally: ImportTally) => ImportTally) =>
  replacing('transfer', (right) => ({
    import: (entries) =>
      right.transfer.import(entries).map(({ projects, strategies, changeRequests }) => ({
        projects: change(projects),
        strategies: change(strategies),
        changeRequests: change(changeRequests),
      })),
  }));

/** Applies each entry as it comes; what it answers is nevertheless right. */
async function importOneByOne<E>(
  state: State,
  entries: Entries<E>,
): Promise<Result<ImportCounts, E>> {
  const read: Entry[] = [];
  const before = structuredClone(state);
  for await (const entry of entries) {
    if (entry.isErr()) return err(entry.error);
    read.push(entry.value);
    applyEntries(state, [entry.value]);
  }
  return ok(applyEntries(before, read));
}

async function importPastErrors<E>(
  state: State,
  entries: Entries<E>,
): Promise<Result<ImportCounts, E>> {
  const read: Entry[] = [];
  const errors: E[] = [];
  for await (const entry of entries) {
    if (entry.isOk()) read.push(entry.value);
    else errors.push(entry.error);
  }
  const counts = applyEntries(state, read);
  const [first] = errors;
  return first === undefined ? ok(counts) : err(first);
}

/** Stores that import something else than they should, or otherwise. */
export const wrongImports: readonly WrongStore[] = [
  {
    flaw: 'imports entry by entry',
    rejectedBy: [IN_ONE_STEP],
    spoil: replacing('transfer', (_, state) => ({
      import: (entries) => new ResultAsync(importOneByOne(state, entries)),
    })),
  },
  {
    flaw: 'imports what it can when an entry is an Err',
    rejectedBy: [IN_ONE_STEP],
    spoil: replacing('transfer', (_, state) => ({
      import: (entries) => new ResultAsync(importPastErrors(state, entries)),
    })),
  },
  {
    flaw: 'puts the state of before an import back over what was recorded meanwhile',
    rejectedBy: [IN_ONE_STEP],
    spoil: importing(async function* thenForgets(entries, state) {
      const { scheduled } = structuredClone(state);
      yield* entries;
      state.scheduled = scheduled;
    }),
  },
  {
    flaw: 'refuses other writes while the entries of an import arrive',
    rejectedBy: [IN_ONE_STEP],
    spoil: (right) => {
      let isImporting = false;
      return {
        ...right,
        projects: {
          ...right.projects,
          register: (project, by) =>
            isImporting
              ? errAsync({ type: 'StoreUnavailable', cause: 'an import' })
              : right.projects.register(project, by),
        },
        transfer: {
          ...right.transfer,
          import: (entries) => {
            isImporting = true;
            return right.transfer.import(entries).andTee(() => {
              isImporting = false;
            });
          },
        },
      };
    },
  },
  {
    flaw: 'ignores ended entries',
    rejectedBy: [IMPORT, RULE],
    spoil: importingOnly(({ kind }) => kind !== 'ended'),
  },
  {
    flaw: 'drops the change requests of projects that are not registered',
    rejectedBy: [IMPORT],
    spoil: importingOnly(
      (entry, { projects }) =>
        entry.kind !== 'scheduled' || projects.some(({ id }) => id === entry.changeRequest.project),
    ),
  },
  {
    flaw: 'never replaces what is there',
    rejectedBy: [IMPORT],
    spoil: importingOnly((entry, state) => {
      if (entry.kind === 'ended') return true;
      const there = entriesOfState(state).filter(({ kind }) => kind === entry.kind);
      return !there.some((other) => idOf(other) === idOf(entry));
    }),
  },
  {
    flaw: 'counts what is unchanged as replaced',
    rejectedBy: [IMPORT],
    spoil: counting(({ replaced, unchanged, ...tally }) => ({
      ...tally,
      replaced: replaced + unchanged,
      unchanged: 0,
    })),
  },
  {
    flaw: 'counts an ended entry as withdrawn when nothing is there',
    rejectedBy: [IMPORT],
    spoil: counting((tally) => ({ ...tally, withdrawn: Math.max(1, tally.withdrawn) })),
  },
  {
    flaw: 'lets a replaced definition say whether it can be deleted',
    rejectedBy: [IMPORT],
    spoil: replacing('transfer', (right, state) => ({
      import: (entries) => {
        const wasEditable = new Map(state.definitions.map((each) => [each.name, each.editable]));
        return right.transfer.import(entries).andTee(() => {
          state.definitions = state.definitions.map((each) => ({
            ...each,
            editable: wasEditable.get(each.name) ?? each.editable,
          }));
        });
      },
    })),
  },
  {
    flaw: 'records an event about an import',
    rejectedBy: [IMPORT],
    spoil: replacing('transfer', (right) => ({
      import: (entries) =>
        right.projects
          .register({ id: 'imported', name: '' }, 'the import')
          .orElse(() => ok())
          .andThen(() => right.transfer.import(entries)),
    })),
  },
  {
    flaw: 'does not find what was imported',
    rejectedBy: [IMPORT, EXPORT, RULE],
    spoil: (right, state) => ({
      ...importingOnly((entry) => {
        if (entry.kind === 'scheduled') Object.assign(entry.changeRequest, { isImported: true });
        return true;
      })(right, state),
      reader: {
        ...right.reader,
        search: (search) => {
          const scheduled = state.scheduled.filter((each) => !Object.hasOwn(each, 'isImported'));
          return answering(state, () => searchIn({ ...state, scheduled }, search));
        },
      },
    }),
  },
];
