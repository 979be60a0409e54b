import type { Coverage, Store } from '@forewarn/core';
import type { ImportEntry } from '@forewarn/core/operator';
import { ok, ResultAsync } from 'neverthrow';
import { coverageIn, type State } from './reference-state.ts';
import { aMoment, replacing, type WrongStore } from './wrong-store.ts';

const COVERAGE = 'Coverage';
const COMPLETE = 'StateTransfer.import, complete';

const LIVE: Coverage = { kind: 'live' };

/** Changes coverage before or after each put, whether or not it succeeds. */
const putting = (around: (state: State, project: string) => (() => void) | undefined) =>
  replacing('writer', (right, state) => ({
    put: (changeRequest, by, options) => {
      const then = around(state, changeRequest.project);
      return right.writer.put(changeRequest, by, options).andTee(() => then?.());
    },
    putAll: (changeRequests, by, options) => {
      const then = changeRequests.map(({ project }) => around(state, project));
      return right.writer.putAll(changeRequests, by, options).andTee(() => {
        for (const each of then) each?.();
      });
    },
  }));

/** Imports other entries. */
const importing = (change: (entry: ImportEntry, state: State) => readonly ImportEntry[]) =>
  replacing('transfer', (right, state) => ({
    import: (entries) => {
      async function* changed() {
        for await (const entry of entries) {
          if (entry.isErr()) yield entry;
          else for (const each of change(entry.value, state)) yield ok(each);
        }
      }
      return right.transfer.import(changed());
    },
  }));

const changingComplete = (
  change: (entry: ImportEntry & { kind: 'complete' }, state: State) => readonly ImportEntry[],
) => importing((entry, state) => (entry.kind === 'complete' ? change(entry, state) : [entry]));

const covering = (state: State, id: string, coverage: Coverage): ImportEntry => {
  const { name } = state.projects.find((project) => project.id === id) ?? { name: id };
  return { kind: 'project', project: { id, name }, coverage };
};

/** Sets the coverage of a put in a step of its own. */
const coveringLate = (right: Store, state: State): Store =>
  replacing('writer', ({ writer }) => ({
    put: (changeRequest, by, options) => {
      const { project } = changeRequest;
      const before = coverageIn(state, project);
      return writer
        .put(changeRequest, by, options)
        .andTee(() => state.coverage.set(project, before))
        .andThen((outcome) => ResultAsync.fromSafePromise(aMoment().then(() => outcome)))
        .andTee(() => state.coverage.set(project, LIVE));
    },
  }))(right, state);

