import assert, { AssertionError } from 'node:assert/strict';
import { inspect } from 'node:util';
import type {
  AskedTarget,
  ImpactFindings,
  Project,
  ScheduledChangeRequest,
  ScheduledChangeRequestSummary,
  Store,
  StrategyDefinition,
  Target,
} from '@forewarn/core';
import type { ImportCounts, ImportEntry, StateEntry } from '@forewarn/core/operator';
import { ok, type Result, type ResultAsync } from 'neverthrow';
import { outcomeOf, type Step } from '../arbitraries/arbitrary-history.ts';
import type { ImpactPorts, SearchPorts } from './ports.ts';

/** Returns the value of a call. An error fails the case. */
export async function valueOf<T, E>(call: ResultAsync<T, E>): Promise<T> {
  const result = await call;
  if (result.isOk()) return result.value;
  throw new AssertionError({ message: `expected a value, got ${inspect(result.error)}` });
}

/** Returns the error of a call. A value fails the case. */
export async function errorOf<T, E>(call: ResultAsync<T, E>): Promise<E> {
  const result = await call;
  if (result.isErr()) return result.error;
  throw new AssertionError({ message: `expected an error, got ${inspect(result.value)}` });
}

/** The principal of the cases. */
export const BY = 'ann';

/** Registers projects named by their ids. */
export async function registerProjects(
  store: Pick<SearchPorts, 'projects'>,
  ...ids: readonly string[]
): Promise<void> {
  await Promise.all(ids.map((id) => valueOf(store.projects.register({ id, name: id }, BY))));
}

/** Returns what each number below a count makes. */
export const times = <T>(count: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Does something several times, one after the other. */
export async function repeat(
  count: number,
  act: (round: number) => Promise<unknown>,
): Promise<void> {
  for (let round = 0; round < count; round += 1) await act(round);
}

/** Looks several times, first before something happens and then meanwhile. */
export const lookDuring = (
  act: () => Promise<unknown>,
  look: () => Promise<unknown>,
  looks = 5,
): Promise<unknown> => Promise.all([repeat(looks, look), act()]);

interface Writer<T> {
  readonly writer: {
    put(scheduled: ScheduledChangeRequest, by: string): ResultAsync<T, unknown>;
  };
}

export const record = <T>(store: Writer<T>, scheduled: ScheduledChangeRequest): Promise<T> =>
  valueOf(store.writer.put(scheduled, BY));

export async function search(
  store: Pick<SearchPorts, 'reader'>,
  projectId: string,
  ...anyOf: readonly Target[]
): Promise<readonly ScheduledChangeRequestSummary[]> {
  return (await valueOf(store.reader.search({ projectId, anyOf }))).changeRequests;
}

export async function searchIds(
  store: Pick<SearchPorts, 'reader'>,
  projectId: string,
  ...anyOf: readonly Target[]
): Promise<readonly number[]> {
  return (await search(store, projectId, ...anyOf)).map(({ id }) => id);
}

export const impact = (
  store: Pick<ImpactPorts, 'reader'>,
  projectIds: readonly string[],
  asked: readonly AskedTarget[],
): Promise<ImpactFindings> => valueOf(store.reader.impact({ asked, projectIds }));

/** Returns entries as the input of an import. */
export async function* entriesOf(
  entries: Iterable<ImportEntry>,
): AsyncGenerator<Result<ImportEntry, never>> {
  for (const entry of entries) yield ok(entry);
}

export const importAll = (store: Store, entries: Iterable<ImportEntry>): Promise<ImportCounts> =>
  valueOf(store.transfer.import(entriesOf(entries)));

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
        : await store.writer.remove(step, BY).match(
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

/** Returns the whole state of a store. */
export async function stateOf(store: Store): Promise<readonly StateEntry[]> {
  const entries: StateEntry[] = [];
  for await (const entry of store.transfer.export()) {
    if (entry.isErr()) {
      throw new AssertionError({ message: `the export failed: ${inspect(entry.error)}` });
    }
    entries.push(entry.value);
  }
  return entries;
}

export const projectsIn = (state: readonly StateEntry[]): readonly Project[] =>
  state.flatMap((entry) => (entry.kind === 'project' ? [entry.project] : []));

export const definitionsIn = (state: readonly StateEntry[]): readonly StrategyDefinition[] =>
  state.flatMap((entry) => (entry.kind === 'strategy' ? [entry.definition] : []));

export const changeRequestsIn = (state: readonly StateEntry[]): readonly ScheduledChangeRequest[] =>
  state.flatMap((entry) => (entry.kind === 'scheduled' ? [entry.changeRequest] : []));

/** Returns the ids of items. */
export const idsOf = (items: readonly { readonly id: number }[]): readonly number[] =>
  items.map(({ id }) => id);
