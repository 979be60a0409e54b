import { defineConfig } from 'vitest/config';
import { SOURCE_CONDITIONS } from './tools/source-conditions.ts';

const resolve = { conditions: [...SOURCE_CONDITIONS] };

// Forewarn beside the programs that its users run: clients, proxies, poolers, runners. They are installed for these tests only.
export default defineConfig({
  environments: { ssr: { resolve }, __vitest__: { resolve } },
  test: {
    reporters: ['default', './tools/tally-reporter.ts'],
    include: ['test/field/*.e2e.test.ts'],
    globalSetup: ['./tools/postgres.setup.ts', './tools/temporary-folder.setup.ts'],
    // The default of one second is little for a slow machine.
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
});
