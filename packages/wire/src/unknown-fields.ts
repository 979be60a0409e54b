import type { Problem } from '@forewarn/core';
import { z } from 'zod';

/** The first fields that were sent and that no schema knows, at most `limit`. Null means the same as absence. */
export function unknownFields(sent: unknown, parsed: unknown, limit: number): readonly Problem[] {
  const found: Problem[] = [];
  const compare = (from: unknown, to: unknown, path: readonly PropertyKey[]): void => {
    // A schema returns what it doesn't look into, such as a payload, as it is.
    if (from === to || !isContainer(from) || !isContainer(to)) return;
    for (const key of Object.keys(from)) {
      if (found.length === limit) return;
      const value = from[key];
      const at = [...path, Array.isArray(from) ? Number(key) : key];
      if (Object.hasOwn(to, key)) compare(value, to[key], at);
      else if (value !== null) {
        found.push({ path: z.core.toDotPath(at), expected: 'no field of this name' });
      }
    }
  };
  compare(sent, parsed, []);
  return found;
}

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
