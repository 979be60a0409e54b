import * as http from 'node:http';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongFilesFirst } from './tools/long-files-first.ts';
import { SOURCE_CONDITIONS } from './tools/source-conditions.ts';

const resolve = { conditions: [...SOURCE_CONDITIONS] };
const withServers = [
  'packages/*/test/**/*.{contract,e2e}.test.ts',
  'docs/examples/**/*.{contract,e2e}.test.ts',
];

// The defaults of 5 seconds for a test and one for a poll are little for a slow machine.
const patience = {
  expect: { poll: { timeout: 30_000 } },
  testTimeout: 120_000,
  hookTimeout: 120_000,
};

// Node runs the sources as they are. Vite's own runner takes a quarter more processor time.
const natively = { viteModuleRunner: false, nodeLoader: false };

export default defineConfig({
  environments: { ssr: { resolve }, __vitest__: { resolve } },
  test: {
    sequence: { sequencer: LongFilesFirst },
    reporters: ['default', './tools/tally-reporter.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          isolate: false,
          setupFiles: ['./tools/property-seed.ts'],
          experimental: natively,
          // Each further worker compiles the same sources, which takes a fifth of the time of all tests.
          maxWorkers: Math.ceil(availableParallelism() / 2),
          // Vitest needs a group of its own for another maxWorkers. A worker ends before a file of another project.
          sequence: { groupOrder: 1 },
          ...patience,
          include: [
            'packages/*/test/**/*.test.ts',
            'docs/examples/**/*.test.ts',
            'tools/test/**/*.test.ts',
            'test/**/*.test.ts',
          ],
          exclude: [
            ...withServers,
            '{packages/*,tools}/test/**/*.{browser,long}.test.ts',
            'docs/examples/**/*.{browser,long}.test.ts',
            'test/distributed/**',
            'test/{field,unleash}/**/*.{e2e,browser}.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'servers',
          isolate: false,
          setupFiles: ['./tools/property-seed.ts'],
          experimental: natively,
          // Many tests wait for processes and timeouts, so one worker per core leaves the cores idle.
          maxWorkers: availableParallelism() + 1,
          // Node 22 and 24 warn that their SQLite is experimental, in the output of commands that run in this process as well.
          execArgv: ['--disable-warning=ExperimentalWarning'],
          include: withServers,
          // Node before 24.14 has no proxies of its own.
          exclude: 'setGlobalProxyFromEnv' in http ? [] : ['**/egress-proxy.e2e.test.ts'],
          globalSetup: [
            './tools/postgres.setup.ts',
            './tools/temporary-folder.setup.ts',
            './tools/page.setup.ts',
          ],
          ...patience,
        },
      },
    ],
  },
});
