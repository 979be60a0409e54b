import { err, ok, ResultAsync } from 'neverthrow';
import { isAt, recordEvent, sameJson } from './reference-state.ts';
import { aMoment, replacing, type WrongStore } from './wrong-store.ts';

const RECORD = 'ScheduledChangeRequestWriter.put';
const CONCURRENTLY = 'ScheduledChangeRequestWriter.put, concurrently';
const WITHDRAW = 'ScheduledChangeRequestWriter.remove';
const RULE = 'ScheduledChangeRequestReader.search, against the rule';

/** Stores with wrong puts and removals. */
export const wrongRecordings: readonly WrongStore[] = [
  {
    flaw: 'keeps the replaced targets',
    rejectedBy: [RECORD, CONCURRENTLY, RULE],
    spoil: replacing('writer', (right, state) => ({
      put: (changeRequest, by, options) => {
        const old = state.scheduled.find(isAt(changeRequest.project, changeRequest.id));
        const features = [...changeRequest.features, ...(old?.features ?? [])];
        return right.writer.put({ ...changeRequest, features }, by, options);
      },
    })),
  },
  {
    flaw: 'returns replaced for an unchanged change request',
    rejectedBy: [RECORD],
    spoil: replacing('writer', (right) => ({
      put: (changeRequest, by, options) =>
        right.writer
          .put(changeRequest, by, options)
          .map((recorded) => (recorded === 'unchanged' ? 'replaced' : recorded)),
    })),
  },
  {
    flaw: 'records an event for an unchanged change request',
    rejectedBy: [RECORD],
    spoil: replacing('writer', (right, state) => ({
      put: (changeRequest, by, options) =>
        right.writer.put(changeRequest, by, options).map((recorded) => {
          const type = 'change-request-scheduled';
          const content = { type, data: changeRequest, preData: changeRequest } as const;
          if (recorded === 'unchanged') recordEvent(state, { ...content, createdBy: by });
          return recorded;
        }),
    })),
  },
  {
    flaw: 'registers the project of a put',
    rejectedBy: [RECORD],
    spoil: replacing('writer', (right, state) => ({
      put: (changeRequest, by, options) => {
        const id = changeRequest.project;
        if (!state.projects.some((project) => project.id === id)) {
          state.projects.push({ id, name: id });
        }
        return right.writer.put(changeRequest, by, options);
      },
    })),
  },
  {
    flaw: 'identifies change requests by their ids only',
    rejectedBy: [RECORD, RULE],
    spoil: replacing('writer', (right, state) => ({
      put: (changeRequest, by, options) =>
        right.writer.put(changeRequest, by, options).map((recorded) => {
          state.scheduled = state.scheduled.filter(
            ({ id, project }) => id !== changeRequest.id || project === changeRequest.project,
          );
          return recorded;
        }),
    })),
  },
  {
    flaw: 'trims the name of the principal',
    rejectedBy: [RECORD],
    spoil: replacing('writer', (right) => ({
      put: (changeRequest, by, options) => right.writer.put(changeRequest, by.trim(), options),
    })),
  },
  {
    flaw: 'drops from JSON what a database type refuses',
    rejectedBy: [RECORD],
    spoil: replacing('writer', (right) => ({
      put: (changeRequest, by, options) =>
        right.writer.put(
          JSON.parse(JSON.stringify(changeRequest).replaceAll('\\u0000', '')),
          by,
          options,
        ),
    })),
  },
  {
    flaw: 'keeps a reference to the argument of a put',
    rejectedBy: [RECORD],
    spoil: replacing('writer', (right, state) => ({
      put: (changeRequest, by, options) =>
        right.writer.put(changeRequest, by, options).map((recorded) => {
          state.scheduled = state.scheduled.map((kept) =>
            sameJson(kept, changeRequest) ? changeRequest : kept,
          );
          return recorded;
        }),
    })),
  },
  {
    flaw: 'reads the replaced change request, waits, and then puts',
    rejectedBy: [CONCURRENTLY],
    spoil: replacing('writer', (right, state) => ({
      put: (changeRequest, by, options) => {
        const { project, id } = changeRequest;
        const preData = state.scheduled.find(isAt(project, id)) ?? null;
        return ResultAsync.fromSafePromise(aMoment())
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
  },
  {
    flaw: 'reads all change requests, waits, and then writes them back',
    rejectedBy: [CONCURRENTLY],
    spoil: replacing('writer', (right, state) => ({
      put: (changeRequest, by, options) => {
        const { scheduled } = state;
        return ResultAsync.fromSafePromise(aMoment()).andThen(() => {
          state.scheduled = [...scheduled];
          return right.writer.put(changeRequest, by, options);
        });
      },
    })),
  },
  {
    flaw: 'keeps removed change requests',
    rejectedBy: [WITHDRAW, RULE],
    spoil: replacing('writer', (right, state) => ({
      remove: (key, by, options) => {
        const existing = state.scheduled.find(isAt(key.projectId, key.id));
        return right.writer.remove(key, by, options).map(() => {
          if (existing !== undefined) state.scheduled.push(existing);
        });
      },
    })),
  },
  {
    flaw: 'removes the id from every project',
    rejectedBy: [WITHDRAW],
    spoil: replacing('writer', (right, state) => ({
      remove: (key, by, options) =>
        right.writer.remove(key, by, options).map(() => {
          state.scheduled = state.scheduled.filter(({ id }) => id !== key.id);
        }),
    })),
  },
  {
    flaw: 'returns no error for removing an unknown change request',
    rejectedBy: [WITHDRAW],
    spoil: replacing('writer', (right) => ({
      remove: (key, by, options) => right.writer.remove(key, by, options).orElse(() => ok()),
    })),
  },
  {
    flaw: 'checks, waits, and then removes',
    rejectedBy: [WITHDRAW],
    spoil: replacing('writer', (right, state) => ({
      remove: (key, by, options) => {
        const isThere = state.scheduled.some(isAt(key.projectId, key.id));
        return ResultAsync.fromSafePromise(aMoment()).andThen(() =>
          right.writer.remove(key, by, options).orElse((error) => (isThere ? ok() : err(error))),
        );
      },
    })),
  },
];
