import type { BadData } from '@forewarn/core';

/** One problem in a request. */
export function badData(path: string, expected: string): BadData {
  return { type: 'BadData', problems: [{ path, expected }] };
}
