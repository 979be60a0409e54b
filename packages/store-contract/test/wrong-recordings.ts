import type { PutOutcome } from '@forewarn/record';
import type { ScheduledChangeRequest } from '@forewarn/core';
import { err, errAsync, ok, ResultAsync } from 'neverthrow';
import { hasProject, recordEvent, type State, storedIn } from './reference-state.ts';
import { type WrongStore, aMoment, at, wrong } from './wrong-store.ts';

const readerFind = at('reader.find');
const writerPut = at('writer.put');
const writerPutAll = at('writer.putAll');
const writerRemove = at('writer.remove');

const COPIES = 'Store';
const RECORD = 'ScheduledChangeRequestWriter.put';
const CONCURRENTLY = 'ScheduledChangeRequestWriter.put, concurrently';
const BATCH = 'ScheduledChangeRequestWriter.putAll';
const WITHDRAW = 'ScheduledChangeRequestWriter.remove';
const FIND = 'ScheduledChangeRequestReader.find';
const RULE = 'ScheduledChangeRequestReader.search, against the rule';

/** Returns a change request that also touches what the stored version touches. */
const withOldTargets = (state: State, changeRequest: ScheduledChangeRequest) => {
  const old = storedIn(state, changeRequest)?.features ?? [];
  return { ...changeRequest, features: [...changeRequest.features, ...old] };
};

const withoutNul = (changeRequest: ScheduledChangeRequest): ScheduledChangeRequest =>
  JSON.parse(JSON.stringify(changeRequest).replaceAll('\\u0000', ''));

/** Records an event for a change request that stayed as it was. */
const recordUnchanged = (
  state: State,
  data: ScheduledChangeRequest,
  createdBy: string,
  outcome: PutOutcome | undefined,
): void => {
  if (outcome !== 'unchanged') return;
  recordEvent(state, { type: 'change-request-scheduled', data, preData: data, createdBy });
};

const wrongPuts: readonly WrongStore[] = [
  ...wrong([RECORD, CONCURRENTLY, RULE], {
    'keeps the replaced targets': writerPut.passing((state, changeRequest, by, options) => [
      withOldTargets(state, changeRequest),
      by,
      options,
    ]),
  }),
  ...wrong([RECORD, RULE], {
    'identifies change requests by their ids only': writerPut.after((state, _, put) => {
      state.scheduled = state.scheduled.filter(
        ({ id, project }) => id !== put.id || project === put.project,
      );
    }),
  }),
  ...wrong([RECORD], {
    'returns replaced for an unchanged change request': writerPut.returning((outcome) =>
      outcome === 'unchanged' ? 'replaced' : outcome,
    ),
    'records an event for an unchanged change request': writerPut.after(
      (state, outcome, changeRequest, by) => recordUnchanged(state, changeRequest, by, outcome),
    ),
    'registers the project of a put': writerPut.around((state, { project: id }) => {
      if (!hasProject(state, id)) state.projects.push({ id, name: id });
    }),
    'trims the name of the principal': writerPut.passing((_, changeRequest, by, options) => [
      changeRequest,
      by.trim(),
      options,
    ]),
    'drops from JSON what a database type refuses': writerPut.passing(
      (_, changeRequest, by, options) => [withoutNul(changeRequest), by, options],
    ),
  }),
  ...wrong([CONCURRENTLY], {}),
];

/** Puts each of a batch in its own step, up to the first error. */
const puttingOneByOne = (between: () => Promise<void>) =>
  writerPutAll.instead(({ call }, changeRequests, by) => {
    const oneByOne = async () => {
      const outcomes: PutOutcome[] = [];
      for (const each of changeRequests) {
        const result = await call([each], by);
        if (result.isErr()) return err(result.error);
        outcomes.push(...result.value);
        await between();
      }
      return ok(outcomes);
    };
    return new ResultAsync(oneByOne());
  });

const wrongBatches = wrong([BATCH], {
  'puts a batch up to the first error': puttingOneByOne(() => Promise.resolve()),
  'lets other calls run between the puts of a batch': puttingOneByOne(aMoment),
  'skips the change requests of a batch with an unregistered project': writerPutAll.passing(
    (state, all, by) => [all.filter(({ project }) => hasProject(state, project)), by],
  ),
  'reports the last unregistered project of a batch': writerPutAll.instead(({ call }, all, by) =>
    call(all, by).orElse((error) =>
      call(all.toReversed(), by).mapErr((other) =>
        error.type === 'ProjectNotFound' ? other : error,
      ),
    ),
  ),
  'puts a batch in the order of ids': writerPutAll.passing((_, all, by) => [
    all.toSorted((a, b) => a.id - b.id),
    by,
  ]),
  'records an event for an unchanged item of a batch': writerPutAll.after(
    (state, outcomes, all, by) => {
      for (const [index, each] of all.entries()) recordUnchanged(state, each, by, outcomes[index]);
    },
  ),
  'keeps the targets that a batch replaced': writerPutAll.passing((state, all, by) => [
    all.map((each) => withOldTargets(state, each)),
    by,
  ]),
  'rejects an empty batch': writerPutAll.instead(({ call }, all, by) =>
    all.length === 0 ? errAsync({ type: 'ProjectNotFound', projectId: '' }) : call(all, by),
  ),
});

const wrongRemovals: readonly WrongStore[] = [
  ...wrong([WITHDRAW, RULE], {
    'keeps removed change requests': writerRemove.around((state, { projectId, id }) => {
      const existing = storedIn(state, { project: projectId, id });
      return () => existing !== undefined && state.scheduled.push(existing);
    }),
  }),
  ...wrong([WITHDRAW], {
    'removes the id from every project': writerRemove.after((state, _, key) => {
      state.scheduled = state.scheduled.filter(({ id }) => id !== key.id);
    }),
    'returns no error for removing an unknown change request': writerRemove.ignoring(),
  }),
];

const wrongFinds = wrong([FIND], {
  'caches what it found': readerFind.caching(),
  'drops from found JSON what a database type refuses': readerFind.returning(withoutNul),
  'finds by the id only': readerFind.passing(({ scheduled }, { projectId, id }) => {
    const existing = scheduled.find((each) => each.id === id);
    return [{ projectId: existing?.project ?? projectId, id }];
  }),
});

/** Stores that put, remove or find change requests wrongly. */
export const wrongRecordings: readonly WrongStore[] = [
  ...wrong([COPIES], {}),
  ...wrongPuts,
  ...wrongBatches,
  ...wrongRemovals,
  ...wrongFinds,
];
