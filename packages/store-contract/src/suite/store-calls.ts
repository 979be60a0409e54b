import assert from 'node:assert/strict';
import type { ScheduledChangeRequest, PortResult } from '@forewarn/core';
import type { Store } from '@forewarn/store';
import type { ImportCounts, ImportEntry } from '@forewarn/record';
import { ok, type Result } from 'neverthrow';
import { outcomeOf, type Step } from '../arbitraries/arbitrary-history.ts';
import { scheduledEntries } from '../samples/entries.ts';
import type { SearchPorts } from './ports.ts';
import { valueOf } from './value-of.ts';

/** The principal of the cases. */
export const BY = 'ann';

/** Registers projects named by their ids. */
export async function registerProjects(
  store: Pick<SearchPorts, 'projects'>,
  ...ids: readonly string[]
): Promise<void> {
  await Promise.all(ids.map((id) => valueOf(store.projects.register({ id, name: id }, BY))));
}

interface Writer<T> {
  readonly writer: {
    put(scheduled: ScheduledChangeRequest, by: string): PortResult<T, unknown>;
  };
}

export const record = <T>(store: Writer<T>, scheduled: ScheduledChangeRequest): Promise<T> =>
  valueOf(store.writer.put(scheduled, BY));

/** Returns entries as the input of an import. */
export async function* entriesOf(
  entries: Iterable<ImportEntry>,
): AsyncGenerator<Result<ImportEntry, never>> {
  for (const entry of entries) yield ok(entry);
}

export const importAll = (
  store: { readonly transfer: Pick<Store['transfer'], 'import'> },
  entries: Iterable<ImportEntry>,
): Promise<ImportCounts> => valueOf(store.transfer.import(entriesOf(entries)));

/** Applies the steps of a history with put and remove. */
export async function schedule(
  store: Pick<SearchPorts, 'writer'>,
  steps: readonly Step[],
): Promise<void> {
  const { did } = outcomeOf(steps);
  for (const [index, step] of steps.entries()) {
    if (step.kind === 'scheduled') await record(store, step.changeRequest);
    else if (did[index] === 'withdrawn') await valueOf(store.writer.remove(step, BY));
  }
}

/** Applies the steps of a history and asserts the result of each. */
export async function play(store: Store, steps: readonly Step[]): Promise<void> {
  const { did } = outcomeOf(steps);
  for (const [index, step] of steps.entries()) {
    const result =
      step.kind === 'scheduled'
        ? await record(store, step.changeRequest)
        : (await store.writer.remove(step, BY)).match(
            () => 'withdrawn',
            ({ type }) => type,
          );
    assert.equal(result, did[index] ?? 'ChangeRequestNotFound');
  }
}

/** Registers projects and records change requests. */
export async function recordAll(
  store: Pick<SearchPorts, 'projects' | 'writer'>,
  all: readonly ScheduledChangeRequest[],
  ...projects: readonly string[]
): Promise<void> {
  await registerProjects(store, ...projects);
  await Promise.all(all.map((each) => record(store, each)));
}

/** Maximum puts at once: a store can refuse more. */
const MAX_AT_ONCE = 100;

/** The ports that fill a store, and one that does it faster, if it is there. */
export interface FilledPorts extends Pick<SearchPorts, 'projects' | 'writer'> {
  readonly transfer?: Pick<Store['transfer'], 'import'>;
}

/** Registers projects and records any number of change requests: by an import, if the store has one. */
export async function recordMany(
  { transfer, ...store }: FilledPorts,
  all: readonly ScheduledChangeRequest[],
  ...projects: readonly string[]
): Promise<void> {
  await registerProjects(store, ...projects);
  if (transfer !== undefined) {
    await importAll({ transfer }, scheduledEntries(all));
    return;
  }
  for (let start = 0; start < all.length; start += MAX_AT_ONCE) {
    await recordAll(store, all.slice(start, start + MAX_AT_ONCE));
  }
}
