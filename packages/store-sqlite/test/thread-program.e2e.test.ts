/// <reference types="vite/types/importMeta.d.ts" />
import { expect, it } from 'vitest';
import { generateThread } from '../../../tools/generate-thread.ts';

// Vite reads the file.
const { '../src/thread-program.ts': written } = import.meta.glob<string>(
  '../src/thread-program.ts',
  { query: '?raw', import: 'default', eager: true },
);

it('is the bundled program of the threads (run "npm run generate")', async () => {
  expect(written).toBe(await generateThread());
});
