import type { Blocks } from '@forewarn/client/exchange';
import { timeSlices } from '@forewarn/platform';
import { checkJsonLimits } from '@forewarn/wire';
import { err, ok, Result } from 'neverthrow';
import {
  type Element,
  readElements,
  type Section,
  type Unreadable,
} from '@forewarn/wire/documents';
import type { z } from 'zod';
import type { UnleashFailure } from './unleash-failure.ts';

export interface UnleashBody {
  /** The path that was read. */
  readonly path: string;
  /** The content type. */
  readonly type: string;
  readonly blocks: Blocks;
  /** Unleash's clock, in milliseconds since 1970, to the second; absent if it sends none. */
  readonly serverTime?: number;
}

/** Maximum length of one thing, as in Forewarn's own API. Only lists are longer. */
export const MAX_ONE_BYTES = 1_048_576;

/** Parses the JSON of one thing, or of one page. */
export function jsonIn(body: UnleashBody): Result<unknown, UnleashFailure> {
  const { path, blocks } = body;
  const bytes = blocks.reduce((sum, { length }) => sum + length, 0);
  if (bytes > MAX_ONE_BYTES) {
    return err({ type: 'UnleashUnreadable', path, found: `more than ${MAX_ONE_BYTES} bytes` });
  }
  const whole = Buffer.concat(blocks);
  return checkJsonLimits(whole)
    .mapErr(() => 'JSON of too many values or levels')
    .andThen(() => parse(whole.toString()).mapErr(() => foreignType(body) ?? 'broken JSON'))
    .mapErr((found) => ({ type: 'UnleashUnreadable', path, found }));
}

const parse = Result.fromThrowable((text: string): unknown => JSON.parse(text));

/**
 * Returns a function that reads the JSON of one thing, or of one page, by a schema.
 *
 * @param found what to say of other JSON; by default, which of its fields can't be read
 */
export const readAs =
  <T>(schema: z.ZodType<T>, found?: string) =>
  (body: UnleashBody): Result<T, UnleashFailure> =>
    jsonIn(body).andThen((json): Result<T, UnleashFailure> => {
      const read = schema.safeParse(json);
      if (read.success) return ok(read.data);
      const what = found ?? `JSON without ${read.error.issues[0]?.path.join('.') ?? ''}`;
      return err({ type: 'UnleashUnreadable', path: body.path, found: what });
    });

const foreignType = ({ type }: UnleashBody): string | undefined =>
  type.includes('json') ? undefined : type;

const STARTS: { readonly [Each in Section]: { readonly first: number; readonly else: string } } = {
  projects: { first: 0x7b, else: 'no projects' },
  strategies: { first: 0x7b, else: 'no strategies' },
  changeRequests: { first: 0x5b, else: 'something other than a list' },
  features: { first: 0x7b, else: 'no features' },
  segments: { first: 0x7b, else: 'no segments' },
  environments: { first: 0x7b, else: 'no environments' },
  contextFields: { first: 0x5b, else: 'something other than a list' },
  dependencies: { first: 0x7b, else: 'no dependencies' },
  deletedStrategies: { first: 0x7b, else: 'no strategies' },
};

/**
 * Reads the elements of a list, one at a time and in turns with other work. A short list is parsed at once, which is many
 * times faster; a long one would take much memory, and stop the event loop.
 */
export function elementsIn(
  body: UnleashBody,
  section: Section,
  signal?: AbortSignal,
): Result<AsyncIterable<Result<Element, Unreadable>>, UnleashFailure> {
  const { path, blocks } = body;
  if (firstByteOf(blocks) !== STARTS[section].first) {
    const found = foreignType(body) ?? STARTS[section].else;
    return err({ type: 'UnleashUnreadable', path, found });
  }
  return ok(
    jsonIn(body).match(
      (json) => inTimeSlices(elementsOf(json, section)),
      () =>
        readElements(inTimeSlices(piecesOf(blocks, signal)), {
          maxLength: MAX_ONE_BYTES,
          sections: [section],
        }),
    ),
  );
}

const SPACES: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);

const firstByteOf = ([first]: Blocks): number | undefined =>
  first?.find((byte) => !SPACES.has(byte));

function* elementsOf(json: unknown, section: Section): Generator<Result<Element, Unreadable>> {
  const isObject = STARTS[section].first === 0x7b;
  const list = isObject ? (json as Readonly<Record<string, unknown>>)[section] : json;
  const start = isObject ? `$.${section}` : '$';
  if (!Array.isArray(list)) {
    yield err({ path: start, what: STARTS[section].else });
    return;
  }
  for (const [index, value] of list.entries()) {
    yield ok({ section, path: `${start}[${index}]`, value });
  }
}

const PIECE_BYTES = 4_096;

/** Ends early when the signal is aborted, so that the list is broken. */
function* piecesOf(blocks: Blocks, signal?: AbortSignal): Generator<Uint8Array> {
  for (const block of blocks) {
    for (let at = 0; at < block.length; at += PIECE_BYTES) {
      if (signal?.aborted === true) return;
      yield block.subarray(at, at + PIECE_BYTES);
    }
  }
}

async function* inTimeSlices<T>(values: Iterable<T>): AsyncGenerator<T> {
  const pause = timeSlices();
  for (const value of values) {
    await pause();
    yield value;
  }
}
