import type { PutOutcome, ScheduledChangeRequest, Store } from '@forewarn/core';
import { err, ok, okAsync, type Result, ResultAsync } from 'neverthrow';
import { whileOpen } from './while-open.ts';
import { isAt, recordEvent, sameJson } from './reference-state.ts';
import {
  afterAMoment,
  aMoment,
  inReader,
  inWriter,
  wrong,
  type WrongStore,
} from './wrong-store.ts';

const BATCH = 'ScheduledChangeRequestWriter.putAll';
const FIND = 'ScheduledChangeRequestReader.find';

/** Puts one after the other, each in its own step. */
async function oneByOne(
  { writer }: Store,
  changeRequests: readonly ScheduledChangeRequest[],
  by: string,
  between: () => Promise<void>,
): Promise<Result<readonly PutOutcome[], { readonly type: 'ProjectNotFound'; projectId: string }>> {
  const recorded: PutOutcome[] = [];
  for (const changeRequest of changeRequests) {
    const result = await writer.putAll([changeRequest], by);
    if (result.isErr()) {
      if (result.error.type === 'ProjectNotFound') return err(result.error);
      throw new Error(result.error.type);
    }
    recorded.push(...result.value);
    await between();
  }
  return ok(recorded);
}

const wrongBatches: readonly WrongStore[] = [
  ...wrong([BATCH], {
    'puts a batch up to the first error': inWriter((right) => ({
      putAll: (changeRequests, by) =>
        new ResultAsync(oneByOne(right, changeRequests, by, async () => {})),
    })),
    'lets other calls run between the puts of a batch': inWriter((right) => ({
      putAll: (changeRequests, by) => new ResultAsync(oneByOne(right, changeRequests, by, aMoment)),
    })),
    'skips the change requests of a batch with an unregistered project': inWriter(
      (right, state) => ({
        putAll: (changeRequests, by) =>
          right.writer.putAll(
            changeRequests.filter(({ project }) => state.projects.some(({ id }) => id === project)),
            by,
          ),
      }),
    ),
    'reports the last unregistered project of a batch': inWriter((right) => ({
      putAll: (changeRequests, by) =>
        right.writer
          .putAll(changeRequests, by)
          .orElse((error) =>
            right.writer
              .putAll(changeRequests.toReversed(), by)
              .mapErr((other) => (error.type === 'ProjectNotFound' ? other : error)),
          ),
    })),
    'puts a batch in the order of ids': inWriter((right) => ({
      putAll: (changeRequests, by) =>
        right.writer.putAll(
          changeRequests.toSorted((a, b) => a.id - b.id),
          by,
        ),
    })),
    'records an event for an unchanged item of a batch': inWriter((right, state) => ({
      putAll: (changeRequests, by) =>
        right.writer.putAll(changeRequests, by).map((recorded) => {
          for (const [index, data] of changeRequests.entries()) {
            if (recorded[index] !== 'unchanged') continue;
            const type = 'change-request-scheduled';
            recordEvent(state, { type, data, preData: data, createdBy: by });
          }
          return recorded;
        }),
    })),
    'keeps the targets that a batch replaced': inWriter((right, state) => ({
      putAll: (changeRequests, by) =>
        right.writer.putAll(
          changeRequests.map((each) => {
            const old = state.scheduled.find(isAt(each.project, each.id));
            return { ...each, features: [...each.features, ...(old?.features ?? [])] };
          }),
          by,
        ),
    })),
    'rejects an empty batch': inWriter((right, state) => ({
      putAll: (changeRequests, by) =>
        changeRequests.length === 0
          ? whileOpen(state, undefined, () => err({ type: 'ProjectNotFound', projectId: '' }))
          : right.writer.putAll(changeRequests, by),
    })),
    'keeps a reference to the batch of the caller': inWriter((right, state) => ({
      putAll: (changeRequests, by) =>
        right.writer.putAll(changeRequests, by).map((recorded) => {
          state.scheduled = state.scheduled.map(
            (kept) => changeRequests.find((each) => sameJson(kept, each)) ?? kept,
          );
          return recorded;
        }),
    })),
    'reads the replaced change requests of a batch, waits, and then puts': inWriter(
      (right, state) => ({
        putAll: (changeRequests, by) => {
          const { scheduled } = structuredClone(state);
          return afterAMoment().andThen(() => {
            const before = state.events.length;
            return right.writer.putAll(changeRequests, by).map((recorded) => {
              const added = state.events.length - before;
              state.events = state.events.map((event, index) => {
                if (index >= added || event.type !== 'change-request-scheduled') return event;
                const { project, id } = event.data;
                return { ...event, preData: scheduled.find(isAt(project, id)) ?? null };
              });
              return recorded;
            });
          });
        },
      }),
    ),
  }),
];

const wrongFinds: readonly WrongStore[] = [
  ...wrong([FIND], {
    'caches what it found': inReader((right) => {
      const found = new Map<string, ScheduledChangeRequest>();
      return {
        find: (key) => {
          const existing = found.get(JSON.stringify(key));
          if (existing !== undefined) return okAsync(existing);
          return right.reader.find(key).andTee((each) => {
            found.set(JSON.stringify(key), each);
          });
        },
      };
    }),
    'drops from found JSON what a database type refuses': inReader((right) => ({
      find: (key) =>
        right.reader
          .find(key)
          .map((found): ScheduledChangeRequest =>
            JSON.parse(JSON.stringify(found).replaceAll('\\u0000', '')),
          ),
    })),
    'finds by the id only': inReader((_, state) => ({
      find: ({ projectId, id }) =>
        whileOpen(state, undefined, () => {
          const existing = state.scheduled.find((each) => each.id === id);
          return existing === undefined
            ? err({ type: 'ChangeRequestNotFound', projectId, id })
            : ok(structuredClone(existing));
        }),
    })),
    'returns its own object from find': inReader((right, state) => ({
      find: (key) =>
        right.reader
          .find(key)
          .map((found) => state.scheduled.find(isAt(key.projectId, key.id)) ?? found),
    })),
  }),
];

/** Stores with wrong batches and look-ups. */
export const wrongBatchesAndFinds: readonly WrongStore[] = [...wrongBatches, ...wrongFinds];