/** Stores with wrong coverage. */
export const wrongCoverage: readonly WrongStore[] = [
  {
    flaw: 'has live data of a project that is only registered',
    rejectedBy: [COVERAGE],
    spoil: replacing('projects', (right, state) => ({
      register: (project, by) =>
        right.projects.register(project, by).andTee(() => state.coverage.set(project.id, LIVE)),
    })),
  },
  {
    flaw: 'does not make coverage live',
    rejectedBy: [COVERAGE],
    spoil: putting((state, project) => {
      const before = coverageIn(state, project);
      return () => state.coverage.set(project, before);
    }),
  },
  {
    flaw: 'keeps the coverage when a put changes nothing',
    rejectedBy: [COVERAGE],
    spoil: putting((state, project) => {
      const before = coverageIn(state, project);
      const { length } = state.events;
      return () => {
        if (state.events.length === length) state.coverage.set(project, before);
      };
    }),
  },
  {
    flaw: 'makes the coverage of every project live',
    rejectedBy: [COVERAGE],
    spoil: putting((state) => () => {
      for (const { id } of state.projects) state.coverage.set(id, LIVE);
    }),
  },
  {
    flaw: 'makes the coverage of a project live that a sync lists',
    rejectedBy: [COVERAGE],
    spoil: putting((state, project) => () => state.coverage.set(project, LIVE)),
  },
  {
    flaw: 'makes coverage live before it knows whether the put succeeds',
    rejectedBy: [COVERAGE],
    spoil: putting((state, project) => {
      if (coverageIn(state, project).kind === 'none') return undefined;
      state.coverage.set(project, LIVE);
      return undefined;
    }),
  },
  {
    flaw: 'makes coverage live after the put, in another step',
    rejectedBy: [COVERAGE, COMPLETE],
    spoil: coveringLate,
  },
  {
    flaw: 'reads the coverage after the search, in another step',
    rejectedBy: [COVERAGE],
    spoil: replacing('reader', (right, state) => ({
      search: (asked) =>
        right.reader
          .search(asked)
          .andThen((found) => ResultAsync.fromSafePromise(aMoment().then(() => found)))
          .map((found) => ({ ...found, coverage: coverageIn(state, asked.projectId) })),
    })),
  },
  {
    flaw: 'ignores the coverage of imported projects',
    rejectedBy: [COVERAGE],
    spoil: importing((entry) =>
      entry.kind === 'project' ? [{ kind: 'project', project: entry.project }] : [entry],
    ),
  },
  {
    flaw: 'removes the coverage that an imported project omits',
    rejectedBy: [COVERAGE],
    spoil: importing((entry) =>
      entry.kind === 'project' ? [{ coverage: { kind: 'none' }, ...entry }] : [entry],
    ),
  },
  {
    flaw: 'keeps the coverage of a deleted project',
    rejectedBy: [COVERAGE],
    spoil: replacing('projects', (right, state) => ({
      delete: (id, by) => {
        const before = coverageIn(state, id);
        return right.projects.delete(id, by).andTee(() => state.coverage.set(id, before));
      },
    })),
  },
  {
    flaw: 'exports no coverage',
    rejectedBy: [COVERAGE],
    spoil: replacing('transfer', (right) => ({
      async *export() {
        for await (const entry of right.transfer.export()) {
          yield entry.map((each) =>
            each.kind === 'project' ? { kind: 'project', project: each.project } : each,
          );
        }
      },
    })),
  },
  {
    flaw: 'imports every coverage as one of an import',
    rejectedBy: [COVERAGE],
    spoil: importing((entry) =>
      entry.kind === 'project' && entry.coverage?.kind === 'as-of'
        ? [{ ...entry, coverage: { ...entry.coverage, source: 'import' } }]
        : [entry],
    ),
  },
  {
    flaw: 'returns its own coverage',
    rejectedBy: [COVERAGE],
    spoil: replacing('projects', (right, state) => ({
      list: () =>
        right.projects.list().map((all) =>
          all.map((each) => ({
            ...each,
            coverage: state.coverage.get(each.id) ?? each.coverage,
          })),
        ),
    })),
  },
  {
    flaw: 'ignores the time of a complete import',
    rejectedBy: [COMPLETE],
    spoil: changingComplete((entry) => [{ ...entry, asOf: new Date().toISOString() }]),
  },
  {
    flaw: 'ignores the source of a complete import',
    rejectedBy: [COMPLETE],
    spoil: changingComplete((entry) => [{ ...entry, source: 'import' }]),
  },
  {
    flaw: 'keeps the coverage of a live project in a complete import',
    rejectedBy: [COMPLETE],
    spoil: replacing('transfer', (right, state) => ({
      import: (entries) => {
        const live = [...state.coverage].filter(([, { kind }]) => kind === 'live');
        return right.transfer.import(entries).andTee(() => {
          for (const [id, coverage] of live) state.coverage.set(id, coverage);
        });
      },
    })),
  },
  {
    flaw: 'ignores complete entries of unregistered projects',
    rejectedBy: [COMPLETE],
    spoil: changingComplete((entry, { projects }) =>
      projects.some(({ id }) => id === entry.projectId) ? [entry] : [],
    ),
  },
  {
    flaw: 'withdraws nothing for a complete entry',
    rejectedBy: [COMPLETE],
    spoil: changingComplete(({ projectId, asOf, source }, state) => [
      covering(state, projectId, { kind: 'as-of', asOf, source }),
    ]),
  },
  {
    flaw: 'withdraws what no entry before the complete one lists',
    rejectedBy: [COMPLETE],
    spoil: replacing('transfer', (right) => ({
      import: (entries) => {
        const seen: ImportEntry[] = [];
        async function* inOrder() {
          for await (const entry of entries) {
            if (entry.isOk()) seen.push(entry.value);
            yield entry;
          }
        }
        return right.transfer.import(inOrder()).andThen((counts) => {
          const first = seen.slice(0, seen.findIndex(({ kind }) => kind === 'complete') + 1);
          async function* again() {
            for (const entry of first) yield ok<ImportEntry, never>(entry);
          }
          return right.transfer.import(again()).map(() => counts);
        });
      },
    })),
  },
  {
    flaw: 'empties a project before a complete import',
    rejectedBy: [COMPLETE],
    spoil: changingComplete((entry, state) => {
      state.scheduled = state.scheduled.filter(({ project }) => project !== entry.projectId);
      return [entry];
    }),
  },
  {
    flaw: 'covers a project as soon as it reads the complete entry',
    rejectedBy: [COMPLETE],
    spoil: changingComplete((entry, state) => {
      const { asOf, source } = entry;
      state.coverage.set(entry.projectId, { kind: 'as-of', asOf, source });
      return [entry];
    }),
  },
  {
    flaw: 'withdraws without an event for the principal of a complete entry',
    rejectedBy: [COMPLETE],
    spoil: changingComplete(({ by: _by, ...entry }) => [entry]),
  },
  {
    flaw: 'names one principal in the events of all complete entries',
    rejectedBy: [COMPLETE],
    spoil: changingComplete((entry) => [
      entry.by === undefined ? entry : { ...entry, by: 'the import' },
    ]),
  },
  {
    flaw: 'records the events of a complete entry in descending order of id',
    rejectedBy: [COMPLETE],
    spoil: replacing('transfer', (right, state) => ({
      import: (entries) => {
        const before = state.events;
        return right.transfer.import(entries).andTee(() => {
          const added = state.events.slice(0, state.events.length - before.length);
          const swapped = added.toReversed().map((event, index) => {
            const { id, createdAt } = added[index] ?? event;
            return { ...event, id, createdAt };
          });
          state.events = [...swapped, ...before];
        });
      },
    })),
  },
  {
    flaw: 'withdraws with an event',
    rejectedBy: [COMPLETE],
    spoil: replacing('transfer', (right) => ({
      import: (entries) =>
        right.transfer.import(entries).andTee(({ changeRequests }) => {
          if (changeRequests.withdrawn === 0) return undefined;
          return right.projects.register({ id: 'withdrawn', name: '' }, 'the import');
        }),
    })),
  },
];
