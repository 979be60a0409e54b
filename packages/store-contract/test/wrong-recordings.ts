import { err, ok, ResultAsync } from 'neverthrow';
import { isAt, recordEvent, sameJson } from './reference-state.ts';
import { aMoment, replacing, type WrongStore } from './wrong-store.ts';

const RECORD = 'ScheduledChangeRequestRecorder.record';
const CONCURRENTLY = 'ScheduledChangeRequestRecorder.record, concurrently';
const WITHDRAW = 'ScheduledChangeRequestRecorder.withdraw';
const RULE = 'ScheduledChangeRequestRepository.search, against the rule';

/** Stores that record and withdraw otherwise than they should. */
export const wrongRecordings: readonly WrongStore[] = [
  {
    flaw: 'keeps the targets of what was replaced',
    rejectedBy: [RECORD, CONCURRENTLY, RULE],
    spoil: replacing('recorder', (right, state) => ({
      record: (changeRequest, by, onlyIf) => {
        const old = state.scheduled.find(isAt(changeRequest.project, changeRequest.id));
        const features = [...changeRequest.features, ...(old?.features ?? [])];
        return right.recorder.record({ ...changeRequest, features }, by, onlyIf);
      },
    })),
  },
  {
    flaw: 'answers replaced for what is unchanged',
    rejectedBy: [RECORD],
    spoil: replacing('recorder', (right) => ({
      record: (changeRequest, by, onlyIf) =>
        right.recorder
          .record(changeRequest, by, onlyIf)
          .map((recorded) => (recorded === 'unchanged' ? 'replaced' : recorded)),
    })),
  },
  {
    flaw: 'records an event for what is unchanged',
    rejectedBy: [RECORD],
    spoil: replacing('recorder', (right, state) => ({
      record: (changeRequest, by, onlyIf) =>
        right.recorder.record(changeRequest, by, onlyIf).map((recorded) => {
          const type = 'change-request-scheduled';
          const said = { type, data: changeRequest, preData: changeRequest } as const;
          if (recorded === 'unchanged') recordEvent(state, { ...said, createdBy: by });
          return recorded;
        }),
    })),
  },
  {
    flaw: 'registers the project of what is recorded',
    rejectedBy: [RECORD],
    spoil: replacing('recorder', (right, state) => ({
      record: (changeRequest, by, onlyIf) => {
        const id = changeRequest.project;
        if (!state.projects.some((project) => project.id === id)) {
          state.projects.push({ id, name: id });
        }
        return right.recorder.record(changeRequest, by, onlyIf);
      },
    })),
  },
  {
    flaw: 'tells change requests apart by their ids alone',
    rejectedBy: [RECORD, RULE],
    spoil: replacing('recorder', (right, state) => ({
      record: (changeRequest, by, onlyIf) =>
        right.recorder.record(changeRequest, by, onlyIf).map((recorded) => {
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
    spoil: replacing('recorder', (right) => ({
      record: (changeRequest, by, onlyIf) =>
        right.recorder.record(changeRequest, by.trim(), onlyIf),
    })),
  },
  {
    flaw: 'keeps JSON without what a database type for it refuses',
    rejectedBy: [RECORD],
    spoil: replacing('recorder', (right) => ({
      record: (changeRequest, by, onlyIf) =>
        right.recorder.record(
          JSON.parse(JSON.stringify(changeRequest).replaceAll('\\u0000', '')),
          by,
          onlyIf,
        ),
    })),
  },
  {
    flaw: 'shares what was recorded with the caller',
    rejectedBy: [RECORD],
    spoil: replacing('recorder', (right, state) => ({
      record: (changeRequest, by, onlyIf) =>
        right.recorder.record(changeRequest, by, onlyIf).map((recorded) => {
          state.scheduled = state.scheduled.map((kept) =>
            sameJson(kept, changeRequest) ? changeRequest : kept,
          );
          return recorded;
        }),
    })),
  },
  {
    flaw: 'reads what it replaces before it waits',
    rejectedBy: [CONCURRENTLY],
    spoil: replacing('recorder', (right, state) => ({
      record: (changeRequest, by, onlyIf) => {
        const { project, id } = changeRequest;
        const preData = state.scheduled.find(isAt(project, id)) ?? null;
        return ResultAsync.fromSafePromise(aMoment())
          .andThen(() => right.recorder.record(changeRequest, by, onlyIf))
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
    flaw: 'puts back what was scheduled before it waited',
    rejectedBy: [CONCURRENTLY],
    spoil: replacing('recorder', (right, state) => ({
      record: (changeRequest, by, onlyIf) => {
        const { scheduled } = state;
        return ResultAsync.fromSafePromise(aMoment()).andThen(() => {
          state.scheduled = [...scheduled];
          return right.recorder.record(changeRequest, by, onlyIf);
        });
      },
    })),
  },
  {
    flaw: 'keeps what was withdrawn',
    rejectedBy: [WITHDRAW, RULE],
    spoil: replacing('recorder', (right, state) => ({
      withdraw: (key, by, onlyIf) => {
        const there = state.scheduled.find(isAt(key.projectId, key.id));
        return right.recorder.withdraw(key, by, onlyIf).map(() => {
          if (there !== undefined) state.scheduled.push(there);
        });
      },
    })),
  },
  {
    flaw: 'withdraws the id from every project',
    rejectedBy: [WITHDRAW],
    spoil: replacing('recorder', (right, state) => ({
      withdraw: (key, by, onlyIf) =>
        right.recorder.withdraw(key, by, onlyIf).map(() => {
          state.scheduled = state.scheduled.filter(({ id }) => id !== key.id);
        }),
    })),
  },
  {
    flaw: 'withdraws what is not there without a word',
    rejectedBy: [WITHDRAW],
    spoil: replacing('recorder', (right) => ({
      withdraw: (key, by, onlyIf) => right.recorder.withdraw(key, by, onlyIf).orElse(() => ok()),
    })),
  },
  {
    flaw: 'checks, waits, and then withdraws',
    rejectedBy: [WITHDRAW],
    spoil: replacing('recorder', (right, state) => ({
      withdraw: (key, by, onlyIf) => {
        const isThere = state.scheduled.some(isAt(key.projectId, key.id));
        return ResultAsync.fromSafePromise(aMoment()).andThen(() =>
          right.recorder.withdraw(key, by, onlyIf).orElse((error) => (isThere ? ok() : err(error))),
        );
      },
    })),
  },
];
