import { isName, type ListingPlace } from '@forewarn/core';

/** Writes a place as an opaque cursor. */
export const cursorOf = ({ scheduledAt, projectId, id }: ListingPlace): string =>
  Buffer.from(JSON.stringify([scheduledAt, projectId, id])).toString('base64url');

/** Reads a cursor; undefined if {@link cursorOf} did not write it. */
export function placeAt(cursor: string): ListingPlace | undefined {
  let read: unknown;
  try {
    read = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
  if (!Array.isArray(read) || read.length !== 3) return undefined;
  const [scheduledAt, projectId, id] = read as readonly unknown[];
  if (!isWhole(scheduledAt) || !isWhole(id)) return undefined;
  if (typeof projectId !== 'string' || !isName(projectId)) return undefined;
  const place = { scheduledAt, projectId, id };
  return cursorOf(place) === cursor ? place : undefined;
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);
