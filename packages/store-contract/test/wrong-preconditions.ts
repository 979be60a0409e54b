import type { Precondition, ScheduledChangeRequest } from '@forewarn/core';
import { err } from 'neverthrow';
import { whileOpen } from './while-open.ts';
import { isAt } from './reference-state.ts';
import { afterAMoment, inWriter, wrong, type WrongStore } from './wrong-store.ts';

const PRECONDITION = 'ScheduledChangeRequestWriter, conditional';

/** Calls the caller's precondition in another way. */
const asking = (
  change: (onlyIf: Precondition, existing: ScheduledChangeRequest | undefined) => boolean,
) =>
  inWriter((right) => ({
    put: (changeRequest, by, { onlyIf = () => true } = {}) =>
      right.writer.put(changeRequest, by, { onlyIf: (existing) => change(onlyIf, existing) }),
    remove: (key, by, { onlyIf = () => true } = {}) =>
      right.writer.remove(key, by, { onlyIf: (existing) => change(onlyIf, existing) }),
  }));

/** Stores that call preconditions with wrong arguments or at the wrong time. */
export const wrongPreconditions: readonly WrongStore[] = [
  ...wrong([PRECONDITION], {
    'ignores preconditions': asking(() => true),
    'refuses every write with a precondition': asking(() => false),
    'does not call a precondition when nothing is stored': asking(
      (onlyIf, existing) => existing === undefined || onlyIf(existing),
    ),
    'passes a part of the stored change request': asking((onlyIf, existing) =>
      onlyIf(existing && { ...existing, features: [] }),
    ),
    'ignores the precondition of a removal': inWriter((right) => ({
      remove: (key, by) => right.writer.remove(key, by),
    })),
    'ignores the precondition of a batch': inWriter((right) => ({
      putAll: (changeRequests, by) => right.writer.putAll(changeRequests, by),
    })),
    'refuses every batch with a precondition': inWriter((right) => ({
      putAll: (changeRequests, by) =>
        right.writer.putAll(changeRequests, by, { onlyIf: () => false }),
    })),
    'stores the part of a batch that its precondition accepts': inWriter((right, state) => ({
      putAll: (changeRequests, by, { onlyIf = () => true } = {}) => {
        const accepted = changeRequests.filter(({ project, id }) =>
          onlyIf(structuredClone(state.scheduled.find(isAt(project, id)))),
        );
        return right.writer.putAll(accepted, by);
      },
    })),
    'checks a batch, waits, and then stores it': inWriter((right, state) => ({
      putAll: (changeRequests, by, { onlyIf = () => true } = {}) => {
        const isAccepted = changeRequests.every(({ project, id }) =>
          onlyIf(structuredClone(state.scheduled.find(isAt(project, id)))),
        );
        return afterAMoment().andThen(() =>
          right.writer.putAll(changeRequests, by, { onlyIf: () => isAccepted }),
        );
      },
    })),
    'does not call the precondition of a put without an effect': inWriter((right) => ({
      put: (changeRequest, by, options) =>
        right.writer.put(changeRequest, by, options).orElse((error) =>
          right.reader
            .find({ projectId: changeRequest.project, id: changeRequest.id })
            .mapErr(() => error)
            .andThen((existing) =>
              JSON.stringify(existing) === JSON.stringify(changeRequest)
                ? right.writer.put(changeRequest, by)
                : err(error),
            ),
        ),
    })),
    'passes its own object to a precondition': inWriter((right, state) => ({
      put: (changeRequest, by, { onlyIf = () => true } = {}) =>
        right.writer.put(changeRequest, by, {
          onlyIf: () => onlyIf(state.scheduled.find(isAt(changeRequest.project, changeRequest.id))),
        }),
    })),
    'calls the precondition before it looks for the project or change request': inWriter(
      (right, state) => ({
        put: (changeRequest, by, { onlyIf = () => true } = {}) => {
          const { project, id } = changeRequest;
          const existing = structuredClone(state.scheduled.find(isAt(project, id)));
          return onlyIf(existing)
            ? right.writer.put(changeRequest, by)
            : whileOpen(state, undefined, () => err({ type: 'PreconditionFailed' }));
        },
        remove: (key, by, { onlyIf = () => true } = {}) => {
          const existing = structuredClone(state.scheduled.find(isAt(key.projectId, key.id)));
          return onlyIf(existing)
            ? right.writer.remove(key, by)
            : whileOpen(state, undefined, () => err({ type: 'PreconditionFailed' }));
        },
      }),
    ),
    'checks the precondition, waits, and then writes': inWriter((right, state) => ({
      put: (changeRequest, by, { onlyIf = () => true } = {}) => {
        const { project, id } = changeRequest;
        const isAllowed = onlyIf(structuredClone(state.scheduled.find(isAt(project, id))));
        return afterAMoment().andThen(() =>
          right.writer.put(changeRequest, by, { onlyIf: () => isAllowed }),
        );
      },
      remove: (key, by, { onlyIf = () => true } = {}) => {
        const existing = structuredClone(state.scheduled.find(isAt(key.projectId, key.id)));
        const isAllowed = existing !== undefined && onlyIf(existing);
        return afterAMoment().andThen(() =>
          right.writer.remove(key, by, { onlyIf: () => isAllowed }),
        );
      },
    })),
  }),
];
