import type { NotSent, Outcome } from './outcome.ts';
import { parseJson } from './parse-json.ts';
import type { Sent } from './send.ts';

/** Returns the outcome of a request whose response has a JSON body or none. */
export function outcomeOf<T>(sent: Sent | NotSent, body: 'JSON' | 'nothing'): Outcome<T> {
  if ('type' in sent) return { outcome: 'refused', failure: sent };
  if (!sent.isSuccess) {
    const { failure, mayHaveBeenDone } = sent;
    const isRefusal = failure.type === 'ErrorResponse' && failure.status < 500 && !mayHaveBeenDone;
    return isRefusal ? { outcome: 'refused', failure } : { outcome: 'unknown', failure };
  }
  const { response, text } = sent;
  const value = body === 'nothing' ? nothingIn(text) : objectIn(text);
  if (value === undefined) {
    // The response is from a proxy or another server, so the request may not have arrived.
    const message = 'The response is not from this API: check the URL.';
    const { status } = response;
    return { outcome: 'unknown', failure: { type: 'UnreadableResponse', status, message } };
  }
  const etag = response.headers.get('ETag');
  return { outcome: 'done', value: value.is as T, ...(etag === null ? {} : { etag }) };
}

interface Value {
  readonly is: unknown;
}

const nothingIn = (text: string): Value | undefined =>
  text === '' ? { is: undefined } : undefined;

function objectIn(text: string): Value | undefined {
  const is = parseJson(text);
  return typeof is === 'object' && is !== null ? { is } : undefined;
}
