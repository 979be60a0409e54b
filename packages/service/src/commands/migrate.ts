import { env, stderr, stdout } from 'node:process';
import { EXIT, type ExitCode, print, printError } from '@forewarn/cli';
import type { Distributed } from '@forewarn/store-postgres';
import type { RebuildProgress } from '@forewarn/store-sqlite';
import { ok } from 'neverthrow';
import { distributeStore, migrateStore } from '../open-store.ts';
import { readSettings } from '../settings.ts';
import { reportFailure } from './with-store.ts';

const PRINTED_EVERY_MS = 1_000;

const NOTHING: Distributed = { tables: [], unsafeSettings: [] };

interface MigrateOptions {
  /** Whether to distribute the tables, too. */
  readonly isDistributed: boolean;
}

/** `forewarn migrate` */
export async function migrate({ isDistributed }: MigrateOptions): Promise<ExitCode> {
  const settings = readSettings(env);
  if (settings.isErr()) return reportFailure(settings.error);
  const { store } = settings.value;
  if (isDistributed && store.kind !== 'postgres') {
    const expected = 'postgres://… of a Citus coordinator for --distribute';
    return reportFailure({ type: 'WrongSetting', setting: 'DATABASE_URL', expected });
  }
  const migrated = await migrateStore(store, printing());
  if (migrated.isErr()) return reportFailure(migrated.error);
  for (const name of migrated.value) print(`${name}\n`);
  const distributed =
    isDistributed && store.kind === 'postgres' ? await distributeStore(store) : ok(NOTHING);
  if (distributed.isErr()) return reportFailure(distributed.error);
  const { tables, unsafeSettings } = distributed.value;
  for (const name of tables) print(`distributed ${name}\n`);
  for (const { machine, setting, value, max } of unsafeSettings) {
    printError(
      `warning: ${machine}: ${setting} is ${value}; set it to at most ${max} and not 0, or locks outlive a network loss`,
    );
  }
  const isDone = migrated.value.length + tables.length > 0;
  stdout.write(isDone ? 'Done.\n' : 'Nothing to do.\n');
  return EXIT.done;
}

/** Prints how far a rebuild is and its time, at most once a second, and its end. */
function printing(): RebuildProgress {
  const startedAt = performance.now();
  let printed = startedAt;
  return (done, total) => {
    if (done < total && performance.now() - printed < PRINTED_EVERY_MS) return;
    printed = performance.now();
    const seconds = Math.floor((printed - startedAt) / 1_000);
    stderr.write(`projection: ${done} of ${total} change requests in ${seconds} s\n`);
  };
}
