import { defineConfig } from 'vitest/config';
import { SOURCE_CONDITIONS } from './source-conditions.ts';

const resolve = { conditions: [...SOURCE_CONDITIONS] };

// Stryker changes the memory store, and expects the suite to fail. More files than one let it wait for those that it cancels.
export default defineConfig({
  environments: { ssr: { resolve }, __vitest__: { resolve } },
  test: { include: ['packages/store-memory/test/memory-store.contract.test.ts'] },
});
