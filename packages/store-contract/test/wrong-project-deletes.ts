import type { ScheduledChangeRequest } from '@forewarn/core';
import { err, ok } from 'neverthrow';
import { isAt, type State } from './reference-state.ts';
import {
  afterAMoment,
  aMoment,
  inProjects,
  inTransfer,
  inWriter,
  wrong,
  type WrongStore,
} from './wrong-store.ts';

const DELETE = 'ProjectRepository.delete';
/** How many change requests a store removes in one step. */
const MOST_AT_ONCE = 1_000;

const hasProject = ({ projects }: State, projectId: string): boolean =>
  projects.some(({ id }) => id === projectId);

const put = (state: State, changeRequests: readonly ScheduledChangeRequest[]): void => {
  for (const each of changeRequests) {
    const others = state.scheduled.filter((other) => !isAt(each.project, each.id)(other));
    state.scheduled = [...others, structuredClone(each)];
  }
};

/** Stores that delete projects wrongly. */
export const wrongProjectDeletes: readonly WrongStore[] = [
  ...wrong([DELETE], {
    'keeps the change requests of a deleted project': inProjects((right, state) => ({
      delete: (id, by) => {
        const { scheduled } = state;
        return right.projects.delete(id, by).andTee(() => {
          state.scheduled = scheduled;
        });
      },
    })),
    'finds the change requests of a deleted project once it is registered again': (
      right,
      state,
    ) => {
      const kept: ScheduledChangeRequest[] = [];
      const { projects } = right;
      return {
        ...right,
        projects: {
          ...projects,
          delete: (id, by) => {
            kept.push(...state.scheduled.filter(({ project }) => project === id));
            return projects.delete(id, by);
          },
          register: (project, by) =>
            projects.register(project, by).andTee(() => {
              state.scheduled.push(...kept.filter((each) => each.project === project.id));
            }),
        },
      };
    },
    'deletes change requests of the same ids in other projects': inProjects((right, state) => ({
      delete: (id, by) => {
        const gone = state.scheduled.filter(({ project }) => project === id);
        return right.projects.delete(id, by).andTee(() => {
          state.scheduled = state.scheduled.filter((each) =>
            gone.every((other) => other.id !== each.id),
          );
        });
      },
    })),
    'records the events of a project delete in the order of the puts': inProjects(
      (right, state) => ({
        delete: (id, by) => {
          const order = state.scheduled.map((each) => each.id);
          const before = state.events.length;
          return right.projects.delete(id, by).andTee(() => {
            const added = state.events.splice(0, state.events.length - before);
            const place = (event: (typeof added)[number]): number =>
              event.type === 'change-request-schedule-withdrawn'
                ? order.indexOf(event.preData.id)
                : Infinity;
            const inOrder = added.toSorted((a, b) => (place(a) < place(b) ? 1 : -1));
            state.events.unshift(
              ...inOrder.map((event, index) => ({ ...event, id: added[index]?.id ?? 0 })),
            );
          });
        },
      }),
    ),
    'records only the event of the project': inProjects((right, state) => ({
      delete: (id, by) => {
        const before = state.events;
        return right.projects.delete(id, by).andTee(() => {
          state.events = [...state.events.slice(0, 1), ...before];
        });
      },
    })),
    'records the event of the project without its name': inProjects((right, state) => ({
      delete: (id, by) =>
        right.projects.delete(id, by).andTee(() => {
          const [event] = state.events;
          if (event?.type !== 'project-deleted') return;
          state.events[0] = { ...event, preData: { id, name: id } };
        }),
    })),
    'returns no error for deleting an unknown project': inProjects((right) => ({
      delete: (id, by) =>
        right.projects
          .delete(id, by)
          .orElse((error) => (error.type === 'ProjectNotFound' ? ok() : err(error))),
    })),
    'checks, waits, and then deletes a project': inProjects((right, state) => ({
      delete: (id, by) => {
        const isThere = hasProject(state, id);
        return afterAMoment().andThen(() =>
          right.projects.delete(id, by).orElse((error) => (isThere ? ok() : err(error))),
        );
      },
    })),
    'deletes the change requests before the project, in another step': inProjects(
      (right, state) => ({
        delete: (id, by) => {
          if (!hasProject(state, id)) return right.projects.delete(id, by);
          state.scheduled = state.scheduled.filter(({ project }) => project !== id);
          return afterAMoment().andThen(() => right.projects.delete(id, by));
        },
      }),
    ),
    'records the events of very many change requests later': inProjects((right, state) => ({
      delete: (id, by) => {
        const before = state.events.length;
        return right.projects.delete(id, by).andTee(() => {
          const late = state.events.splice(
            MOST_AT_ONCE,
            state.events.length - before - MOST_AT_ONCE,
          );
          if (late.length > 0) void aMoment().then(() => state.events.push(...late));
        });
      },
    })),
    'keeps some of very many change requests for a new project': (right, state) => {
      const kept: ScheduledChangeRequest[] = [];
      const { projects } = right;
      return {
        ...right,
        projects: {
          ...projects,
          delete: (id, by) => {
            const own = state.scheduled.filter(({ project }) => project === id);
            kept.push(...own.slice(MOST_AT_ONCE));
            return projects.delete(id, by);
          },
          register: (project, by) =>
            projects.register(project, by).andTee(() => {
              state.scheduled.push(...kept.filter((each) => each.project === project.id));
            }),
        },
      };
    },
    'checks the project, waits, and then puts': inWriter((right, state) => ({
      put: (changeRequest, by, options) => {
        const isThere = hasProject(state, changeRequest.project);
        return afterAMoment().andThen(() =>
          right.writer.put(changeRequest, by, options).orElse((error) => {
            if (!isThere || error.type !== 'ProjectNotFound') return err(error);
            put(state, [changeRequest]);
            return ok('created' as const);
          }),
        );
      },
    })),
    'checks the projects of an import, waits, and then imports': inTransfer((right, state) => ({
      import: (entries) => {
        const known = state.projects.map(({ id }) => id);
        const unnoticed = new Set<string>();
        async function* waiting() {
          yield* entries;
          await aMoment();
          for (const id of known) if (!hasProject(state, id)) unnoticed.add(id);
        }
        return right.transfer.import(waiting()).andTee(() => {
          state.projects = state.projects.filter(({ id }) => !unnoticed.has(id));
        });
      },
    })),
  }),
];
