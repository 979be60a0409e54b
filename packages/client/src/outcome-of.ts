import type { NotSent, Outcome } from './outcome.ts';
import { parseJson } from './parse-json.ts';
import type { Sent } from './send.ts';

/** What became of a request whose answer has a body, or none. */
export function outcomeOf<T>(sent: Sent | NotSent, body: 'JSON' | 'nothing'): Outcome<T> {
  if ('type' in sent) return { outcome: 'refused', failure: sent };
  if (!sent.isAnswer) {
    const { failure, mayHaveBeenDone } = sent;
    const isRefusal = failure.type === 'ErrorAnswer' && failure.status < 500 && !mayHaveBeenDone;
    return isRefusal ? { outcome: 'refused', failure } : { outcome: 'unknown', failure };
  }
  const { response, text } = sent;
  const value = body === 'nothing' ? nothingIn(text) : objectIn(text);
  if (value === undefined) {
    // Whoever answers a page is not the server.
    const message = 'The answer is not one of this API: is the URL right?';
    const { status } = response;
    return { outcome: 'unknown', failure: { type: 'UnreadableAnswer', status, message } };
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
