import type { Coverage } from '@forewarn/core';
import { coverageIn, type State } from './reference-state.ts';
import { exporting } from './wrong-exports.ts';
import { changingComplete, importingEach } from './wrong-imports.ts';
import { type Spoil, type WrongStore, afterAMoment, all, at, wrong } from './wrong-store.ts';

const projectsDelete = at('projects.delete');
const projectsList = at('projects.list');
const projectsRegister = at('projects.register');
const readerSearch = at('reader.search');
const transferImport = at('transfer.import');
const writerPut = at('writer.put');
const writerPutAll = at('writer.putAll');

const COPIES = 'Store';
const COVERAGE = 'Coverage';
const OUTDATED = 'StateTransfer.import, outdated';
const COMPLETE = 'StateTransfer.import, complete';

const NONE: Coverage = { kind: 'none' };
const LIVE: Coverage = { kind: 'live' };

/** Changes coverage before or after each put, whether or not it succeeds. */
const putting = (before: (state: State, project: string) => (() => void) | void): Spoil =>
  all(
    writerPut.around((state, { project }) => before(state, project)),
    writerPutAll.around((state, changeRequests) => {
      const then = changeRequests.map(({ project }) => before(state, project));
      return () => {
        for (const each of then) each?.();
      };
    }),
  );

/** Makes the coverage live with each put if this one is stored. */
const puttingLive = (isWrong: (coverage: Coverage) => boolean) =>
  putting((state, project) => {
    const before = state.coverage.get(project);
    return () => before !== undefined && isWrong(before) && state.coverage.set(project, LIVE);
  });

/** Sets the coverages of live projects after an import. */
const importingOver = (coverageOf: (created: number) => Coverage | undefined) =>
  transferImport.around((state) => {
    const live = [...state.coverage].filter(([, { kind }]) => kind === 'live');
    return ({ changeRequests }) => {
      const coverage = coverageOf(changeRequests.created);
      if (coverage !== undefined) for (const [id] of live) state.coverage.set(id, coverage);
    };
  });

const keepingCoverage = projectsDelete.around((state, id) => {
  const before = coverageIn(state, id);
  return () => state.coverage.set(id, before);
});

/** Stores with wrong coverage. */
export const wrongCoverage: readonly WrongStore[] = [
  ...wrong([COPIES], {
    'returns its own coverage': projectsList.returning((listed, { coverage }) =>
      listed.map((each) => ({ ...each, coverage: coverage.get(each.id) ?? each.coverage })),
    ),
  }),
  ...wrong([COVERAGE], {
    'has live data of a project that is only registered': projectsRegister.after(
      (state, _, { id }) => state.coverage.set(id, LIVE),
    ),
    'does not make coverage live': putting((state, project) => {
      const before = coverageIn(state, project);
      return () => state.coverage.set(project, before);
    }),
    'does not make coverage live with a batch': writerPutAll.around((state, changeRequests) => {
      const before = new Map(state.coverage);
      return () => {
        for (const { project } of changeRequests) {
          state.coverage.set(project, before.get(project) ?? NONE);
        }
      };
    }),
    'makes the coverage of every project live': putting((state) => () => {
      for (const { id } of state.projects) state.coverage.set(id, LIVE);
    }),
    'makes the coverage of a project live that a sync lists': puttingLive(
      (coverage) => coverage.kind === 'as-of' && coverage.source === 'sync',
    ),
    'makes the coverage of a project live that an import only names': puttingLive(
      ({ kind }) => kind === 'none',
    ),
    'forgets that an import registered a project': transferImport.around((state) => {
      const known = new Set(state.projects.map(({ id }) => id));
      return () => {
        for (const [id, { kind }] of state.coverage) {
          if (kind === 'none' && !known.has(id)) state.coverage.delete(id);
        }
      };
    }),
    'keeps the coverage of no project that an import names live': importingOver((created) =>
      created === 0 ? undefined : NONE,
    ),
    'makes coverage live before it knows whether the put succeeds': putting((state, project) => {
      if (!state.coverage.has(project)) state.coverage.set(project, LIVE);
    }),
    'reads the coverage after the search, in another step': readerSearch.instead(
      ({ call, state }, asked) =>
        call(asked).andThen((found) =>
          afterAMoment().map(() => ({ ...found, coverage: coverageIn(state, asked.projectId) })),
        ),
    ),
    'ignores the coverage of imported projects': importingEach((entry) =>
      entry.kind === 'project' ? [{ kind: 'project', project: entry.project }] : [entry],
    ),
    'removes the coverage that an imported project omits': importingEach((entry) =>
      entry.kind === 'project' ? [{ coverage: NONE, ...entry }] : [entry],
    ),
    'imports every coverage as one of an import': importingEach((entry) =>
      entry.kind === 'project' && entry.coverage?.kind === 'as-of'
        ? [{ ...entry, coverage: { ...entry.coverage, source: 'import' } }]
        : [entry],
    ),
    'exports no coverage': exporting((_, entries) =>
      entries.map((each) =>
        each.kind === 'project' ? { kind: 'project', project: each.project } : each,
      ),
    ),
  }),
  ...wrong([COVERAGE, OUTDATED], { 'keeps the coverage of a deleted project': keepingCoverage }),
  ...wrong([COMPLETE], {
    'ignores the time of a complete import': changingComplete((entry) => [
      { ...entry, asOf: new Date().toISOString() },
    ]),
    'ignores the source of a complete import': changingComplete((entry) => [
      { ...entry, source: 'import' },
    ]),
    'keeps the coverage of a live project in a complete import': importingOver(() => LIVE),
    'ignores complete entries of unregistered projects': changingComplete((entry, { projects }) =>
      projects.some(({ id }) => id === entry.projectId) ? [entry] : [],
    ),
    'withdraws nothing for a complete entry': changingComplete((entry, { projects }) => {
      const { projectId: id, asOf, source } = entry;
      const { name } = projects.find((project) => project.id === id) ?? { name: id };
      return [
        { kind: 'project', project: { id, name }, coverage: { kind: 'as-of', asOf, source } },
      ];
    }),
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

    'records the events of a complete entry in descending order of id': transferImport.reversing(),
  }),
];
