import { setImmediate as aTurn } from 'node:timers/promises';
import {
  BUILT_IN_STRATEGY_DEFINITIONS,
  doubtsIn,
  type Event,
  type PreconditionFailed,
  type StrategyDefinition,
} from '@forewarn/record';
import {
  type CallOptions,
  matchesAny,
  type ProjectNotFound,
  type ScheduledChangeRequest,
  type ScheduledChangeRequestMatches,
  type ScheduledChangeRequestSearch,
  type StoreUnavailable,
  type StrategyNotEditable,
  type StrategyNotFound,
  summaryOf,
  targetsOf,
} from '@forewarn/core';
import { covers, type StrategyUse } from '@forewarn/impact';
import type {
  GuardedDeletePorts,
  SearchPorts,
  StrategyDeletePorts,
} from '@forewarn/store-contract';
import { err, ok, type Result } from 'neverthrow';
import { byBytes } from '../src/samples/names.ts';

type DeleteError = StrategyNotFound | StrategyNotEditable | StoreUnavailable;

const unavailable = (cause: unknown) =>
  err({ type: 'StoreUnavailable', cause } as const satisfies StoreUnavailable);

/**
 * A store of the two operations, as a platform would write it: of `async` functions, and each call takes a turn, as over a
 * network.
 */
export class TwoOperationStore implements SearchPorts, GuardedDeletePorts, StrategyDeletePorts {
  isDown = false;
  #scheduled: ScheduledChangeRequest[] = [];
  readonly #definitions = new Map(BUILT_IN_STRATEGY_DEFINITIONS.map((each) => [each.name, each]));
  readonly #projectIds = new Set<string>();
  readonly #events: Event[] = [];

  readonly reader: SearchPorts['reader'] = {
    search: (search, options) => this.call(() => this.#search(search), options),
  };
  readonly strategies: GuardedDeletePorts['strategies'] = {
    delete: (name, by, options) => this.call(() => this.#delete(name, by, options), options),
    deleteIf: (name, by, isAllowed, options) =>
      this.call((): Result<void, DeleteError | PreconditionFailed> => {
        const isKept = this.#find(name).map(
          (each) => each.editable && !isAllowed(this.#useOf(each)),
        );
        return isKept.unwrapOr(false)
          ? err({ type: 'PreconditionFailed' })
          : this.#delete(name, by, options);
      }, options),
    findUse: (name, options) =>
      this.call(() => this.#find(name).map((each) => this.#useOf(each)), options),
    list: (options) =>
      this.call(() => {
        const all = structuredClone([...this.#definitions.values()]);
        return ok(all.toSorted((a, b) => byBytes(a.name, b.name)));
      }, options),
    register: (definition) =>
      this.call(() => ok(this.#definitions.set(definition.name, structuredClone(definition)))),
  };
  readonly projects: SearchPorts['projects'] = {
    register: ({ id }) => this.call(() => ok(this.#projectIds.add(id))),
  };
  readonly writer: SearchPorts['writer'] = {
    put: (changeRequest) =>
      this.call(() => {
        this.#remove(changeRequest.project, changeRequest.id);
        return ok(this.#scheduled.push(structuredClone(changeRequest)));
      }),
    remove: ({ projectId, id }) => this.call(() => ok(this.#remove(projectId, id))),
  };

  readonly events: NonNullable<StrategyDeletePorts['events']> = {
    list: ({ limit }, options) =>
      this.call(() => {
        const newest = this.#events.toReversed().slice(0, limit);
        return ok({
          events: structuredClone(newest),
          hasMore: newest.length < this.#events.length,
        });
      }, options),
  };

  async call<T, E>(
    work: () => Result<T, E>,
    { signal }: CallOptions = {},
  ): Promise<Result<T, E | StoreUnavailable>> {
    const isAborted = (): boolean => signal?.aborted === true;
    if (!isAborted()) await aTurn();
    if (isAborted()) return unavailable(signal?.reason);
    return this.isDown ? unavailable(new Error('down')) : work();
  }

  #search({
    projectId,
    anyOf,
  }: ScheduledChangeRequestSearch): Result<ScheduledChangeRequestMatches, ProjectNotFound> {
    if (!this.#projectIds.has(projectId)) return err({ type: 'ProjectNotFound', projectId });
    const found = this.#scheduled
      .filter(({ project }) => project === projectId)
      .filter((each) => matchesAny(targetsOf(each), anyOf));
    const changeRequests = found.map(summaryOf).toSorted((a, b) => a.id - b.id);
    return ok({ coverage: { kind: 'live' }, changeRequests });
  }

  #remove(projectId: string, id: number): void {
    this.#scheduled = this.#scheduled.filter(
      (each) => each.project !== projectId || each.id !== id,
    );
  }

  #find(name: string): Result<StrategyDefinition, StrategyNotFound> {
    const found = this.#definitions.get(name);
    return found === undefined ? err({ type: 'StrategyNotFound', name }) : ok(found);
  }

  #delete(name: string, by: string, { signal }: CallOptions = {}): Result<void, DeleteError> {
    return this.#find(name).andThen((definition): Result<void, DeleteError> => {
      if (!definition.editable) return err({ type: 'StrategyNotEditable', name });
      if (signal?.aborted === true) return unavailable(signal.reason);
      this.#definitions.delete(name);
      this.record({ type: 'strategy-deleted', data: null, preData: definition, createdBy: by });
      return ok();
    });
  }

  /** Records an event. */
  record(
    event: Omit<Extract<Event, { readonly type: 'strategy-deleted' }>, 'id' | 'createdAt'>,
  ): void {
    const id = this.#events.length + 1;
    this.#events.push({ ...event, id, createdAt: new Date().toISOString() });
  }

  /** The use of a definition, as the caller's own. */
  #useOf(definition: StrategyDefinition): StrategyUse {
    const target = { kind: 'strategyDefinition', name: definition.name } as const;
    const versionsOf = (uses: (each: ScheduledChangeRequest) => boolean) =>
      this.#scheduled
        .filter(uses)
        .toSorted((a, b) => byBytes(a.project, b.project) || a.id - b.id)
        .map((each) => ({ projectId: each.project, id: each.id, version: JSON.stringify(each) }));
    return {
      definition: structuredClone(definition),
      projects: [...this.#projectIds]
        .toSorted(byBytes)
        .map((projectId) => ({ projectId, coverage: { kind: 'live' } })),
      touching: versionsOf((each) => matchesAny(targetsOf(each), [target])),
      doubtful: versionsOf((each) => doubtsIn(each).some((doubt) => covers(doubt, { target }))),
    };
  }
}
