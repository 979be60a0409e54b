import { env, stderr, stdout } from 'node:process';
import { EXIT, type ExitCode } from '../exit-code.ts';
import type { RebuildProgress } from '@forewarn/store-sqlite';
import { migrateStore } from '../open-store.ts';
import { readSettings } from '../settings.ts';
import { reportFailure } from './report-failure.ts';

const PRINTED_EVERY_MS = 1_000;

/** `forewarn migrate` */
export async function migrate(): Promise<ExitCode> {
  const settings = readSettings(env);
  if (settings.isErr()) return reportFailure(settings.error);
  const migrated = await migrateStore(settings.value.store, printing());
  if (migrated.isErr()) return reportFailure(migrated.error);
  for (const name of migrated.value) stdout.write(`${name}\n`);
  stdout.write(migrated.value.length === 0 ? 'Nothing to do.\n' : 'Done.\n');
  return EXIT.done;
}

/** Prints how far a rebuild is, at most once a second, and its end. */
function printing(): RebuildProgress {
  let printed = performance.now();
  return (done, total) => {
    if (done < total && performance.now() - printed < PRINTED_EVERY_MS) return;
    printed = performance.now();
    stderr.write(`projection: ${done} of ${total} change requests\n`);
  };
}
