import type { NotSent, Outcome, Unknown } from './outcome.ts';
import { parseJson } from './parse-json.ts';
import type { Sent } from './send.ts';

/**
 * Returns the outcome of a request.
 *
 * @param body nothing, JSON, or the object of JSON that has this key
 */
export function outcomeOf<T>(
  sent: Sent | NotSent,
  body: 'JSON' | 'nothing' | (keyof T & string),
): Outcome<T> {
  if ('type' in sent) return { outcome: 'refused', failure: sent };
  if (!sent.isSuccess) {
    const { failure, mayHaveBeenDone } = sent;
    const isRefusal = failure.type === 'ErrorResponse' && failure.status < 500 && !mayHaveBeenDone;
    return isRefusal ? { outcome: 'refused', failure } : { outcome: 'unknown', failure };
  }
  const { response, text } = sent;
  const value = body === 'nothing' ? undefined : parseJson(text);
  if (body === 'nothing' ? text !== '' : !isOf(value, body)) {
    // The response is from a proxy or another server, so the request may not have arrived.
    return unreadable(sent, 'The response is not from this API: check the URL.');
  }
  const etag = response.headers.get('ETag');
  return { outcome: 'done', value: value as T, ...(etag === null ? {} : { etag }) };
}

/**
 * Returns the outcome of a request whose response must be what a check says.
 *
 * @param message what is wrong with another response
 */
export function checkedOutcome<T>(
  sent: Sent | NotSent,
  isValue: (value: unknown) => value is T,
  message: string,
): Outcome<T> {
  const outcome = outcomeOf<unknown>(sent, 'JSON');
  if (outcome.outcome !== 'done') return outcome;
  const { value } = outcome;
  return isValue(value) ? { ...outcome, value } : unreadable(sent, message);
}

/** The outcome of a request whose response is not what was asked for. */
export const unreadable = (sent: Sent | NotSent, message: string): Unknown => {
  const status = 'response' in sent ? sent.response.status : 0;
  return { outcome: 'unknown', failure: { type: 'UnreadableResponse', status, message } };
};

const isOf = (value: unknown, key: string): boolean =>
  typeof value === 'object' && value !== null && (key === 'JSON' || Object.hasOwn(value, key));
