import { err, ok, type Result } from 'neverthrow';
import type { OwnedByUpstream } from '../errors.ts';
import type { Upstream } from '../ports/upstream.ts';

/** The owner of projects and strategy definitions. */
export interface Ownership {
  /** Absent if the store owns them. */
  readonly upstream?: Pick<Upstream, 'url'> | undefined;
}

/** Returns `OwnedByUpstream` if there is an upstream. */
export const unlessOwned = ({ upstream }: Ownership): Result<void, OwnedByUpstream> =>
  upstream === undefined ? ok() : err({ type: 'OwnedByUpstream', url: upstream.url });
