#!/usr/bin/env node
import module from 'node:module';
import process from 'node:process';

module.enableCompileCache?.();

// Node 22 warns at each start that its SQLite is experimental. Users can't act on that.
for (const print of process.listeners('warning')) {
  process.off('warning', print);
  process.on('warning', (warning) => {
    if (warning.name !== 'ExperimentalWarning') print(warning);
  });
}

if (module.registerHooks === undefined) {
  process.stderr.write(`forewarn: needs Node 22.18 or later, this is ${process.version}\n`);
  // For check, 1 would mean that something is scheduled.
  process.exitCode = 2;
} else if (import.meta.url.includes('/node_modules/')) {
  await import('../dist/main.js');
} else {
  // In the repository the sources run without a build.
  module.registerHooks({
    resolve: (specifier, context, next) => next(sourceOf(specifier), context),
  });
  await import('../src/main.ts');
}

/** The entry point of a sibling package's sources. Node 22.18 can't set an export condition here. */
function sourceOf(specifier) {
  const { name, entry = 'index' } =
    /^@forewarn\/(?<name>[\w-]+)(?:\/(?<entry>[\w-]+))?$/.exec(specifier)?.groups ?? {};
  return name === undefined
    ? specifier
    : new URL(`../../${name}/src/${entry}.ts`, import.meta.url).href;
}
