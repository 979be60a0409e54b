import { MIMEType } from 'node:util';
import type { BadData } from '@forewarn/core';
import { FairSemaphore, nextTurn } from '@forewarn/platform';
import { badData } from '@forewarn/record';
import { checkJsonLimits, checkUniqueKeys, MAX_DEPTH } from '@forewarn/wire';
import { err, ok, Result, ResultAsync } from 'neverthrow';
import type { AdminError } from '../errors/admin-error.ts';
import { MAX_BODY_BYTES } from '../errors/error-table.ts';
import type { Exchange } from '../exchange.ts';

const CHARSETS: ReadonlySet<string> = new Set(['', 'utf-8', 'utf8']);

/** Bodies longer than this are parsed and checked in two turns of the event loop, and one after the other. */
const LONG_BODY_BYTES = 65_536;
/** One for all routers, which share the event loop. */
const longBodies = new FairSemaphore(1);

/**
 * Reads the JSON in UTF-8 that a request sends. If the app's own body parser was first, its result is used, but only of a
 * request with JSON: any page can make a browser send a form.
 *
 * @param isStrict whether a key that is twice in one object is an error; that is not known of the result of a parser
 */
export function readJson(exchange: Exchange, isStrict: boolean): ResultAsync<unknown, AdminError> {
  const { hasBody, parsedBody } = exchange;
  if (!hasBody)
    return new ResultAsync(Promise.resolve(err(badData('', 'JSON, and there is none'))));
  return charsetOf(exchange.header('content-type') ?? '').asyncAndThen((charset) => {
    if (parsedBody === undefined) return new ResultAsync(read(exchange, charset, isStrict));
    return bytesOf(parsedBody).asyncAndThen(
      (bytes) => new ResultAsync(parse(bytes, isStrict, exchange.signal)),
    );
  });
}

/** Returns the charset of JSON, empty if there is none. */
function charsetOf(contentType: string): Result<string, AdminError> {
  const type = parseType(contentType);
  return type.isErr() || type.value.essence !== 'application/json'
    ? err({ type: 'UnsupportedMediaType' })
    : ok(type.value.params.get('charset') ?? '');
}

const parseType = Result.fromThrowable((text: string) => new MIMEType(text));

async function read(
  exchange: Exchange,
  charset: string,
  isStrict: boolean,
): Promise<Result<unknown, AdminError>> {
  const encoding = exchange.header('content-encoding') ?? '';
  const isEncoded = !['', 'identity'].includes(encoding.toLowerCase());
  if (isEncoded || !CHARSETS.has(charset.toLowerCase())) {
    return err({ type: 'UnsupportedMediaType' });
  }
  const bytes = await exchange.readBody(MAX_BODY_BYTES);
  return bytes.isErr() ? err(bytes.error) : parse(bytes.value, isStrict, exchange.signal);
}

async function parse(
  bytes: Uint8Array,
  isStrict: boolean,
  signal: AbortSignal | undefined,
): Promise<Result<unknown, AdminError>> {
  // A parser of the host may take more.
  if (bytes.length > MAX_BODY_BYTES) return err({ type: 'BodyTooLarge' });
  if (bytes.length <= LONG_BODY_BYTES) return parseChecked(bytes, isStrict);
  return longBodies.admit(signal, async () => {
    const json = parseChecked(bytes, isStrict);
    await nextTurn();
    return json;
  });
}

const parseChecked = (bytes: Uint8Array, isStrict: boolean): Result<unknown, BadData> =>
  checkJsonLimits(bytes).andThen((values) =>
    parseJson(bytes).andThrough((parsed) => (isStrict ? checkUniqueKeys(parsed, values) : ok())),
  );

const utf8 = new TextDecoder('utf-8', { fatal: true });

const parseJson = Result.fromThrowable(
  (bytes: Uint8Array): unknown => JSON.parse(utf8.decode(bytes)),
  () => badData('', 'JSON in UTF-8'),
);

/** The bytes that the app has read, or its JSON written again, so that the same limits hold. */
const bytesOf = Result.fromThrowable(
  (body: unknown): Uint8Array =>
    body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body)),
  () => badData('', `JSON of at most ${MAX_DEPTH} levels`),
);
