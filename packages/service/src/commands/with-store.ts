import { env } from 'node:process';
import type { FollowerStore } from '@forewarn/core/operator';
import { openStore } from '../open-store.ts';
import { readSettings, type Settings } from '../settings.ts';
import type { ExitCode } from '@forewarn/cli';
import { reportFailure } from './report-failure.ts';

/** Runs a command on the store of the settings, which must be persistent. */
export async function withStore(
  run: (store: FollowerStore, settings: Settings) => Promise<ExitCode>,
): Promise<ExitCode> {
  const settings = readSettings(env);
  if (settings.isErr()) return reportFailure(settings.error);
  if (settings.value.store.kind === 'memory') {
    const expected = 'postgres://… or sqlite:PATH: a store in memory would end with this command';
    return reportFailure({ type: 'WrongSetting', variable: 'DATABASE_URL', expected });
  }
  const store = await openStore(settings.value.store);
  if (store.isErr()) return reportFailure(store.error);
  try {
    return await run(store.value, settings.value);
  } finally {
    await store.value.close();
  }
}
