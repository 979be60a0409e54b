import type { Coverage } from '@forewarn/core';
import type { FollowerStore, ImportEntry } from '@forewarn/core/operator';
import { ok, ResultAsync } from 'neverthrow';
import { coverageIn, type State } from './reference-state.ts';
import {
  aMoment,
  inProjects,
  inReader,
  inTransfer,
  inWriter,
  wrong,
  type WrongStore,
} from './wrong-store.ts';

const COVERAGE = 'Coverage';
const COMPLETE = 'StateTransfer.import, complete';

const LIVE: Coverage = { kind: 'live' };

/** Changes coverage before or after each put, whether or not it succeeds. */
const putting = (around: (state: State, project: string) => (() => void) | undefined) =>
  inWriter((right, state) => ({
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

/** Makes the coverage live with each put if this one is stored. */
const puttingLive = (isWrong: (coverage: Coverage) => boolean) =>
  putting((state, project) => {
    const before = state.coverage.get(project);
    return () => {
      if (before !== undefined && isWrong(before)) state.coverage.set(project, LIVE);
    };
  });

/** Imports other entries. */
const importing = (change: (entry: ImportEntry, state: State) => readonly ImportEntry[]) =>
  inTransfer((right, state) => ({
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
const coveringLate = (right: FollowerStore, state: State): FollowerStore =>
  inWriter(({ writer }) => ({
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
  ...wrong([COVERAGE], {
    'has live data of a project that is only registered': inProjects((right, state) => ({
      register: (project, by) =>
        right.projects.register(project, by).andTee(() => state.coverage.set(project.id, LIVE)),
    })),
    'does not make coverage live': putting((state, project) => {
      const before = coverageIn(state, project);
      return () => state.coverage.set(project, before);
    }),
    'does not make coverage live with a batch': inWriter((right, state) => ({
      putAll: (changeRequests, by, options) => {
        const before = new Map(state.coverage);
        return right.writer.putAll(changeRequests, by, options).andTee(() => {
          for (const { project } of changeRequests) {
            state.coverage.set(project, before.get(project) ?? { kind: 'none' });
          }
        });
      },
    })),
    'makes the coverage of every project live': putting((state) => () => {
      for (const { id } of state.projects) state.coverage.set(id, LIVE);
    }),
    'makes the coverage of a project live that a sync lists': puttingLive(
      (coverage) => coverage.kind === 'as-of' && coverage.source === 'sync',
    ),
    'makes the coverage of a project live that an import lists': puttingLive(
      (coverage) => coverage.kind === 'as-of' && coverage.source === 'import',
    ),
    'makes the coverage of a project live that an import only names': puttingLive(
      ({ kind }) => kind === 'none',
    ),
    'forgets that an import registered a project': inTransfer((right, state) => ({
      import: (entries) => {
        const known = new Set(state.projects.map(({ id }) => id));
        return right.transfer.import(entries).andTee(() => {
          for (const [id, { kind }] of state.coverage) {
            if (kind === 'none' && !known.has(id)) state.coverage.delete(id);
          }
        });
      },
    })),
    'keeps the coverage of no project that an import names live': inTransfer((right, state) => ({
      import: (entries) => {
        const live = [...state.coverage].filter(([, { kind }]) => kind === 'live');
        return right.transfer.import(entries).andTee(({ changeRequests }) => {
          if (changeRequests.created === 0) return;
          for (const [id] of live) state.coverage.set(id, { kind: 'none' });
        });
      },
    })),
    'reads the coverage before a put, and sets it after another step': inWriter((right, state) => ({
      put: (changeRequest, by, options) => {
        const isNew = !state.coverage.has(changeRequest.project);
        return right.writer
          .put(changeRequest, by, options)
          .andThen((outcome) => ResultAsync.fromSafePromise(aMoment().then(() => outcome)))
          .andTee(() => {
            if (isNew) state.coverage.set(changeRequest.project, LIVE);
          });
      },
    })),
    'makes coverage live before it knows whether the put succeeds': putting((state, project) => {
      if (!state.coverage.has(project)) state.coverage.set(project, LIVE);
      return undefined;
    }),
  }),
  ...wrong([COVERAGE], {
    'makes coverage live after the put, in another step': coveringLate,
    'reads the coverage after the search, in another step': inReader((right, state) => ({
      search: (asked) =>
        right.reader
          .search(asked)
          .andThen((found) => ResultAsync.fromSafePromise(aMoment().then(() => found)))
          .map((found) => ({ ...found, coverage: coverageIn(state, asked.projectId) })),
    })),
    'ignores the coverage of imported projects': importing((entry) =>
      entry.kind === 'project' ? [{ kind: 'project', project: entry.project }] : [entry],
    ),
    'removes the coverage that an imported project omits': importing((entry) =>
      entry.kind === 'project' ? [{ coverage: { kind: 'none' }, ...entry }] : [entry],
    ),
    'keeps the coverage of a deleted project': inProjects((right, state) => ({
      delete: (id, by) => {
        const before = coverageIn(state, id);
        return right.projects.delete(id, by).andTee(() => state.coverage.set(id, before));
      },
    })),
    'exports no coverage': inTransfer((right) => ({
      async *export() {
        for await (const entry of right.transfer.export()) {
          yield entry.map((each) =>
            each.kind === 'project' ? { kind: 'project', project: each.project } : each,
          );
        }
      },
    })),
    'imports every coverage as one of an import': importing((entry) =>
      entry.kind === 'project' && entry.coverage?.kind === 'as-of'
        ? [{ ...entry, coverage: { ...entry.coverage, source: 'import' } }]
        : [entry],
    ),
    'returns its own coverage': inProjects((right, state) => ({
      list: () =>
        right.projects.list().map((all) =>
          all.map((each) => ({
            ...each,
            coverage: state.coverage.get(each.id) ?? each.coverage,
          })),
        ),
    })),
  }),
  ...wrong([COMPLETE], {
    'ignores the time of a complete import': changingComplete((entry) => [
      { ...entry, asOf: new Date().toISOString() },
    ]),
    'ignores the source of a complete import': changingComplete((entry) => [
      { ...entry, source: 'import' },
    ]),
    'keeps the coverage of a live project in a complete import': inTransfer((right, state) => ({
      import: (entries) => {
        const live = [...state.coverage].filter(([, { kind }]) => kind === 'live');
        return right.transfer.import(entries).andTee(() => {
          for (const [id, coverage] of live) state.coverage.set(id, coverage);
        });
      },
    })),
    'ignores complete entries of unregistered projects': changingComplete((entry, { projects }) =>
      projects.some(({ id }) => id === entry.projectId) ? [entry] : [],
    ),
    'withdraws nothing for a complete entry': changingComplete(
      ({ projectId, asOf, source }, state) => [
        covering(state, projectId, { kind: 'as-of', asOf, source }),
      ],
    ),
    'withdraws what no entry before the complete one lists': inTransfer((right) => ({
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
            for (const entry of first) yield ok<ImportEntry>(entry);
          }
          return right.transfer.import(again()).map(() => counts);
        });
      },
    })),
    'empties a project before a complete import': changingComplete((entry, state) => {
      state.scheduled = state.scheduled.filter(({ project }) => project !== entry.projectId);
      return [entry];
    }),
    'covers a project as soon as it reads the complete entry': changingComplete((entry, state) => {
      const { asOf, source } = entry;
      state.coverage.set(entry.projectId, { kind: 'as-of', asOf, source });
      return [entry];
    }),
    'withdraws without an event for the principal of a complete entry': changingComplete(
      ({ by: _by, ...entry }) => [entry],
    ),
    'names one principal in the events of all complete entries': changingComplete((entry) => [
      entry.by === undefined ? entry : { ...entry, by: 'the import' },
    ]),
    'records the events of a complete entry in descending order of id': inTransfer(
      (right, state) => ({
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
      }),
    ),
    'withdraws with an event': inTransfer((right) => ({
      import: (entries) =>
        right.transfer.import(entries).andTee(({ changeRequests }) => {
          if (changeRequests.withdrawn === 0) return undefined;
          return right.projects.register({ id: 'withdrawn', name: '' }, 'the import');
        }),
    })),
  }),
];
