import assert from 'node:assert/strict';
import type {
  ScheduledChangeRequest,
  ScheduledChangeRequestSummary,
  Store,
  Target,
} from '@forewarn/core';
import type { EndedEntry, ImportCounts, StateEntry } from '@forewarn/core/operator';
import { ok, type Result, type ResultAsync } from 'neverthrow';
import { answerOf } from './answer-of.ts';
import { outcomeOf, type Step } from './arbitraries/arbitrary-history.ts';
import type { SearchPorts } from './search-ports.ts';

/** The principal of the cases. */
export const BY = 'ann';

/** Registers projects, each with its id for a name. */
export async function registerProjects(
  store: Pick<SearchPorts, 'projects'>,
  ...ids: readonly string[]
): Promise<void> {
  await Promise.all(ids.map((id) => answerOf(store.projects.register({ id, name: id }, BY))));
}

interface Writer<T> {
  readonly writer: {
    put(changeRequest: ScheduledChangeRequest, by: string): ResultAsync<T, unknown>;
  };
}

export const record = <T>(store: Writer<T>, changeRequest: ScheduledChangeRequest): Promise<T> =>
  answerOf(store.writer.put(changeRequest, BY));

export const search = (
  store: Pick<SearchPorts, 'reader'>,
  projectId: string,
  ...anyOf: readonly Target[]
): Promise<readonly ScheduledChangeRequestSummary[]> =>
  answerOf(store.reader.search({ projectId, anyOf }));

export async function searchIds(
  store: Pick<SearchPorts, 'reader'>,
  projectId: string,
  ...anyOf: readonly Target[]
): Promise<readonly number[]> {
  return (await search(store, projectId, ...anyOf)).map(({ id }) => id);
}

/** Entries as an import takes them. */
export async function* entriesOf(
  entries: Iterable<StateEntry | EndedEntry>,
): AsyncGenerator<Result<StateEntry | EndedEntry, never>> {
  for (const entry of entries) yield ok(entry);
}

export const importAll = (
  store: Store,
  entries: Iterable<StateEntry | EndedEntry>,
): Promise<ImportCounts> => answerOf(store.transfer.import(entriesOf(entries)));

/** Records and withdraws, step by step; each answer must say what was done. */
export async function play(store: Store, steps: readonly Step[]): Promise<void> {
  const { did } = outcomeOf(steps);
  for (const [index, step] of steps.entries()) {
    const answer =
      step.kind === 'scheduled'
        ? await record(store, step.changeRequest)
        : await store.writer.remove(step, BY).match(
            () => 'withdrawn',
            ({ type }) => type,
          );
    assert.equal(answer, did[index] ?? 'ChangeRequestNotFound');
  }
}
