import type { BadData } from '@forewarn/core';
import { badData } from '@forewarn/record';
import { err, ok, Result } from 'neverthrow';
import { z } from 'zod';

/**
 * Writes a place as an opaque cursor.
 *
 * @param kind that of the listing: the cursor of one is not valid in another
 */
export const cursorOf = (kind: string, place: object): string =>
  Buffer.from(JSON.stringify({ kind, place })).toString('base64url');

const parse = Result.fromThrowable((text: string): unknown => JSON.parse(text));

/**
 * Reads the cursor of a query, if it has one.
 *
 * @param projectId the project of the listing; undefined for one over all projects
 */
export function placeAt<Place extends { readonly projectId: string }>(
  cursor: string | undefined,
  kind: string,
  schema: z.ZodType<Place>,
  projectId: string | undefined,
): Result<Place | undefined, BadData> {
  if (cursor === undefined) return ok(undefined);
  const json = parse(Buffer.from(cursor, 'base64url').toString()).unwrapOr(undefined);
  const read = z.object({ kind: z.literal(kind), place: schema }).safeParse(json).data;
  if (read === undefined || (projectId !== undefined && read.place.projectId !== projectId)) {
    return err(badData('cursor', 'the cursor of a Link header of this listing'));
  }
  return ok(read.place);
}
