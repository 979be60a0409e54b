import { type BadData, badData } from '@forewarn/core';
import { type QueryParameter } from '@forewarn/wire';
import { distance } from 'fastest-levenshtein';
import { err, ok, type Result } from 'neverthrow';
import { z } from 'zod';
import type { AdminRequest } from './admin-request.ts';
import { parseQuery } from './parse-query.ts';

/** The query of a delete that can be guarded. */
export const guardSchema = z.object({
  guard: z
    .literal('refuse', { error: 'expected refuse' })
    .exactOptional()
    .describe('Refuses while a scheduled change request touches or may touch the definition.'),
  acknowledge: z
    .string()
    .exactOptional()
    .describe('The fingerprint of an impact: deletes only while that impact is current.'),
});

type Guard = z.output<typeof guardSchema>;

/** Reads the guard that a delete asks for. A client that is not strict can send any query that does not look like one. */
export function guardIn({ isStrict, query, lenientQuery }: AdminRequest): Result<Guard, BadData> {
  const parameters: ReturnType<typeof query> = isStrict ? query() : ok(lenientQuery());
  return parameters.andThen((given) =>
    unlessMisspelt(given).andThen(() => parseQuery(guardSchema, given, isStrict)),
  );
}

/** A client that asks for a guard must not get a delete without one. */
export function unlessGuarded(guard: Guard): Result<void, BadData> {
  const [first] = Object.keys(guard);
  return first === undefined ? ok() : err(badData(first, 'none: this server has no guard'));
}

const NAMES = Object.keys(guardSchema.shape);
/** The values that only one of the parameters has. */
const NAME_OF_VALUE: ReadonlyMap<string, string> = new Map([['refuse', 'guard']]);
/** Part of a name's letters that may differ: two of `guard`, four of `acknowledge`. */
const SHARE = 1 / 3;

/** Fails if a parameter looks like a misspelt one, by its name or its value. */
function unlessMisspelt(parameters: readonly QueryParameter[]): Result<void, BadData> {
  for (const [name, value] of parameters) {
    if (NAMES.includes(name)) continue;
    const meant =
      NAMES.find((each) => isNear(name.toLowerCase(), each)) ??
      NAME_OF_VALUE.get(value.trim().toLowerCase());
    if (meant !== undefined) {
      return err(badData(name, `"${meant}", which this name would not do: correct or remove it`));
    }
  }
  return ok();
}

const isNear = (name: string, known: string): boolean =>
  distance(name, known) <= Math.ceil(known.length * SHARE);
