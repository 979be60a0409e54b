import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

const resolve = { conditions: ['@forewarn/source', ...defaultServerConditions] };

// Apart from the other tests: these need a browser, and fail without one.
export default defineConfig({
  environments: { ssr: { resolve }, __vitest__: { resolve } },
  test: {
    reporters: ['default', './tools/tally-reporter.ts'],
    include: ['packages/*/test/**/*.browser.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
