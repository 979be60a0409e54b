import type { ScheduledChangeRequest } from '@forewarn/core';

/** The size of a change request as JSON text, in bytes. */
export const bytesOf = (each: ScheduledChangeRequest): number =>
  Buffer.byteLength(JSON.stringify(each));

/** Returns a change request of this size. Its length in UTF-16 code units is less. */
export function ofBytes(
  bytes: number,
  make: (padding: string) => ScheduledChangeRequest,
): ScheduledChangeRequest {
  const free = bytes - bytesOf(make(''));
  return make('漢'.repeat(free / 3) + 'a'.repeat(free % 3));
}
