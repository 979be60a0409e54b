import type { Precondition, ScheduledChangeRequest } from '@forewarn/core';
import { err, ResultAsync } from 'neverthrow';
import { answering } from './answering.ts';
import { isAt } from './reference-state.ts';
import { aMoment, replacing, type WrongStore } from './wrong-store.ts';

const PRECONDITION = 'ScheduledChangeRequestWriter, with a precondition';

const afterAMoment = () => ResultAsync.fromSafePromise(aMoment());

/** Asks something else of the caller's precondition. */
const asking = (
  change: (onlyIf: Precondition, there: ScheduledChangeRequest | undefined) => boolean,
) =>
  replacing('writer', (right) => ({
    put: (changeRequest, by, { onlyIf = () => true } = {}) =>
      right.writer.put(changeRequest, by, { onlyIf: (there) => change(onlyIf, there) }),
    remove: (key, by, { onlyIf = () => true } = {}) =>
      right.writer.remove(key, by, { onlyIf: (there) => change(onlyIf, there) }),
  }));

/** Stores that ask a precondition of something else than they should, or at another time. */
export const wrongPreconditions: readonly WrongStore[] = [
  {
    flaw: 'ignores preconditions',
    rejectedBy: [PRECONDITION],
    spoil: asking(() => true),
  },
  {
    flaw: 'refuses what has a precondition',
    rejectedBy: [PRECONDITION],
    spoil: asking(() => false),
  },
  {
    flaw: 'takes a precondition to be about what is there only',
    rejectedBy: [PRECONDITION],
    spoil: asking((onlyIf, there) => there === undefined || onlyIf(there)),
  },
  {
    flaw: 'asks of a part of what is there',
    rejectedBy: [PRECONDITION],
    spoil: asking((onlyIf, there) => onlyIf(there && { ...there, features: [] })),
  },
  {
    flaw: 'ignores the precondition of a withdrawal',
    rejectedBy: [PRECONDITION],
    spoil: replacing('writer', (right) => ({
      remove: (key, by) => right.writer.remove(key, by),
    })),
  },
  {
    flaw: 'ignores the precondition of a batch',
    rejectedBy: [PRECONDITION],
    spoil: replacing('writer', (right) => ({
      putAll: (changeRequests, by) => right.writer.putAll(changeRequests, by),
    })),
  },
  {
    flaw: 'refuses every batch that has a precondition',
    rejectedBy: [PRECONDITION],
    spoil: replacing('writer', (right) => ({
      putAll: (changeRequests, by) =>
        right.writer.putAll(changeRequests, by, { onlyIf: () => false }),
    })),
  },
  {
    flaw: 'stores the part of a batch that its precondition accepts',
    rejectedBy: [PRECONDITION],
    spoil: replacing('writer', (right, state) => ({
      putAll: (changeRequests, by, { onlyIf = () => true } = {}) => {
        const accepted = changeRequests.filter(({ project, id }) =>
          onlyIf(structuredClone(state.scheduled.find(isAt(project, id)))),
        );
        return right.writer.putAll(accepted, by);
      },
    })),
  },
  {
    flaw: 'asks about a batch, waits, and then stores it',
    rejectedBy: [PRECONDITION],
    spoil: replacing('writer', (right, state) => ({
      putAll: (changeRequests, by, { onlyIf = () => true } = {}) => {
        const isAccepted = changeRequests.every(({ project, id }) =>
          onlyIf(structuredClone(state.scheduled.find(isAt(project, id)))),
        );
        return afterAMoment().andThen(() =>
          right.writer.putAll(changeRequests, by, { onlyIf: () => isAccepted }),
        );
      },
    })),
  },
  {
    flaw: 'asks of nothing but what would change',
    rejectedBy: [PRECONDITION],
    spoil: replacing('writer', (right) => ({
      put: (changeRequest, by, options) =>
        right.writer.put(changeRequest, by, options).orElse((error) =>
          right.reader
            .find({ projectId: changeRequest.project, id: changeRequest.id })
            .mapErr(() => error)
            .andThen((there) =>
              JSON.stringify(there) === JSON.stringify(changeRequest)
                ? right.writer.put(changeRequest, by)
                : err(error),
            ),
        ),
    })),
  },
  {
    flaw: 'lets a precondition get at what it holds itself',
    rejectedBy: [PRECONDITION],
    spoil: replacing('writer', (right, state) => ({
      put: (changeRequest, by, { onlyIf = () => true } = {}) =>
        right.writer.put(changeRequest, by, {
          onlyIf: () => onlyIf(state.scheduled.find(isAt(changeRequest.project, changeRequest.id))),
        }),
    })),
  },
  {
    flaw: 'asks before it looks for what it is asked about',
    rejectedBy: [PRECONDITION],
    spoil: replacing('writer', (right, state) => ({
      put: (changeRequest, by, { onlyIf = () => true } = {}) => {
        const { project, id } = changeRequest;
        const there = structuredClone(state.scheduled.find(isAt(project, id)));
        return onlyIf(there)
          ? right.writer.put(changeRequest, by)
          : answering(state, () => err({ type: 'PreconditionFailed' }));
      },
      remove: (key, by, { onlyIf = () => true } = {}) => {
        const there = structuredClone(state.scheduled.find(isAt(key.projectId, key.id)));
        return onlyIf(there)
          ? right.writer.remove(key, by)
          : answering(state, () => err({ type: 'PreconditionFailed' }));
      },
    })),
  },
  {
    flaw: 'asks, waits, and then records or withdraws',
    rejectedBy: [PRECONDITION],
    spoil: replacing('writer', (right, state) => ({
      put: (changeRequest, by, { onlyIf = () => true } = {}) => {
        const { project, id } = changeRequest;
        const isAllowed = onlyIf(structuredClone(state.scheduled.find(isAt(project, id))));
        return afterAMoment().andThen(() =>
          right.writer.put(changeRequest, by, { onlyIf: () => isAllowed }),
        );
      },
      remove: (key, by, { onlyIf = () => true } = {}) => {
        const there = structuredClone(state.scheduled.find(isAt(key.projectId, key.id)));
        const isAllowed = there !== undefined && onlyIf(there);
        return afterAMoment().andThen(() =>
          right.writer.remove(key, by, { onlyIf: () => isAllowed }),
        );
      },
    })),
  },
];
