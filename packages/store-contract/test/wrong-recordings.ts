import { err, ok } from 'neverthrow';
import { isAt, recordEvent, sameJson } from './reference-state.ts';
import { afterAMoment, inWriter, wrong, type WrongStore } from './wrong-store.ts';

const RECORD = 'ScheduledChangeRequestWriter.put';
const CONCURRENTLY = 'ScheduledChangeRequestWriter.put, concurrently';
const WITHDRAW = 'ScheduledChangeRequestWriter.remove';
const RULE = 'ScheduledChangeRequestReader.search, against the rule';

/** Stores with wrong puts and removals. */
export const wrongRecordings: readonly WrongStore[] = [
  ...wrong([RECORD, CONCURRENTLY, RULE], {
    'keeps the replaced targets': inWriter((right, state) => ({
      put: (changeRequest, by, options) => {
        const old = state.scheduled.find(isAt(changeRequest.project, changeRequest.id));
        const features = [...changeRequest.features, ...(old?.features ?? [])];
        return right.writer.put({ ...changeRequest, features }, by, options);
      },
    })),
  }),
  ...wrong([RECORD], {
    'returns replaced for an unchanged change request': inWriter((right) => ({
      put: (changeRequest, by, options) =>
        right.writer
          .put(changeRequest, by, options)
          .map((recorded) => (recorded === 'unchanged' ? 'replaced' : recorded)),
    })),
    'records an event for an unchanged change request': inWriter((right, state) => ({
      put: (changeRequest, by, options) =>
        right.writer.put(changeRequest, by, options).map((recorded) => {
          const type = 'change-request-scheduled';
          const content = { type, data: changeRequest, preData: changeRequest } as const;
          if (recorded === 'unchanged') recordEvent(state, { ...content, createdBy: by });
          return recorded;
        }),
    })),
    'registers the project of a put': inWriter((right, state) => ({
      put: (changeRequest, by, options) => {
        const id = changeRequest.project;
        if (!state.projects.some((project) => project.id === id)) {
          state.projects.push({ id, name: id });
        }
        return right.writer.put(changeRequest, by, options);
      },
    })),
  }),
  ...wrong([RECORD, RULE], {
    'identifies change requests by their ids only': inWriter((right, state) => ({
      put: (changeRequest, by, options) =>
        right.writer.put(changeRequest, by, options).map((recorded) => {
          state.scheduled = state.scheduled.filter(
            ({ id, project }) => id !== changeRequest.id || project === changeRequest.project,
          );
          return recorded;
        }),
    })),
  }),
  ...wrong([RECORD], {
    'trims the name of the principal': inWriter((right) => ({
      put: (changeRequest, by, options) => right.writer.put(changeRequest, by.trim(), options),
    })),
    'drops from JSON what a database type refuses': inWriter((right) => ({
      put: (changeRequest, by, options) =>
        right.writer.put(
          JSON.parse(JSON.stringify(changeRequest).replaceAll('\\u0000', '')),
          by,
          options,
        ),
    })),
    'keeps a reference to the argument of a put': inWriter((right, state) => ({
      put: (changeRequest, by, options) =>
        right.writer.put(changeRequest, by, options).map((recorded) => {
          state.scheduled = state.scheduled.map((kept) =>
            sameJson(kept, changeRequest) ? changeRequest : kept,
          );
          return recorded;
        }),
    })),
  }),
  ...wrong([CONCURRENTLY], {
    'reads the replaced change request, waits, and then puts': inWriter((right, state) => ({
      put: (changeRequest, by, options) => {
        const { project, id } = changeRequest;
        const preData = state.scheduled.find(isAt(project, id)) ?? null;
        return afterAMoment()
          .andThen(() => right.writer.put(changeRequest, by, options))
          .map((recorded) => {
            const [event] = state.events;
            if (event?.type === 'change-request-scheduled') {
              state.events[0] = { ...event, preData };
            }
            return recorded;
          });
      },
    })),
    'reads all change requests, waits, and then writes them back': inWriter((right, state) => ({
      put: (changeRequest, by, options) => {
        const { scheduled } = state;
        return afterAMoment().andThen(() => {
          state.scheduled = [...scheduled];
          return right.writer.put(changeRequest, by, options);
        });
      },
    })),
  }),
  ...wrong([WITHDRAW, RULE], {
    'keeps removed change requests': inWriter((right, state) => ({
      remove: (key, by, options) => {
        const existing = state.scheduled.find(isAt(key.projectId, key.id));
        return right.writer.remove(key, by, options).map(() => {
          if (existing !== undefined) state.scheduled.push(existing);
        });
      },
    })),
  }),
  ...wrong([WITHDRAW], {
    'removes the id from every project': inWriter((right, state) => ({
      remove: (key, by, options) =>
        right.writer.remove(key, by, options).map(() => {
          state.scheduled = state.scheduled.filter(({ id }) => id !== key.id);
        }),
    })),
    'returns no error for removing an unknown change request': inWriter((right) => ({
      remove: (key, by, options) => right.writer.remove(key, by, options).orElse(() => ok()),
    })),
    'checks, waits, and then removes': inWriter((right, state) => ({
      remove: (key, by, options) => {
        const isThere = state.scheduled.some(isAt(key.projectId, key.id));
        return afterAMoment().andThen(() =>
          right.writer.remove(key, by, options).orElse((error) => (isThere ? ok() : err(error))),
        );
      },
    })),
  }),
];
