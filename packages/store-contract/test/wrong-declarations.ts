import type { Coverage } from '@forewarn/core';
import type { Event } from '@forewarn/core/operator';
import { err, ok } from 'neverthrow';
import { coverageIn, type State } from './reference-state.ts';
import { inProjects, wrong, type WrongStore } from './wrong-store.ts';

const DECLARE = 'ProjectRepository.declareLive';

const LIVE: Coverage = { kind: 'live' };

/** Makes a project live, and changes the event of that. */
const declaring = (change: (event: Event, state: State) => Event | undefined) =>
  inProjects((right, state) => ({
    declareLive: (id, by) => {
      const { length } = state.events;
      return right.projects.declareLive(id, by).andTee(() => {
        const [event] = state.events;
        if (event === undefined || state.events.length === length) return;
        const changed = change(event, state);
        state.events = [...(changed === undefined ? [] : [changed]), ...state.events.slice(1)];
      });
    },
  }));

/** Stores that make projects live wrongly. */
export const wrongDeclarations: readonly WrongStore[] = wrong([DECLARE], {
  'records no event for a project that is made live': declaring(() => undefined),
  'records the event of another principal': declaring((event) => ({ ...event, createdBy: 'ann' })),
  'records the new coverage as the former one': declaring((event) =>
    event.type === 'project-coverage-updated' ? { ...event, preData: event.data } : event,
  ),
  'makes every project live': inProjects((right, state) => ({
    declareLive: (id, by) =>
      right.projects.declareLive(id, by).andTee(() => {
        for (const project of state.projects) state.coverage.set(project.id, LIVE);
      }),
  })),
  'makes only projects with coverage live': inProjects((right, state) => ({
    declareLive: (id, by) => {
      const before = state.coverage.get(id);
      return right.projects.declareLive(id, by).andTee(() => {
        if (before === undefined) state.coverage.delete(id);
      });
    },
  })),
  'records an event for a project that is live': inProjects((right, state) => ({
    declareLive: (id, by) => {
      if (coverageIn(state, id).kind === 'live') state.coverage.delete(id);
      return right.projects.declareLive(id, by);
    },
  })),
  'returns no error for an unknown project': inProjects((right) => ({
    declareLive: (id, by) =>
      right.projects
        .declareLive(id, by)
        .orElse((error) => (error.type === 'ProjectNotFound' ? ok() : err(error))),
  })),
});
