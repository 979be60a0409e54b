#!/usr/bin/env node
import module from 'node:module';
import process from 'node:process';

module.enableCompileCache?.();

if (import.meta.url.includes('/node_modules/')) {
  await import('../dist/main.js');
} else if (module.registerHooks === undefined) {
  process.stderr.write(`forewarn: needs Node 22.18 or later, this is ${process.version}\n`);
  process.exitCode = 1;
} else {
  // In the repository the sources run as they are: no build before the first start.
  module.registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier, { ...context, conditions: ['@forewarn/source', ...context.conditions] }),
  });
  await import('../src/main.ts');
}
