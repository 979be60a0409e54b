import type { Precondition } from '@forewarn/record';
import type { ScheduledChangeRequest } from '@forewarn/core';
import { errAsync } from 'neverthrow';
import { sameJson, type State, storedIn } from './reference-state.ts';
import { all, at, type Spoil, wrong } from './wrong-store.ts';

const writerPut = at('writer.put');
const writerPutAll = at('writer.putAll');
const writerRemove = at('writer.remove');

const PRECONDITION = 'ScheduledChangeRequestWriter, conditional';

const yes: Precondition = () => true;

/** Calls the caller's precondition in another way. */
const asking = (
  change: (onlyIf: Precondition, existing: ScheduledChangeRequest | undefined) => boolean,
): Spoil => {
  const changed = ({ onlyIf = yes }: { readonly onlyIf?: Precondition | undefined } = {}) => ({
    onlyIf: (existing: ScheduledChangeRequest | undefined) => change(onlyIf, existing),
  });
  return all(
    writerPut.passing((_, changeRequest, by, options) => [changeRequest, by, changed(options)]),
    writerRemove.passing((_, key, by, options) => [key, by, changed(options)]),
  );
};

/** Whether a precondition holds for a copy of what is stored. */
const holds = (
  state: State,
  onlyIf: Precondition,
  key: Pick<ScheduledChangeRequest, 'project' | 'id'>,
): boolean => onlyIf(structuredClone(storedIn(state, key)));

/** Stores that call preconditions with wrong arguments or at the wrong time. */
export const wrongPreconditions = wrong([PRECONDITION], {
  'ignores preconditions': asking(() => true),
  'refuses every write with a precondition': asking(() => false),
  'does not call a precondition when nothing is stored': asking(
    (onlyIf, existing) => existing === undefined || onlyIf(existing),
  ),
  'passes a part of the stored change request': asking((onlyIf, existing) =>
    onlyIf(existing && { ...existing, features: [] }),
  ),
  'ignores the precondition of a removal': writerRemove.passing((_, key, by) => [key, by]),
  'ignores the precondition of a batch': writerPutAll.passing((_, batch, by) => [batch, by]),
  'refuses every batch with a precondition': writerPutAll.passing((_, batch, by) => [
    batch,
    by,
    { onlyIf: () => false },
  ]),
  'stores the part of a batch that its precondition accepts': writerPutAll.passing(
    (state, batch, by, { onlyIf = yes } = {}) => [
      batch.filter((each) => holds(state, onlyIf, each)),
      by,
    ],
  ),
  'does not call the precondition of a put without an effect': writerPut.instead(
    ({ call, state }, changeRequest, by, options) =>
      sameJson(storedIn(state, changeRequest), changeRequest)
        ? call(changeRequest, by)
        : call(changeRequest, by, options),
  ),
  'passes its own object to a precondition': writerPut.passing(
    (state, changeRequest, by, { onlyIf = yes } = {}) => [
      changeRequest,
      by,
      { onlyIf: () => onlyIf(storedIn(state, changeRequest)) },
    ],
  ),
  'calls the precondition before it looks for the project': writerPut.instead(
    ({ call, state }, changeRequest, by, { onlyIf = yes } = {}) =>
      holds(state, onlyIf, changeRequest)
        ? call(changeRequest, by, { onlyIf })
        : errAsync({ type: 'PreconditionFailed' }),
  ),
});
