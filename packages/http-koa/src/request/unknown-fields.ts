import type { Problem } from '@forewarn/core';
import { z } from 'zod';

/** The fields that are in what was sent and not in what was made of it. Null means the same as absence. */
export function unknownFields(
  sent: unknown,
  made: unknown,
  path: readonly PropertyKey[] = [],
): readonly Problem[] {
  if (!isContainer(sent) || !isContainer(made)) return [];
  return Object.entries(sent).flatMap(([key, value]) => {
    const at = [...path, Array.isArray(sent) ? Number(key) : key];
    if (Object.hasOwn(made, key)) return unknownFields(value, made[key], at);
    return value === null
      ? []
      : [{ path: z.core.toDotPath(at), expected: 'no field of this name' }];
  });
}

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
