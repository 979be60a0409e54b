import { expect, it } from 'vitest';
import { generateThread } from '../../../tools/generate-thread.ts';
import { textsAt } from '../../../tools/texts-at.ts';

const { '../src/thread-program.ts': written } = textsAt(import.meta, '../src/thread-program.ts');

it('is the bundled program of the threads (run "npm run generate")', async () => {
  expect(written).toBe(await generateThread());
});
