import type { AlertStore } from '@forewarn/notify';
import type { FollowerStore } from '@forewarn/store';

/** A store with every port. */
export type ServiceStore = FollowerStore & AlertStore;
