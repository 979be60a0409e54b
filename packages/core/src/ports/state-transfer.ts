import type { Result, ResultAsync } from 'neverthrow';
import type { StoreUnavailable } from '../errors.ts';
import type { Project } from '../model/project.ts';
import type { ScheduledChangeRequest } from '../model/scheduled-change-request.ts';
import type { StrategyDefinition } from '../model/strategy-definition.ts';
import type { ChangeRequestKey } from './scheduled-change-request-recorder.ts';

/** One piece of a store's state. */
export type StateEntry =
  | { readonly kind: 'project'; readonly project: Project }
  | { readonly kind: 'strategy'; readonly definition: StrategyDefinition }
  | { readonly kind: 'scheduled'; readonly changeRequest: ScheduledChangeRequest };

/** A change request that is scheduled no more. */
export interface EndedEntry extends ChangeRequestKey {
  readonly kind: 'ended';
}

/** How many of one kind an import found in which state. */
export interface ImportTally {
  readonly created: number;
  readonly replaced: number;
  readonly unchanged: number;
  /** Only change requests are withdrawn. */
  readonly withdrawn: number;
}

/** What an import did, by kind. */
export interface ImportCounts {
  readonly projects: ImportTally;
  readonly strategies: ImportTally;
  readonly changeRequests: ImportTally;
}

/** Moves state in and out in bulk, for the operator: nothing of it records an event. */
export interface StateTransfer {
  /**
   * Applies all entries in one atomic step, in their order: each adds its thing or replaces the one that is there.
   *
   * - At the first `Err` among the entries it must answer that `Err`, and nothing may have changed.
   * - What is there already, the same JSON text, must count as `unchanged`; so applying the same entries twice changes
   *   nothing the second time.
   * - A scheduled change request of a project that isn't registered must register the project, with its id for a name;
   *   that counts as a project created.
   * - An `ended` entry must withdraw the change request when it is there, and do nothing when not.
   * - It must hold a bounded number of entries in memory, unless the store itself is in memory.
   */
  import<E>(
    entries: AsyncIterable<Result<StateEntry | EndedEntry, E>>,
  ): ResultAsync<ImportCounts, E | StoreUnavailable>;

  /**
   * Answers the whole state of one moment, whatever changes meanwhile: first the projects, then the strategy
   * definitions, then the scheduled change requests, in ascending byte order of id, name, and project with id.
   * Importing what it answers into a new store must give the same state. After an `Err` nothing follows.
   */
  export(): AsyncIterable<Result<StateEntry, StoreUnavailable>>;
}
