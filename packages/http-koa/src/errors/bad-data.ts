import type { BadData } from '@forewarn/core';

/** One thing that is wrong with what a client sent. */
export function badData(path: string, expected: string): BadData {
  return { type: 'BadData', problems: [{ path, expected }] };
}
