/// <reference types="vite/types/importMeta.d.ts" />
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { contracts } from '@forewarn/store-contract';
import { expect, test } from 'vitest';

const FILES = import.meta.glob<string>(['../README.md', './*.example.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const OTHER_RUNNER = fileURLToPath(new URL('other-runner.example.ts', import.meta.url));

// Declares its tests here.
await import('./first-use.example.ts');

const { '../README.md': readme = '', ...examples } = FILES;

test('the README shows the code of the examples', () => {
  const blocks = [...readme.matchAll(/^```ts\n(?<code>.*?)^```$/gms)];

  expect(blocks.map(({ groups }) => groups?.['code'])).toEqual(Object.values(examples));
  expect(blocks).toHaveLength(2);
});

test('the example with another runner runs every case', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--conditions=@forewarn/source',
    '--test-reporter=tap',
    OTHER_RUNNER,
  ]);

  expect(stdout).toContain(`\n# pass ${contracts.flatMap(({ cases }) => cases).length}\n`);
  expect(stdout).toContain('\n# fail 0\n');
});
