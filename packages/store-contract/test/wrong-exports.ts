import { targetsOf } from '@forewarn/core';
import type { StateEntry } from '@forewarn/record';
import { err, ok } from 'neverthrow';
import { entriesOfState, type State } from './reference-state.ts';
import { at, withOwn, wrong } from './wrong-store.ts';

const transferExport = at('transfer.export');

const EXPORT = 'StateTransfer.export';

/** Exports other entries than those of the state. */
export const exporting = (
  change: (state: State, entries: readonly StateEntry[]) => Iterable<StateEntry>,
) =>
  transferExport.instead(async function* changed({ state }) {
    for (const entry of change(state, entriesOfState(state))) yield ok(entry);
  });

const scheduledEntry = (changeRequest: State['scheduled'][number]): StateEntry => ({
  kind: 'scheduled',
  changeRequest,
});

/** Stores with wrong exports. */
export const wrongExports = wrong([EXPORT], {
  'exports concurrent changes': exporting(function* reading(state) {
    yield* entriesOfState(state).slice(0, 1);
    yield* entriesOfState(state).slice(1);
  }),
  'exports the change requests first': exporting((_, entries) => entries.toReversed()),
  'exports change requests in the order of recording': exporting((state, entries) => [
    ...entries.filter(({ kind }) => kind !== 'scheduled'),
    ...structuredClone(state.scheduled).map(scheduledEntry),
  ]),
  'does not export change requests that touch no feature or segment': exporting((_, entries) =>
    entries.filter(
      (entry) =>
        entry.kind !== 'scheduled' ||
        targetsOf(entry.changeRequest).some(({ kind }) => kind === 'feature' || kind === 'segment'),
    ),
  ),
  'does not export the built-in strategy definitions': exporting((_, entries) =>
    entries.filter((entry) => entry.kind !== 'strategy' || entry.definition.editable),
  ),
  'exports its own objects': exporting((state, entries) => [
    ...entries.filter(({ kind }) => kind !== 'scheduled'),
    ...state.scheduled.map(scheduledEntry),
  ]),
  'waits until each export is read to its end': withOwn(
    () => ({ unread: 0 }),
    (own) =>
      transferExport.instead(async function* busy({ call }) {
        if (own.unread === 10) yield err({ type: 'StoreUnavailable' as const, cause: 'busy' });
        own.unread += 1;
        yield* call();
        own.unread -= 1;
      }),
  ),
});
