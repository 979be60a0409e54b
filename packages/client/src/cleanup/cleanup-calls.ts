import type { RequestOptions } from '../client-options.ts';
import type { makeCall } from '../make-call.ts';
import type { Outcome } from '../outcome.ts';
import { EMPTY_PARAMETER, isName } from '../parameters.ts';
import { type CleanupFilter, cleanupOutcome, type CleanupPage } from './cleanup-outcome.ts';

/** The methods of a client for clean-up. */
export const cleanupCalls = (call: ReturnType<typeof makeCall>) => ({
  /** Lists what can be removed, and from when on: a page of it. It archives nothing. */
  getCleanup: async (
    { projectId, features, definitions, ...rest }: CleanupFilter = {},
    options: RequestOptions = {},
  ): Promise<Outcome<CleanupPage>> => {
    const named = [features, definitions].filter((each) => each !== undefined);
    const names = named.flat();
    // Without any name, the server would list all that is stale.
    const isEmpty = named.length > 0 && names.length === 0;
    if (isEmpty || !names.every(isName)) return EMPTY_PARAMETER;
    const query = { ...rest, feature: features, strategyDefinition: definitions };
    const parts = { ...options, query };
    return cleanupOutcome(
      projectId === undefined
        ? await call('getCleanup', parts)
        : await call('getCleanupForProject', { ...parts, path: { projectId } }),
    );
  },
});
