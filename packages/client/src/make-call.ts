import type { CheckedOptions, RequestOptions } from './client-options.ts';
import { type Operation, OPERATIONS } from './operations.ts';
import type { NotSent } from './outcome.ts';
import { pathWith, queryOf, type Value } from './paths.ts';
import { send, type Sent } from './send.ts';

/** Preconditions on the stored version. If they do not hold, the request is refused with 412. */
export interface Conditions extends RequestOptions {
  /** The stored version must be this one; with `*`, there must be one. */
  readonly ifMatch?: string;
  /** There must be no stored version. */
  readonly ifNoneMatch?: '*';
}

/** The name of an operation in the OpenAPI document. */
export type OperationId = keyof typeof OPERATIONS;

/** The parts of a request that its operation does not decide. */
export interface Call extends Conditions {
  readonly path?: Readonly<Record<string, Value>>;
  readonly query?: Readonly<Record<string, Value | readonly Value[] | undefined>>;
  readonly body?: unknown;
}

/** Returns the body as JSON, if there is one. Some values, such as a cyclic one, can't be written. */
function jsonOf(body: unknown): { readonly text: string | undefined } | NotSent {
  let reason = `it is of the type ${typeof body}`;
  try {
    const text: string | undefined = JSON.stringify(body);
    if (body === undefined || text !== undefined) return { text };
  } catch (error) {
    reason = String(error);
  }
  return { type: 'NotSent', message: `The body can't be written as JSON: ${reason}` };
}

// A header value that `fetch` accepts: one line of Latin-1, as the server's entity tags are.
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

const BAD_TAG = 'ifMatch is not an entity tag: it does not fit in a header.';
const BAD_SEGMENT = 'A name in the path is empty, ".", ".." or malformed Unicode.';

/** Returns a function that sends the request of an operation. */
export function makeCall(
  checked: CheckedOptions,
): (id: OperationId, parts: Call) => Promise<NotSent | Sent> {
  return async (id, { path = {}, query = {}, body, ifMatch, ifNoneMatch, signal }) => {
    const [method, template, repeats]: Operation = OPERATIONS[id];
    const filled = pathWith(template, path);
    if (filled === undefined) return { type: 'NotSent', message: BAD_SEGMENT };
    const json = jsonOf(body);
    if ('type' in json) return json;
    if (ifMatch !== undefined && !HEADER_VALUE.test(ifMatch)) {
      return { type: 'NotSent', message: BAD_TAG };
    }
    const isConditional = ifMatch !== undefined || ifNoneMatch !== undefined;
    return send(checked, {
      method,
      path: `${filled}${queryOf(query)}`,
      headers: {
        ...(ifMatch === undefined ? {} : { 'If-Match': ifMatch }),
        ...(ifNoneMatch === undefined ? {} : { 'If-None-Match': ifNoneMatch }),
      },
      body: json.text,
      // A retry can't distinguish its own version from another client's.
      isRepeatable: (method === 'GET' || repeats !== undefined) && !isConditional,
      signal,
    });
  };
}
