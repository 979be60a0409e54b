#!/usr/bin/env node
import { enableCompileCache, registerHooks } from 'node:module';

enableCompileCache?.();

if (import.meta.url.includes('/node_modules/')) {
  await import('../dist/main.js');
} else {
  // In the repository the sources run as they are: no build before the first start.
  registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier, { ...context, conditions: ['@forewarn/source', ...context.conditions] }),
  });
  await import('../src/main.ts');
}
