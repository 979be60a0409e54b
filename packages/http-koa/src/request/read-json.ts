import type { BadData } from '@forewarn/core';
import type { Context } from 'koa';
import { err, ok, Result, ResultAsync } from 'neverthrow';
import rawBody from 'raw-body';
import type { AdminError } from '../errors/admin-error.ts';
import { badData } from '../errors/bad-data.ts';
import { MAX_BODY_BYTES } from '../errors/error-table.ts';

const MAX_DEPTH = 100;
const CHARSETS: ReadonlySet<string> = new Set(['', 'utf-8', 'utf8']);

/**
 * Reads a request's body, which has to be JSON in UTF-8. Where the host's own body parser was first, what it read is
 * taken as it is, but of JSON alone: any page can make a browser send a form.
 */
export function readJson(ctx: Context): ResultAsync<unknown, AdminError> {
  const { body } = ctx.request as { readonly body?: unknown };
  return checkType(ctx)
    .asyncAndThen(() => new ResultAsync(body === undefined ? read(ctx) : Promise.resolve(ok(body))))
    .andThen(unlessTooDeep);
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
    return parse(bytes);
  } catch (error) {
    if (isCalled(error, 'entity.too.large')) return err({ type: 'BodyTooLarge' });
    // Whoever went away takes the rest along, before it is read or meanwhile.
    if (!ctx.req.complete) return err(badData('', 'all of the bytes that were announced'));
    throw error;
  }
}

const parse = Result.fromThrowable(
  (bytes: Uint8Array): unknown =>
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)),
  () => badData('', 'JSON in UTF-8'),
);

/** What is nested without end would exhaust the stack of whoever writes it as JSON again. */
function unlessTooDeep(value: unknown): Result<unknown, BadData> {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return err(badData('', `at most ${MAX_DEPTH} levels`));
    level = level.flatMap((each) =>
      typeof each === 'object' && each !== null ? Object.values(each) : [],
    );
  }
  return ok(value);
}

function isCalled(error: unknown, type: string): boolean {
  return error instanceof Error && 'type' in error && error.type === type;
}
