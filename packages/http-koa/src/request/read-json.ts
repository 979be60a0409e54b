import { setImmediate } from 'node:timers/promises';
import { type BadData, badData } from '@forewarn/core';
import type { Context } from 'koa';
import { err, ok, Result, ResultAsync } from 'neverthrow';
import rawBody from 'raw-body';
import type { AdminError } from '../errors/admin-error.ts';
import { checkJsonLimits, MAX_DEPTH } from '@forewarn/wire';
import { MAX_BODY_BYTES } from '../errors/error-table.ts';

const CHARSETS: ReadonlySet<string> = new Set(['', 'utf-8', 'utf8']);

/** Bodies longer than this are parsed and checked in two turns of the event loop. */
const LONG_BODY_BYTES = 65_536;

/**
 * Reads the JSON in UTF-8 that a request sends. If the app's own body parser was first, its result is used, but only of a
 * request with JSON: any page can make a browser send a form.
 */
export function readJson(ctx: Context): ResultAsync<unknown, AdminError> {
  const { body } = ctx.request as { readonly body?: unknown };
  return checkType(ctx).asyncAndThen(() =>
    body === undefined
      ? new ResultAsync(read(ctx))
      : writeJson(body).asyncAndThen((bytes) => new ResultAsync(parse(bytes))),
  );
}

function checkType(ctx: Context): Result<void, AdminError> {
  const type = ctx.is('application/json');
  if (type === null) return err(badData('', 'JSON, and there is none'));
  return type === false ? err({ type: 'UnsupportedMediaType' }) : ok();
}

async function read(ctx: Context): Promise<Result<unknown, AdminError>> {
  const isEncoded = !['', 'identity'].includes(ctx.get('Content-Encoding').toLowerCase());
  if (isEncoded || !CHARSETS.has(ctx.request.charset.toLowerCase())) {
    return err({ type: 'UnsupportedMediaType' });
  }
  try {
    const bytes = await rawBody(ctx.req, {
      limit: MAX_BODY_BYTES,
      length: ctx.get('Content-Length'),
    });
    return await parse(bytes);
  } catch (error) {
    if (isCalled(error, 'entity.too.large')) return err({ type: 'BodyTooLarge' });
    // The client closed the connection before the body was complete.
    if (!ctx.req.complete) return err(badData('', 'all of the bytes that were announced'));
    throw error;
  }
}

async function parse(bytes: Uint8Array): Promise<Result<unknown, BadData>> {
  const json = checkJsonLimits(bytes).andThen(() => parseJson(bytes));
  if (bytes.length > LONG_BODY_BYTES) await setImmediate();
  return json;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

const parseJson = Result.fromThrowable(
  (bytes: Uint8Array): unknown => JSON.parse(utf8.decode(bytes)),
  () => badData('', 'JSON in UTF-8'),
);

/** JSON that the app has parsed, written again so that the same limits hold. */
const writeJson = Result.fromThrowable(
  (body: unknown): Uint8Array => Buffer.from(JSON.stringify(body)),
  () => badData('', `JSON of at most ${MAX_DEPTH} levels`),
);

function isCalled(error: unknown, type: string): boolean {
  return error instanceof Error && 'type' in error && error.type === type;
}
