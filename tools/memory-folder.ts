import { existsSync, statfsSync } from 'node:fs';

const FOLDER = '/dev/shm';
const ENOUGH_BYTES = 2 ** 30;

/** Returns a folder in memory for the files of tests; undefined if the machine has none, or it is too small. */
export function memoryFolder(): string | undefined {
  if (!existsSync(FOLDER)) return undefined;
  const { bavail, bsize } = statfsSync(FOLDER);
  return bavail * bsize < ENOUGH_BYTES ? undefined : FOLDER;
}
