import { defineConfig } from 'vitest/config';
import { SOURCE_CONDITIONS } from './tools/source-conditions.ts';

const resolve = { conditions: [...SOURCE_CONDITIONS] };

// The same promises in more settings: isolation levels, databases and samples. They take minutes.
export default defineConfig({
  environments: { ssr: { resolve }, __vitest__: { resolve } },
  test: {
    // By default one core is left idle: half of two.
    maxWorkers: '100%',
    isolate: false,
    reporters: ['default', './tools/tally-reporter.ts'],
    include: ['packages/*/test/**/*.long.test.ts'],
    globalSetup: ['./tools/postgres.setup.ts', './tools/temporary-folder.setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
