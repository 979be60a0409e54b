import { statfsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { watchFile } from '../src/sqlite-file.ts';

/** A file that can be written, in a file system that reports no blocks. */
const WITHOUT_BLOCKS = '/proc/self/comm';

it.runIf(process.platform === 'linux')(
  'takes no disk for full whose file system reports no blocks',
  () => {
    expect(statfsSync(WITHOUT_BLOCKS).blocks).toBe(0);

    watchFile(WITHOUT_BLOCKS).assertWritable();
  },
);
