import type { ScheduledChangeRequestSchema } from './api.ts';
import type { DataAge, NotSent, Outcome } from './outcome.ts';
import { outcomeOf } from './outcome-of.ts';
import { NEVER, noCoverage } from './search-outcome.ts';
import type { Sent } from './send.ts';

/** A page of scheduled change requests. */
export interface ChangeRequestPage extends DataAge {
  readonly changeRequests: readonly ScheduledChangeRequestSchema[];
  /** The server has no complete list of the change requests of some project, so others may be scheduled there. */
  readonly isIncomplete?: true;
  /** Continues the list in the next call; absent on the last page. */
  readonly cursor?: string;
}

const NEXT = /[?&]cursor=(?<cursor>[\w-]+)[^>]*>; rel="next"/;

/** Returns the outcome of a list. An empty one says nothing if the server has no complete list of the change requests. */
export function listingOutcome(sent: Sent | NotSent): Outcome<ChangeRequestPage> {
  const outcome = outcomeOf<unknown>(sent, 'JSON');
  if (outcome.outcome !== 'done' || !('response' in sent)) return outcome as Outcome<never>;
  const { headers, status } = sent.response;
  const { value } = outcome;
  if (!Array.isArray(value) || !value.every(isChangeRequest)) {
    const message = 'The response is not a list of change requests: check the URL.';
    return { outcome: 'unknown', failure: { type: 'UnreadableResponse', status, message } };
  }
  const asOf = headers.get('Forewarn-As-Of');
  if (value.length === 0 && asOf === NEVER) return { outcome: 'unknown', failure: noCoverage };
  const cursor = NEXT.exec(headers.get('Link') ?? '')?.groups?.['cursor'];
  const page = {
    changeRequests: value,
    ...(asOf === NEVER ? { isIncomplete: true as const } : asOf !== null && { asOf }),
    ...(cursor === undefined ? {} : { cursor }),
  };
  return { ...outcome, value: page };
}

function isChangeRequest(value: unknown): value is ScheduledChangeRequestSchema {
  const { id, project, features } = Object(value) as Partial<ScheduledChangeRequestSchema>;
  return typeof id === 'number' && typeof project === 'string' && Array.isArray(features);
}
