import { hash } from 'node:crypto';
import { type BadData, badData, type Coverage, oldestOf } from '@forewarn/core';
import type { Context } from 'koa';
import { err, ok, type Result } from 'neverthrow';

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

/** Sends a response. A read has an entity tag, by default of its body, and is a 304 if the client has the current version. */
export function sendResponse(
  ctx: Context,
  { status = 200, body, type, headers = {} }: AdminResponse = {},
): void {
  const sent = type === undefined ? sendJson(ctx, body) : (body as Buffer);
  if (type !== undefined) {
    ctx.type = type;
    ctx.body = sent;
  }
  // Koa sets 204 along with an empty body.
  ctx.status = status;
  ctx.set(headers);
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return;
  if (headers['ETag'] === undefined && sent !== null) ctx.set('ETag', weakTagOf(sent));
  if (ctx.fresh) ctx.status = 304;
}

/** Bodies with more characters than this are encoded before they are sent. */
const LONG_TEXT = 65_536;

/**
 * Sets the body of a response to JSON, and returns what is sent; null if there is no body. Throws if the body can't be
 * written as JSON: Koa itself would respond with its own error page.
 */
export function sendJson(ctx: Context, body: unknown): string | Buffer | null {
  // Koa would look for HTML in a body without a type, and its setter of the type looks up each.
  if (body !== undefined) ctx.set('Content-Type', 'application/json; charset=utf-8');
  const text = body === undefined ? null : JSON.stringify(body);
  // Node would copy a long string several times.
  const sent = text !== null && text.length > LONG_TEXT ? Buffer.from(text) : text;
  ctx.body = sent;
  return sent;
}

/** Returns the weak entity tag of a body, which may be compressed on its way. */
export const weakTagOf = (body: string | Buffer): string =>
  `W/"${hash('sha256', body, 'base64url')}"`;

const NO_HEADERS = {};

/** Tells how old the oldest data of the projects is, unless all is live. */
export function asOfHeader(coverages: readonly Coverage[]): Readonly<Record<string, string>> {
  const asOf = oldestOf(coverages);
  return asOf === undefined ? NO_HEADERS : { 'Forewarn-As-Of': asOf };
}

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
