import type { ScheduledChangeRequest } from '@forewarn/core';
import { changeRequest } from './change-request.ts';
import { touching } from './touching.ts';

/** Returns a change request that touches strategy definitions, with the given fields. */
export const using = (
  definitions: readonly string[],
  given: Partial<ScheduledChangeRequest> = {},
): ScheduledChangeRequest =>
  changeRequest({
    features: definitions.flatMap(
      (name) => touching({ kind: 'strategyDefinition', name }).features,
    ),
    ...given,
  });
