import type {
  CallOptions,
  ChangeRequestKey,
  Coverage,
  PortResult,
  ScheduledChangeRequest,
  StoreUnavailable,
} from '@forewarn/core';
import type { Result } from 'neverthrow';
import type { DataOutdated } from './errors.ts';
import type { CoverageSource } from './coverage.ts';
import type { StrategyDefinition } from './strategy-definition.ts';
import type { Project } from './project.ts';

export type StateEntry =
  | {
      readonly kind: 'project';
      readonly project: Project;
      /** Absent in an import that keeps the stored coverage; a new project has none. */
      readonly coverage?: Coverage;
    }
  | { readonly kind: 'strategy'; readonly definition: StrategyDefinition }
  | { readonly kind: 'scheduled'; readonly changeRequest: ScheduledChangeRequest };

/** A change request that is no longer scheduled. */
export interface EndedEntry extends ChangeRequestKey {
  readonly kind: 'ended';
  /** The name of the principal in the event of its removal: one for each project. Without it, no event is recorded. */
  readonly by?: string;
}

/** All change requests of a project that were scheduled at a time are among the entries. At most one of each project. */
export interface CompleteEntry {
  readonly kind: 'complete';
  readonly projectId: string;
  /** The time, in ISO 8601, UTC. */
  readonly asOf: string;
  readonly source: CoverageSource;
  /** The name of the principal in the events of what the entry removes. Without it, no event is recorded. */
  readonly by?: string;
}

/** The same, except that change requests are missing which could not be read. An import has one of both for a project. */
export interface PartialEntry extends Omit<CompleteEntry, 'kind' | 'by'> {
  readonly kind: 'partial';
}

export type ImportEntry = StateEntry | EndedEntry | CompleteEntry | PartialEntry;

/** Counts of what an import did with the entries of one kind. */
export interface ImportTally {
  readonly created: number;
  readonly replaced: number;
  readonly unchanged: number;
  /** Only change requests can be withdrawn. */
  readonly withdrawn: number;
}

/** The counts of an import, by kind of entry. */
export interface ImportCounts {
  readonly projects: ImportTally;
  readonly strategies: ImportTally;
  readonly changeRequests: ImportTally;
}

/** Moves state in and out in bulk, for the operator. It records no events, except those that an entry asks for. */
export interface StateTransfer {
  /**
   * Applies all entries in their order and in one atomic step: each adds its subject or replaces the stored one.
   *
   * - At the first `Err` among the entries it must return that `Err` and change nothing. If they throw, it must change nothing.
   * - An entry with the same JSON text as the stored one must count as `unchanged`, so importing the same entries twice
   *   changes nothing the second time.
   * - A scheduled change request of an unregistered project must register the project, with its id as its name; that
   *   counts as a created project.
   * - A project that any entry names, even one without an effect, must never become live by a later write. One that is live
   *   must stay live, unless a `complete` entry or the entry of the project gives it another coverage, or a `partial` entry
   *   takes it away.
   * - An `ended` entry must remove the change request if it is stored, and otherwise do nothing. If it names a principal, it must
   *   record the event of `remove`.
   * - After the last entry, for each `complete` entry it must remove the project's change requests that no `scheduled`
   *   entry has, and set the project's coverage to its time. It must register an unregistered project, as above. If the
   *   entry names a principal, it must record the event of `remove` for each, in ascending order of id.
   * - When a `complete` or `partial` entry of a sync has an earlier time than the stored coverage of another sync, it must return
   *   `DataOutdated` and change nothing, also when both are imported at once. It must ignore a stored time that is more
   *   than a minute in the future, so that a clock that was wrong does not keep newer data out.
   * - It must not delay other calls while the entries arrive.
   * - It must hold a bounded number of entries in memory, unless the store itself is in memory.
   */
  import<E>(
    entries: AsyncIterable<Result<ImportEntry, E>>,
    options?: CallOptions,
  ): PortResult<ImportCounts, E | DataOutdated | StoreUnavailable>;

  /**
   * Returns a snapshot of the whole state: first the projects, then the strategy definitions, then the scheduled change
   * requests, in ascending byte order of id, of name, and of project and id. Each project has its coverage. Importing the
   * snapshot into a new store must give the same state. An `Err` is the last element. It must not
   * delay other calls while its reader sleeps, or after it has stopped.
   */
  export(options?: CallOptions): AsyncIterable<Result<StateEntry, StoreUnavailable>>;
}
