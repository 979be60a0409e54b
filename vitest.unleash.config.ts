import { fileURLToPath } from 'node:url';
import process from 'node:process';
import { defineConfig } from 'vitest/config';
import { SOURCE_CONDITIONS } from './tools/source-conditions.ts';

const resolve = { conditions: [...SOURCE_CONDITIONS] };

// These tests have a config of their own, since they install Unleash from the registry. `--update` redraws the pictures.
export default defineConfig({
  environments: { ssr: { resolve }, __vitest__: { resolve } },
  test: {
    // By default one core is left idle: half of two.
    maxWorkers: '100%',
    reporters: ['default', './tools/tally-reporter.ts'],
    include: ['test/unleash/**/*.{e2e,browser}.test.ts'],
    globalSetup: ['./tools/browser.setup.ts', './test/unleash/unleash.setup.ts'],
    provide: {
      pictureFolder: process.argv.includes('--update')
        ? fileURLToPath(new URL('docs/unleash/', import.meta.url))
        : undefined,
    },
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
