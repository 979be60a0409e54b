import { existsSync } from 'node:fs';
import module from 'node:module';
import process from 'node:process';
import { boundHeap } from './bound-heap.js';
import { endAtSignals } from './end-at-signals.js';
import { endWithParent } from './end-with-parent.js';

/**
 * Starts a command from its build, or in the repository from its sources, without a build.
 *
 * @param {string} bin the URL of the file in `bin`
 */
export async function start(bin) {
  // Other commands end soon, and start sooner as they are.
  if (process.argv[2] === 'serve') {
    boundHeap();
    if (process.env.npm_command === 'exec') endWithParent();
  }
  endAtSignals();
  if (!prepare()) return;
  if (bin.includes('/node_modules/')) {
    await import(new URL('../dist/main.js', bin).href);
    return;
  }
  module.registerHooks({
    resolve: (specifier, context, next) => next(sourceOf(specifier), context),
  });
  await import(new URL('../src/main.ts', bin).href);
}

/** Prepares Node for the command. Returns false if its version is too old. */
export function prepare() {
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
    return false;
  }
  return true;
}

/** The entry point of a sibling package's sources. Node 22.18 can't set an export condition here. */
function sourceOf(specifier) {
  const { name, entry = 'index' } =
    /^@forewarn\/(?<name>[\w-]+)(?:\/(?<entry>[\w-]+))?$/.exec(specifier)?.groups ?? {};
  if (name === undefined) return specifier;
  const file = new URL(`../../${name}/src/${entry}.ts`, import.meta.url);
  // What a capability adds to a base is a folder.
  return (existsSync(file) ? file : new URL(`${entry}/index.ts`, file)).href;
}
