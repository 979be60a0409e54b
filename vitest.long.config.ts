import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongFilesFirst } from './tools/long-files-first.ts';
import { SOURCE_CONDITIONS } from './tools/source-conditions.ts';

const koa2 = fileURLToPath(
  new URL('tools/field-clients/node_modules/koa2/lib/application.js', import.meta.url),
);
const resolve = { conditions: [...SOURCE_CONDITIONS] };

// The same promises in more settings, and what takes many processes: minutes in all.
export default defineConfig({
  environments: { ssr: { resolve }, __vitest__: { resolve } },
  test: {
    // Many tests wait for processes and timeouts, so one worker per core leaves the cores idle.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongFilesFirst },
    reporters: ['default', './tools/tally-reporter.ts'],
    projects: [
      {
        test: {
          name: 'long',
          include: ['{packages/*,tools}/test/**/*.long.test.ts', 'docs/examples/**/*.long.test.ts'],
          globalSetup: [
            './tools/postgres.setup.ts',
            './tools/temporary-folder.setup.ts',
            './tools/page.setup.ts',
            './tools/validators.setup.ts',
          ],
          // The default of one second is little for a slow machine.
          expect: { poll: { timeout: 30_000 } },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        // npm test runs these on Koa 3.
        test: {
          name: 'koa-2',
          isolate: false,
          include: ['packages/{http,pages}-koa/test/*.e2e.test.ts'],
          alias: { koa: koa2 },
          globalSetup: ['./tools/koa-2.setup.ts'],
          testTimeout: 120_000,
        },
      },
    ],
  },
});
