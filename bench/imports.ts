import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { notLeftBehind } from '../test/faults/left-behind.ts';
import { measureStartUp } from './start-up.ts';
import { type BenchStore, postgresWith, sqliteWith } from './stores.ts';

/** An import of change requests by a process of its own, and a start of the service on them. */
interface ImportTimes {
  readonly store: BenchStore['name'];
  readonly seconds: number;
  /** The largest resident set of the process, in MiB. */
  readonly peakMiB: number;
  /** The time from the start of the service to its first response, without the time that Node takes to start. */
  readonly startUpMs: number;
}

const PROGRAM = fileURLToPath(new URL('import-process.ts', import.meta.url));

/** Measures an import of `count` change requests into a new store of each kind. */
export async function* measureImports(count: number): AsyncGenerator<ImportTimes> {
  for (const open of [sqliteWith, postgresWith]) {
    const opened = await open(async () => {});
    // Without the sources' condition: the stores are the published builds, and need no memory for stripping types.
    const child = spawn(process.execPath, [PROGRAM, opened.url, String(count)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const remove = notLeftBehind(() => child.kill('SIGKILL'));
    const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    remove();
    const took = JSON.parse(output) as Pick<ImportTimes, 'seconds' | 'peakMiB'>;
    yield { store: opened.name, ...took, startUpMs: await measureStartUp(opened) };
    await opened.remove();
  }
}
