import { err, ok, type Result } from 'neverthrow';
import type { OwnedByUpstream } from '../errors.ts';
import type { Upstream } from '../ports/upstream.ts';

/** Where projects and strategy definitions may be copied from. */
export interface Ownership {
  /** Absent if the store owns them. */
  readonly upstream?: Pick<Upstream, 'url'> | undefined;
}

/** Returns `OwnedByUpstream` if there is an upstream. */
export const unlessOwned = ({ upstream }: Ownership): Result<void, OwnedByUpstream> =>
  upstream === undefined ? ok() : err({ type: 'OwnedByUpstream', url: upstream.url });
