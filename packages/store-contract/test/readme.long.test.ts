import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { contracts } from '@forewarn/store-contract';
import { expect, test } from 'vitest';
import { textsAt } from '../../../tools/texts-at.ts';

const FILES = textsAt(import.meta, '../README.md', './*.example.ts');
const NODE_TEST = fileURLToPath(new URL('node-test.example.ts', import.meta.url));
const WITHOUT_VITEST = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier.startsWith('vitest')) throw new Error('vitest is not installed');
      return next(specifier, context);
    },
  });`)}`;

// Declares its tests here.
await import('./first-use.example.ts');

const { '../README.md': readme = '', ...examples } = FILES;

test('the README shows the code of the examples', () => {
  const blocks = [...readme.matchAll(/^```ts\n(?<code>.*?)^```$/gms)];

  expect(blocks.map(({ groups }) => groups?.['code'])).toEqual(Object.values(examples));
  expect(blocks).toHaveLength(2);
});

test(
  'the example with node:test runs every case without vitest, and reports what it skips',
  {
    timeout: 180_000,
  },
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--conditions=@forewarn/source',
      `--import=${WITHOUT_VITEST}`,
      '--test-reporter=tap',
      NODE_TEST,
    ]);

    const skipped = stdout.split('# SKIP `open` returned no `breakDown`').length - 1;
    expect(skipped).toBeGreaterThan(0);
    expect(stdout).toContain(`\n# skipped ${skipped}\n`);
    const cases = contracts.flatMap((contract) => contract.cases).length;
    expect(stdout).toContain(`\n# pass ${cases - skipped}\n`);
    expect(stdout).toContain('\n# fail 0\n');
  },
);
