import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

// Packages are read from their sources, through the export condition of that name: no build before a test.
// Node itself knows no condition "module", and what is behind it need not run there.
const conditions = defaultServerConditions.filter((condition) => condition !== 'module');
const resolve = { conditions: ['@forewarn/source', ...conditions] };
const withServers = [
  'packages/*/test/**/*.{contract,e2e}.test.ts',
  'docs/examples/**/*.{contract,e2e}.test.ts',
];

export default defineConfig({
  environments: { ssr: { resolve }, __vitest__: { resolve } },
  test: {
    // By default one core is left idle: half of two.
    maxWorkers: '100%',
    reporters: ['default', './tools/tally-reporter.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          isolate: false,
          include: [
            'packages/*/test/**/*.test.ts',
            'docs/examples/**/*.test.ts',
            'tools/test/**/*.test.ts',
            'test/**/*.test.ts',
          ],
          exclude: [...withServers, 'packages/*/test/**/*.browser.test.ts'],
        },
      },
      {
        test: {
          name: 'servers',
          isolate: false,
          include: withServers,
          globalSetup: ['./tools/postgres.setup.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
