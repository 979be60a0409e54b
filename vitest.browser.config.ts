import { defineConfig } from 'vitest/config';
import { SOURCE_CONDITIONS } from './tools/source-conditions.ts';

const resolve = { conditions: [...SOURCE_CONDITIONS] };

// These tests have a config of their own, since they need a browser and fail without one.
export default defineConfig({
  environments: { ssr: { resolve }, __vitest__: { resolve } },
  test: {
    // By default one core is left idle: half of two.
    maxWorkers: '100%',
    // The files of a worker share its browser.
    isolate: false,
    reporters: ['default', './tools/tally-reporter.ts'],
    globalSetup: [
      './tools/validators.setup.ts',
      './tools/browser.setup.ts',
      './tools/page.setup.ts',
    ],
    include: ['packages/*/test/**/*.browser.test.ts', 'docs/examples/*.browser.test.ts'],
    env: { DRAW_PICTURES: String(process.argv.includes('--update')) },
    // The default of one second is little for a slow machine.
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
