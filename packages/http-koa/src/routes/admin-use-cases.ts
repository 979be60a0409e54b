import type { UseCases } from '@forewarn/core';

type Required = 'admit' | 'searchScheduledChangeRequests' | 'deleteStrategy';

/** The use cases that the router serves. It doesn't serve the routes of those that are absent. */
export type AdminUseCases<Credentials> = Pick<UseCases<Credentials>, Required> &
  Partial<UseCases<Credentials>>;
