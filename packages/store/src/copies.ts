import type { SearchScheduledChangeRequests, StrategyDeletion } from '@forewarn/core';
import type { GuardedStrategies } from '@forewarn/impact';
import type { DataAgeLimit, DataTooOld, HiddenProjects } from '@forewarn/record';
import type { ResultAsync } from 'neverthrow';
import type { StorePorts } from './bounded-store.ts';

/** Deletes strategy definitions, with and without a guard. `E` is the errors that a decorator adds. */
export type Deletes<E = never> = StrategyDeletion<E> & GuardedStrategies<E>;

/** What changes where projects and strategy definitions are copies, whose owner they are changed in. `E` is the errors of the owner. */
export interface Copies<E> {
  /** Maximum age of the data behind a guarded delete, unless there is a limit for all data. */
  readonly maxDataAgeMs: number;
  /** Knows whether the owner has projects that are not copied. */
  readonly origins: HiddenProjects;
  /** Makes the deletes over those of the store. */
  readonly deletesOver: (store: StorePorts) => Deletes<E>;
  /** The result of each other change of a copy. */
  readonly refuseChange: () => ResultAsync<never, E>;
  /** Makes the search over that of the kernel. */
  readonly searchOver: <Credentials, Own>(
    search: SearchScheduledChangeRequests<Credentials, Own>,
    ports: DataAgeLimit & Pick<StorePorts, 'projects'>,
  ) => SearchScheduledChangeRequests<Credentials, Own | DataTooOld>;
}
