import type { FollowingPorts } from '@forewarn/unleash';
import type { OpenedStore } from '../opened-store.ts';

/** Returns a store with the ports that it was opened with, as one of the list of capabilities. */
export const followedStore = (store: OpenedStore) => store as OpenedStore & FollowingPorts;
