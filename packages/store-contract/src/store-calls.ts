import assert from 'node:assert/strict';
import type {
  EndedEntry,
  ImportCounts,
  ScheduledChangeRequest,
  ScheduledChangeRequestSummary,
  StateEntry,
  Store,
  Target,
} from '@forewarn/core';
import { ok, type Result, type ResultAsync } from 'neverthrow';
import { answerOf } from './answer-of.ts';
import { outcomeOf, type Step } from './arbitraries/arbitrary-history.ts';
import type { SearchPorts } from './search-ports.ts';

/** The principal in whose name the cases act. */
export const BY = 'ann';

/** Registers projects, each with its id for a name. */
export async function registerProjects(
  store: Pick<SearchPorts, 'projects'>,
  ...ids: readonly string[]
): Promise<void> {
  await Promise.all(ids.map((id) => answerOf(store.projects.register({ id, name: id }, BY))));
}

interface Recorder<T> {
  readonly recorder: {
    record(changeRequest: ScheduledChangeRequest, by: string): ResultAsync<T, unknown>;
  };
}

export const record = <T>(store: Recorder<T>, changeRequest: ScheduledChangeRequest): Promise<T> =>
  answerOf(store.recorder.record(changeRequest, BY));

export const search = (
  store: Pick<SearchPorts, 'scheduledChangeRequests'>,
  projectId: string,
  ...anyOf: readonly Target[]
): Promise<readonly ScheduledChangeRequestSummary[]> =>
  answerOf(store.scheduledChangeRequests.search({ projectId, anyOf }));

export async function searchIds(
  store: Pick<SearchPorts, 'scheduledChangeRequests'>,
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
        : await store.recorder.withdraw(step, BY).match(
            () => 'withdrawn',
            ({ type }) => type,
          );
    assert.equal(answer, did[index] ?? 'ChangeRequestNotFound');
  }
}
