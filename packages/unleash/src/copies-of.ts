import { KeyedMutex } from '@forewarn/platform';
import type { Copies } from '@forewarn/store';
import { errAsync } from 'neverthrow';
import { copiedDefinitions } from './copied-definitions.ts';
import type { OwnedByUpstream, UpstreamRefused, UpstreamUnavailable } from './errors.ts';
import { withCopiesOnly } from './search-copies.ts';
import type { Upstream } from './upstream.ts';

/** Errors that an upstream adds to use cases. */
export type CopyError = OwnedByUpstream | UpstreamRefused | UpstreamUnavailable;

/** Maximum age of the data behind the guarded delete of a copied definition, unless there is a limit for all data. */
const COPIED_DATA_AGE_MS = 300_000;

/** Returns what an upstream changes in the use cases of a store that has its copies. */
export const copiesOf = (upstream: Upstream): Copies<CopyError> => ({
  maxDataAgeMs: COPIED_DATA_AGE_MS,
  origins: upstream,
  deletesOver: (store) => copiedDefinitions({ ...store, upstream, mutex: new KeyedMutex() }),
  refuseChange: () => errAsync({ type: 'OwnedByUpstream', url: upstream.url }),
  searchOver: withCopiesOnly,
});
