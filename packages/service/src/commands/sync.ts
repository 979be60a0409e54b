import process, { stdout } from 'node:process';
import { EXIT, type ExitCode, printError } from '@forewarn/cli';
import {
  lineOf,
  repeat,
  minimumWaitOf,
  type Synced,
  syncUntilStored,
  unleashApi,
} from '@forewarn/unleash';
import { countLines, reportFailure, withStore } from './with-store.ts';

/** The options of `forewarn sync`. */
export interface SyncCommandOptions {
  readonly project?: readonly string[];
  /** Milliseconds. */
  readonly interval?: number;
  /** Whether the store follows this Unleash from now on, whichever it followed before. */
  readonly replaceUpstream?: true;
}

/** `forewarn sync`: copies the state of Unleash, once or until a signal. */
export function sync({
  project,
  interval,
  replaceUpstream,
}: SyncCommandOptions): Promise<ExitCode> {
  return withStore(async (store, { unleash }) => {
    if (unleash === undefined) {
      const expected = 'the address of Unleash, such as https://unleash.example.com';
      return reportFailure({ type: 'WrongSetting', variable: 'UNLEASH_URL', expected });
    }
    const stop = new AbortController();
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort());
    const { signal } = stop;
    const scope = { projectIds: project, replacesUpstream: replaceUpstream };
    const options = { api: unleashApi(unleash), store, ...scope, report: printError, signal };
    const run = async (): Promise<Synced> => report(await syncUntilStored(options));
    if (interval === undefined) return exitCodeOf(await run());
    await repeat(async () => minimumWaitOf(await run()), { intervalMs: interval, signal });
    return EXIT.done;
  });
}

const SUPERSEDED =
  'not all projects were copied: the store has data of a later time; sync again, and if it persists, correct the clocks of this machine, of Unleash and of the nodes';

/** Prints what a sync did, or why it failed. */
function report(synced: Synced): Synced {
  synced.match(
    ({ counts, deleted, isSuperseded }) => {
      if (isSuperseded) printError(SUPERSEDED);
      stdout.write(countLines(counts, deleted));
    },
    (error) => {
      if (error.type === 'StoreUnavailable') reportFailure(error);
      else printError(lineOf(error));
    },
  );
  return synced;
}

const exitCodeOf = (synced: Synced): ExitCode =>
  synced.isOk() && synced.value.isCurrent && !synced.value.isSuperseded ? EXIT.done : EXIT.failed;
