import { env, stdout } from 'node:process';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { migrateStore } from '../open-store.ts';
import { readSettings } from '../settings.ts';
import { reportFailure } from './report-failure.ts';

/** `forewarn migrate` */
export async function migrate(): Promise<ExitCode> {
  const settings = readSettings(env);
  if (settings.isErr()) return reportFailure(settings.error);
  const migrated = await migrateStore(settings.value.store);
  if (migrated.isErr()) return reportFailure(migrated.error);
  for (const name of migrated.value) stdout.write(`${name}\n`);
  stdout.write(migrated.value.length === 0 ? 'Nothing to do.\n' : 'Done.\n');
  return EXIT.done;
}
