import { defineConfig } from 'vitest/config';
import { SOURCE_CONDITIONS } from './source-conditions.ts';

const resolve = { conditions: [...SOURCE_CONDITIONS] };

// Stryker changes the memory store, and what each capability adds to it, and expects the suite to fail.
export default defineConfig({
  environments: { ssr: { resolve }, __vitest__: { resolve } },
  // The store of a capability, which is no copy of Stryker: only the contracts of a package judge what is changed in it.
  resolve: { alias: { '../../store-memory/src/index.ts': '@forewarn/store-memory' } },
  test: {
    include: ['packages/*/test/*.contract.test.ts'],
    exclude: ['packages/store-{postgres,sqlite}/**'],
    testNamePattern: /^the memory store/,
  },
});
