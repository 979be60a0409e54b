import { hash } from 'node:crypto';
import type { BadData } from '@forewarn/core';
import { type AsOf, badData } from '@forewarn/record';
import { err, ok, type Result } from 'neverthrow';
import type { Exchange, Reply } from '../exchange.ts';
import { hasTag } from './etag.ts';

/** A response that is no error. */
export interface AdminResponse {
  /** 200 by default. */
  readonly status?: 200 | 201;
  /** Sent as JSON, unless it has another type. Nothing is sent if absent. */
  readonly body?: unknown;
  /** The type of a body that is a `Buffer`. */
  readonly type?: 'text/calendar';
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A response for `andThen`. With `map`, neverthrow makes a generator and several promises: at a search, more than all other
 * work of this package.
 */
export const respondWith = (response: AdminResponse): Result<AdminResponse, never> => ok(response);

/** Makes the reply. A read has an entity tag, by default of its body, and is a 304 if the client has the current version. */
export function replyTo(
  { method, header }: Pick<Exchange, 'method' | 'header'>,
  { status = 200, body, type, headers = {} }: AdminResponse,
): Reply {
  const reply =
    type === undefined
      ? jsonReply(status, body, headers)
      : {
          status,
          headers: { ...NO_STORE, 'Content-Type': `${type}; charset=utf-8`, ...headers },
          body: body as Buffer,
        };
  if ((method !== 'GET' && method !== 'HEAD') || reply.body === null) return reply;
  const ETag = headers['ETag'] ?? weakTagOf(reply.body);
  return hasTag(header, ETag)
    ? { status: 304, headers: { ...NO_STORE, ...headers, ETag }, body: null }
    : { ...reply, headers: { ...reply.headers, ETag } };
}

/** For the caches before a host, such as a CDN: what one has kept says nothing of now, and may be another caller's. */
const NO_STORE = { 'Cache-Control': 'no-store' };

const JSON_TYPE = 'application/json; charset=utf-8';

/** Bodies with more characters than this are encoded before they are sent. */
const LONG_TEXT = 65_536;

/** Makes a reply with JSON, or without a body if that is undefined. Throws if the body can't be written as JSON. */
export function jsonReply(status: number, body: unknown, headers: Reply['headers']): Reply {
  if (body === undefined) return { status, headers, body: null };
  const text = JSON.stringify(body);
  return {
    status,
    headers: { ...NO_STORE, 'Content-Type': JSON_TYPE, ...headers },
    // Node would copy a long string several times.
    body: text.length > LONG_TEXT ? Buffer.from(text) : text,
  };
}

/** Returns the weak entity tag of a body, which may be compressed on its way. */
const weakTagOf = (body: string | Buffer): string => `W/"${hash('sha256', body, 'base64url')}"`;

/** Tells how old data is. Live data has a value, too, so that clients notice a gateway that removes the header. */
export const asOfHeader = (asOf: AsOf) => ({ 'Forewarn-As-Of': asOf ?? 'live' });

/** Maximum length of a list, in characters of JSON. */
const MAX_LIST_LENGTH = 8_388_608;

/** The length of an element's JSON without its texts, at most. */
const ELEMENT_LENGTH = 64;

/**
 * Returns a function for `andThen` that fails for a list that is too long. It is never shortened: what it leaves out would
 * look unaffected.
 *
 * @param what the part of the request that a client can change
 * @param lengthOf the length of the texts of an element, which costs less than to write its JSON
 */
export function unlessTooLong<Element>(
  what: string,
  lengthOf: (element: Element) => number,
): (list: readonly Element[]) => Result<readonly Element[], BadData> {
  return (list) => {
    let length = 0;
    for (const element of list) length += lengthOf(element) + ELEMENT_LENGTH;
    if (length <= MAX_LIST_LENGTH) return ok(list);
    const expected = `fewer results: these ${list.length} make more than ${MAX_LIST_LENGTH} characters`;
    return err(badData(what, expected));
  };
}
