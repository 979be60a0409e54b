import { type CallOptions, type StoreUnavailable, toResultAsync } from '@forewarn/core';
import { err, ok, okAsync, type Result, type ResultAsync } from 'neverthrow';
import type { OwnedByUpstream } from './errors.ts';
import type { HiddenProjects } from './hidden-projects.ts';

/** The owner of projects and strategy definitions. */
export interface Ownership {
  /** Absent if the store owns them. `url` is where to change them. */
  readonly upstream?: { readonly url: string } | undefined;
}

/** Who knows whether the store lacks projects. */
export interface Hiding {
  readonly upstream?: HiddenProjects | undefined;
  /** Asked if there is no upstream, since another process may have copied one. */
  readonly origins?: HiddenProjects | undefined;
}

/** Returns whether there may be projects that no sync copies. */
export const hidesProjects = (
  { upstream, origins }: Hiding,
  options: CallOptions,
): ResultAsync<boolean, StoreUnavailable> =>
  toResultAsync<boolean, StoreUnavailable>(
    (upstream ?? origins)?.hidesProjects(options) ?? okAsync(false),
  );

/** Returns `OwnedByUpstream` if there is an upstream. */
export const unlessOwned = ({ upstream }: Ownership): Result<void, OwnedByUpstream> =>
  upstream === undefined ? ok() : err({ type: 'OwnedByUpstream', url: upstream.url });
