import type { ImportCounts, ImportEntry as Entry, ImportTally } from '@forewarn/core/operator';
import { err, errAsync, ok, type Result, ResultAsync } from 'neverthrow';
import { applyEntries } from './reference-import.ts';
import { entriesOfState, type State } from './reference-state.ts';
import { searchIn } from './reference-reader.ts';
import { inTransfer, wrong, type WrongStore } from './wrong-store.ts';

const IMPORT = 'StateTransfer.import';
const ATOMICITY = 'StateTransfer.import, atomicity';
const EXPORT = 'StateTransfer.export';
const RULE = 'StateTransfer.import, against the rule';

type Entries<E> = AsyncIterable<Result<Entry, E>>;

const idOf = (entry: Entry): string => {
  switch (entry.kind) {
    case 'project':
      return entry.project.id;
    case 'strategy':
      return entry.definition.name;
    case 'scheduled':
      return `${entry.changeRequest.id} ${entry.changeRequest.project}`;
    case 'ended':
    case 'complete':
      return entry.projectId;
  }
};

/** Changes the entries and imports the result. */
const importing = (change: <E>(entries: Entries<E>, state: State) => Entries<E>) =>
  inTransfer((right, state) => ({
    import: (entries) => right.transfer.import(change(entries, state)),
  }));

const importingOnly = (isWanted: (entry: Entry, state: State) => boolean) =>
  importing(async function* wanted(entries, state) {
    for await (const entry of entries) {
      if (entry.isErr() || isWanted(entry.value, state)) yield entry;
    }
  });

const counting = (change: (tally: ImportTally) => ImportTally) =>
  inTransfer((right) => ({
    import: (entries) =>
      right.transfer.import(entries).map(({ projects, strategies, changeRequests }) => ({
        projects: change(projects),
        strategies: change(strategies),
        changeRequests: change(changeRequests),
      })),
  }));

/** Applies each entry as it arrives. The counts are right. */
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

/** Stores with wrong imports. */
export const wrongImports: readonly WrongStore[] = [
  ...wrong([ATOMICITY], {
    'imports entry by entry': inTransfer((_, state) => ({
      import: (entries) => new ResultAsync(importOneByOne(state, entries)),
    })),
    'skips entries that are an Err': inTransfer((_, state) => ({
      import: (entries) => new ResultAsync(importPastErrors(state, entries)),
    })),
    'overwrites concurrent puts with the state before the import': importing(
      async function* thenForgets(entries, state) {
        const { scheduled } = structuredClone(state);
        yield* entries;
        state.scheduled = scheduled;
      },
    ),
    'refuses other writes while entries arrive': (right) => {
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
  }),
  ...wrong([IMPORT, RULE], {
    'ignores ended entries': importingOnly(({ kind }) => kind !== 'ended'),
  }),
  ...wrong([IMPORT], {
    'drops the change requests of unregistered projects': importingOnly(
      (entry, { projects }) =>
        entry.kind !== 'scheduled' || projects.some(({ id }) => id === entry.changeRequest.project),
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
    'keeps `editable` of a replaced definition': inTransfer((right, state) => ({
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
    'records an event for an import': inTransfer((right) => ({
      import: (entries) =>
        right.projects
          .register({ id: 'imported', name: '' }, 'the import')
          .orElse(() => ok())
          .andThen(() => right.transfer.import(entries)),
    })),
  }),
  ...wrong([IMPORT, EXPORT, RULE], {
    'does not find imported change requests': (right, state) => ({
      ...importingOnly((entry) => {
        if (entry.kind === 'scheduled') Object.assign(entry.changeRequest, { isImported: true });
        return true;
      })(right, state),
      reader: {
        ...right.reader,
        search: (search) => {
          const scheduled = state.scheduled.filter((each) => !Object.hasOwn(each, 'isImported'));
          return right.reader.search(search).andThen(({ coverage }) =>
            searchIn({ ...state, scheduled }, search).map((changeRequests) => ({
              coverage,
              changeRequests,
            })),
          );
        },
      },
    }),
  }),
];
