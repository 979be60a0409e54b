import type { FeatureUseRepository } from '@forewarn/record';
import type { Store } from '@forewarn/store';
import type { FeatureSearch } from './feature-search.ts';
import type { FollowingPorts } from './following-ports.ts';
import type { UnleashApi } from './unleash-api.ts';

/** The name of the principal in the events of a sync. */
export const SYNC_PRINCIPAL = 'unleash-sync';

/** The source and the destination of a sync. */
export interface SyncOptions {
  readonly api: UnleashApi;
  /** Without `origins`, copies of another Unleash are replaced; `names` and `featureUse` are copied only with their ports. */
  readonly store: Pick<Store, 'projects' | 'strategies' | 'transfer'> &
    Partial<Pick<Store, 'names'> & Pick<FollowingPorts, 'origins'>> & {
      readonly featureUse?: FeatureUseRepository | undefined;
    };
  /** Only these projects; all by default. */
  readonly projectIds?: readonly string[] | undefined;
  /** Whether the names that exist in a project are to be copied now. By default, none are. */
  readonly areNamesDue?: ((projectId: string) => boolean) | undefined;
  /** The search for features that each sync continues. By default, each begins one, and does without what it can't have at once. */
  readonly featureSearch?: FeatureSearch | undefined;
  /** Whether the store follows this Unleash from now on, whichever it followed before. */
  readonly replacesUpstream?: boolean | undefined;
  /** Receives one line for each thing that could not be copied: why, and what to do. */
  readonly report: (line: string) => void;
  readonly signal?: AbortSignal | undefined;
  /** The clock, in milliseconds since 1970. Default: the machine's. */
  readonly now?: () => number;
}
