import { type Blocks, exchange, retryAfterOf, textOf } from '@forewarn/client/exchange';
import { err, ok, type Result } from 'neverthrow';
import { z } from 'zod';
import type { UnleashFailure, UnleashAbsent } from './unleash-failure.ts';

/** Where Unleash is, and its key. */
export interface UnleashAddress {
  /** The part before `/api/admin`. */
  readonly url: string;
  readonly key: string;
}

/** One request to Unleash's admin API. */
export interface UnleashRequest {
  readonly method: 'GET' | 'DELETE';
  /** After `/api/admin`, such as `/projects`. */
  readonly path: string;
  /** Maximum length of the response, after decompression. */
  readonly maxBytes: number;
  /** The entity tag of the cached response. */
  readonly etag?: string | undefined;
  /** Timeout in milliseconds, to the last byte of the body. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** A successful response, or a 304. */
export interface UnleashResponse {
  readonly response: Response;
  readonly blocks: Blocks;
}

/** Sends a request, once. */
export async function sendToUnleash(
  { url, key }: UnleashAddress,
  { path, etag, ...request }: UnleashRequest,
): Promise<Result<UnleashResponse, UnleashFailure>> {
  const headers = {
    Accept: 'application/json',
    Authorization: key,
    // By default, `fetch` asks for a response in full, whatever the entity tag.
    ...(etag === undefined ? {} : { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' }),
  };
  const exchanged = await exchange({ url: `${url}/api/admin${path}`, headers, ...request });
  switch (exchanged.type) {
    case 'Response':
      break;
    case 'TooLarge':
      return err({ type: 'UnleashTooLarge', path, maxBytes: request.maxBytes });
    default:
      return err({ type: 'UnleashUnavailable', path, reason: exchanged.reason });
  }
  const { response, blocks } = exchanged;
  if (response.ok && request.method === 'DELETE' && blocks.length > 0) {
    return err({ type: 'UnleashUnreadable', path, found: `a body of ${typeOf(response)}` });
  }
  if (response.ok || (response.status === 304 && etag !== undefined)) {
    return ok({ response, blocks });
  }
  return err(failureOf(path, response, blocks));
}

/** Returns the content type of a response, without parameters. */
export const typeOf = ({ headers }: Response): string =>
  (headers.get('Content-Type') ?? 'no content type').replace(/;.*/, '');

const PASSING: ReadonlySet<number> = new Set([408, 429]);

function failureOf(path: string, response: Response, blocks: Blocks): UnleashFailure {
  const { status } = response;
  if (status < 400) {
    const found = `a redirect to ${placeOf(response)}`;
    return { type: 'UnleashUnreadable', path, found };
  }
  if (status === 404) {
    const type = typeOf(response);
    const found = `a 404 of ${type}`;
    return unleashAbsence(path, { type, blocks }) ?? { type: 'UnleashUnreadable', path, found };
  }
  if (status < 500 && !PASSING.has(status)) return { type: 'UnleashRefused', path, status };
  return {
    type: 'UnleashUnavailable',
    path,
    reason: `status ${status}`,
    ...retryAfterOf(response),
  };
}

/** Where a redirect leads, for logs: without a query, a fragment or a password, which may be secrets. */
function placeOf({ url, headers }: Response): string {
  const location = headers.get('Location');
  if (location === null || !URL.canParse(location, url)) return 'nowhere';
  const { origin, pathname } = new URL(location, url);
  return `${origin}${pathname}`;
}

/** The body of a 404, and its content type. */
interface NotFound {
  readonly type: string;
  readonly blocks: Blocks;
}

/** Maximum number of blocks of an error of Unleash, which is short. */
const MAX_BLOCKS = 1;

const UNSERVED = /^The path you were looking for \(.*\) is not available\.$/;

/** Unleash's errors have an id or details, depending on its version and on where they are from. */
const errorSchema = z
  .object({
    name: z.literal('NotFoundError'),
    message: z.string(),
    id: z.string().optional(),
    details: z.array(z.unknown()).optional(),
  })
  .refine(({ id, details }) => id !== undefined || details !== undefined);

/**
 * Returns what a 404 says is absent. Returns undefined if it is not Unleash's own, such as that of a load balancer, which
 * says nothing about Unleash.
 */
function unleashAbsence(path: string, { type, blocks }: NotFound): UnleashAbsent | undefined {
  if (!type.includes('json') || blocks.length > MAX_BLOCKS) return undefined;
  const error = errorSchema.safeParse(parse(textOf(blocks)));
  if (!error.success) return undefined;
  return { type: 'UnleashAbsent', path, isServed: !UNSERVED.test(error.data.message) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
