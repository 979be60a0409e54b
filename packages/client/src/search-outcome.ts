import type { ChangeRequestScheduledResultSchema } from './api.ts';
import type { NoCoverage, SearchOutcome } from './outcome.ts';
import { parseJson } from './parse-json.ts';
import type { Sent } from './send.ts';

/** Returns the outcome of a search. Only a list of change requests is a result. */
export function searchOutcome(sent: Sent): SearchOutcome {
  if (!sent.isSuccess) return { outcome: 'unknown', failure: sent.failure };
  const found = listOf(sent.text);
  if (found === undefined) {
    const { status } = sent.response;
    const message = 'The response is not a list of change requests: check the URL.';
    return { outcome: 'unknown', failure: { type: 'UnreadableResponse', status, message } };
  }
  const asOf = sent.response.headers.get('Forewarn-As-Of');
  const age = asOf === null || asOf === NEVER ? {} : { asOf };
  const [first, ...others] = found;
  if (first !== undefined) return { outcome: 'some', changeRequests: [first, ...others], ...age };
  if (asOf !== NEVER) return { outcome: 'none', ...age };
  return { outcome: 'unknown', failure: noCoverage };
}

/** The value of `Forewarn-As-Of` for a project without a complete list. */
export const NEVER = 'none';

/** Nothing was found, which says nothing. */
export const noCoverage: NoCoverage = {
  type: 'NoCoverage',
  message:
    'The server has no complete list of the change requests of this project: import, sync or record them.',
};

function listOf(text: string): readonly ChangeRequestScheduledResultSchema[] | undefined {
  const list = parseJson(text);
  return Array.isArray(list) && list.every(isSummary) ? list : undefined;
}

function isSummary(value: unknown): value is ChangeRequestScheduledResultSchema {
  if (typeof value !== 'object' || value === null) return false;
  const { id, environment, title = '' } = value as Readonly<Record<string, unknown>>;
  return typeof id === 'number' && typeof environment === 'string' && typeof title === 'string';
}
