import { defineConfig } from 'vitest/config';
import { SOURCE_CONDITIONS } from './tools/source-conditions.ts';

const resolve = { conditions: [...SOURCE_CONDITIONS] };

// These tests have a config of their own, since they need a Citus cluster, which no script starts.
export default defineConfig({
  environments: { ssr: { resolve }, __vitest__: { resolve } },
  test: {
    // The machines of the cluster may share these cores.
    fileParallelism: false,
    maxConcurrency: 2,
    reporters: ['default', './tools/tally-reporter.ts'],
    include: ['test/distributed/**/*.{contract,e2e}.test.ts'],
    globalSetup: ['./test/distributed/citus.setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
