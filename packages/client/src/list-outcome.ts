import type { ChangeRequestScheduledResultSchema, ScheduledChangeRequestSchema } from './api.ts';
import type { DataAge, NotSent, Outcome, Refused, SearchOutcome, Unknown } from './outcome.ts';
import { outcomeOf, unreadable } from './outcome-of.ts';
import type { Sent } from './send.ts';

/** A page of scheduled change requests. */
export interface ChangeRequestPage extends DataAge {
  readonly changeRequests: readonly ScheduledChangeRequestSchema[];
  /** The server has no complete list of the change requests of some project, so others may be scheduled there. */
  readonly isIncomplete?: true;
  /** Continues the list in the next call; absent on the last page. */
  readonly cursor?: string;
}

/** Returns the outcome of a search. Only a list of change requests is a result. */
export function searchOutcome(sent: Sent | NotSent): SearchOutcome {
  const list = listIn(sent, isSummary);
  if (!('found' in list)) return { outcome: 'unknown', failure: list.failure };
  const [first, ...others] = list.found;
  // Unleash serves the search, too: of live data, without the header.
  const age = ageOf(list.asOf ?? 'live');
  if (first !== undefined) return { outcome: 'some', changeRequests: [first, ...others], ...age };
  return { outcome: 'none', ...age };
}

/** Returns the outcome of a page of a list. */
export function pageOutcome(sent: Sent | NotSent): Outcome<ChangeRequestPage> {
  const list = listIn(sent, isChangeRequest);
  if (!('found' in list)) return list;
  const { found, asOf, cursor } = list;
  if (asOf === null || cursor === undefined) return unreadable(sent, NO_AGE);
  const value = { changeRequests: found, ...ageOf(asOf), ...(cursor && { cursor }) };
  return { outcome: 'done', value };
}

const NEXT = /[?&]cursor=(?<cursor>[\w-]+)[^>]*>\s*;\s*rel="?next\b/;
const LAST = />\s*;\s*rel="?first\b/;

/** Returns the cursor of the next page: empty on the last page, undefined if no `Link` says which one it is. */
export function cursorIn(headers: Headers): string | undefined {
  const link = headers.get('Link') ?? '';
  return NEXT.exec(link)?.groups?.['cursor'] ?? (LAST.test(link) ? '' : undefined);
}

/** The value of `Forewarn-As-Of` for a project without a complete list. */
const NEVER = 'none';

/** Forewarn sends `Forewarn-As-Of` with each list, and `Link` with each page. */
export const NO_AGE =
  'The response does not say how old the data is, or whether there is more: let Forewarn-As-Of, Forewarn-Reasons and Link pass the gateways before the server.';

/** Returns the meaning of a value of `Forewarn-As-Of`. */
export function ageOf(asOf: string): DataAge & { readonly isIncomplete?: true } {
  if (asOf === NEVER) return { isIncomplete: true };
  return asOf === 'live' ? {} : { asOf };
}

const NO_COVERAGE =
  'The server has no complete list of the change requests of this project: import, sync or record them.';

/** A list of a response, and what its headers say. */
interface List<T> {
  readonly found: readonly T[];
  readonly asOf: string | null;
  readonly cursor: string | undefined;
}

/** Returns the list in a response. An empty one says nothing if the server has no complete list. */
function listIn<T>(
  sent: Sent | NotSent,
  isElement: (value: unknown) => value is T,
): List<T> | Refused | Unknown {
  const outcome = outcomeOf<unknown>(sent, 'JSON');
  if (outcome.outcome !== 'done') return outcome;
  const { value: found } = outcome;
  if (!('response' in sent) || !Array.isArray(found) || !found.every(isElement)) {
    return unreadable(sent, 'The response is not a list of change requests: check the URL.');
  }
  const { headers } = sent.response;
  const asOf = headers.get('Forewarn-As-Of');
  if (found.length > 0 || asOf !== NEVER) return { found, asOf, cursor: cursorIn(headers) };
  return { outcome: 'unknown', failure: { type: 'NoCoverage', message: NO_COVERAGE } };
}

function isSummary(value: unknown): value is ChangeRequestScheduledResultSchema {
  const { id, environment, title = '' } = Object(value) as Readonly<Record<string, unknown>>;
  return typeof id === 'number' && typeof environment === 'string' && typeof title === 'string';
}

function isChangeRequest(value: unknown): value is ScheduledChangeRequestSchema {
  const { id, project, features } = Object(value) as Partial<ScheduledChangeRequestSchema>;
  return typeof id === 'number' && typeof project === 'string' && Array.isArray(features);
}
