import type { Coverage } from '@forewarn/core';
import type { Event } from '@forewarn/record';
import { errAsync } from 'neverthrow';
import { coverageIn, recordWithdrawn, type State } from './reference-state.ts';
import { type WrongStore, all, at, withOwn, wrong } from './wrong-store.ts';

const projectsDeclareLive = at('projects.declareLive');
const projectsDelete = at('projects.delete');
const projectsList = at('projects.list');
const projectsRegister = at('projects.register');

const COPIES = 'Store';
const PROJECTS = 'ProjectRepository';
const DECLARE = 'ProjectRepository.declareLive';
const DELETE = 'ProjectRepository.delete';

const LIVE: Coverage = { kind: 'live' };
/** How many change requests a store removes in one step. */
const MOST_AT_ONCE = 1_000;

/** Makes a project live, and changes the event of that. */
const declaring = (change: (event: Event) => readonly Event[]) =>
  projectsDeclareLive.around((state) => {
    const { length } = state.events;
    return () => {
      const [event] = state.events;
      if (event === undefined || state.events.length === length) return;
      state.events = [...change(event), ...state.events.slice(1)];
    };
  });

/** Makes projects live wrongly. */
const wrongDeclarations = wrong([DECLARE], {
  'records no event for a project that is made live': declaring(() => []),
  'records the event of another principal': declaring((event) => [{ ...event, createdBy: 'ann' }]),
  'records the new coverage as the former one': declaring((event) =>
    event.type === 'project-coverage-updated' ? [{ ...event, preData: event.data }] : [event],
  ),
  'makes every project live': projectsDeclareLive.after((state) => {
    for (const project of state.projects) state.coverage.set(project.id, LIVE);
  }),
  'makes only projects with coverage live': projectsDeclareLive.around((state, id) => {
    const before = state.coverage.get(id);
    return () => before === undefined && state.coverage.delete(id);
  }),
  'records an event for a project that is live': projectsDeclareLive.around((state, id) => {
    if (coverageIn(state, id).kind === 'live') state.coverage.delete(id);
  }),
  'returns no error for an unknown project': projectsDeclareLive.ignoring('ProjectNotFound'),
});

/** Keeps some change requests of a deleted project for a new one with its id. */
const keeping = (change: (own: State['scheduled']) => State['scheduled']) =>
  withOwn(
    (): State['scheduled'] => [],
    (kept) =>
      all(
        projectsDelete.around(({ scheduled }, id) => {
          kept.push(...change(scheduled.filter(({ project }) => project === id)));
        }),
        projectsRegister.after((state, _, { id }) =>
          state.scheduled.push(...kept.filter(({ project }) => project === id)),
        ),
      ),
  );

/** Changes the events that a delete of a project records. */
const changingEvents = (change: (added: Event[], before: State) => readonly Event[]) =>
  projectsDelete.around((state) => {
    const before = { ...state };
    return () => {
      const added = state.events.slice(0, state.events.length - before.events.length);
      state.events = [...change(added, before), ...before.events];
    };
  });

/** Stores that delete projects wrongly. */
const wrongDeletes = wrong([DELETE], {
  'keeps the change requests of a deleted project': projectsDelete.around((state) => {
    const { scheduled } = state;
    return () => {
      state.scheduled = scheduled;
    };
  }),
  'finds the change requests of a deleted project once it is registered again': keeping(
    (scheduled) => scheduled,
  ),
  'deletes change requests of the same ids in other projects': projectsDelete.around(
    (state, project) => {
      const gone = state.scheduled.filter((each) => each.project === project).map(({ id }) => id);
      return () => {
        state.scheduled = state.scheduled.filter(({ id }) => !gone.includes(id));
      };
    },
  ),

  'records the event of a withdrawal for each change request, too': projectsDelete.around(
    (state, project) => {
      const gone = state.scheduled.filter((each) => each.project === project);
      return () => {
        for (const each of gone) recordWithdrawn(state, each, 'ann');
      };
    },
  ),
  'records the event of the project without its name': changingEvents((added) =>
    added.map((event) =>
      event.type === 'project-deleted'
        ? { ...event, preData: { id: event.preData.id, name: event.preData.id } }
        : event,
    ),
  ),
  'returns no error for deleting an unknown project': projectsDelete.ignoring('ProjectNotFound'),
  'keeps some of very many change requests for a new project': keeping((scheduled) =>
    scheduled.slice(MOST_AT_ONCE),
  ),
});

/** Stores that register, list, declare live or delete projects wrongly. */
export const wrongProjects: readonly WrongStore[] = [
  ...wrong([COPIES], {
    'lists its own projects': projectsList.returning((_, state) =>
      state.projects.map((own) => Object.assign(own, { coverage: coverageIn(state, own.id) })),
    ),
  }),
  ...wrong([PROJECTS], {
    'ignores the case of projects': projectsRegister.instead(({ call, state }, project, by) =>
      state.projects.some(({ id }) => id.toLowerCase() === project.id.toLowerCase())
        ? errAsync({ type: 'ProjectExists', projectId: project.id })
        : call(project, by),
    ),
    'lists also the projects that are not asked for': projectsList.instead(({ call }, options) =>
      call({ ...options, projectIds: undefined }),
    ),
    'renames an existing project': projectsRegister.around((state, project) => {
      state.projects = state.projects.map((kept) => (kept.id === project.id ? project : kept));
    }),
  }),
  ...wrongDeclarations,
  ...wrongDeletes,
];
