import {
  type ReadOptions,
  type StoreUnavailable,
  type Target,
  toResultAsync,
} from '@forewarn/core';
import type { ResultAsync } from 'neverthrow';
import type { ImpactReader } from './impact-reader.ts';

/** Returns a function that finds whether a change request in the projects has a target. */
export const touchedIn =
  (reader: ImpactReader, projectIds: readonly string[], options: ReadOptions) =>
  (target: Target): ResultAsync<boolean, StoreUnavailable> =>
    toResultAsync(
      reader.impact({ asked: [{ target }], projectIds, ignoresOtherProjects: true }, options),
    ).map(({ targets: [found] }) => (found?.count ?? 0) > 0);
