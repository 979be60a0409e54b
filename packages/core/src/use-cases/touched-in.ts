import type { ResultAsync } from 'neverthrow';
import type { StoreUnavailable } from '../errors.ts';
import type { Target } from '../model/target.ts';
import type { ImpactReader } from '../ports/impact-reader.ts';
import { toResultAsync } from '../ports/port-result.ts';
import type { ReadOptions } from '../ports/search-reader.ts';

/** Returns a function that finds whether a change request in the projects has a target. */
export const touchedIn =
  (reader: ImpactReader, projectIds: readonly string[], options: ReadOptions) =>
  (target: Target): ResultAsync<boolean, StoreUnavailable> =>
    toResultAsync(
      reader.impact({ asked: [{ target }], projectIds, ignoresOtherProjects: true }, options),
    ).map(({ targets: [found] }) => (found?.count ?? 0) > 0);
