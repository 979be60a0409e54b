import process, { stdout } from 'node:process';
import type { FollowerStore, ImportTally } from '@forewarn/core/operator';
import { EXIT, type ExitCode, printError } from '@forewarn/cli';
import type { FollowedUnleash } from '../settings.ts';
import {
  lineOf,
  repeat,
  minimumWaitOf,
  type Synced,
  syncUntilStored,
  unleashApi,
} from '@forewarn/unleash';
import { reportFailure, withStore } from './with-store.ts';

/** The options of `forewarn sync`. */
export interface SyncCommandOptions {
  readonly project?: readonly string[];
  /** Milliseconds. */
  readonly interval?: number;
  /** Whether the store follows this Unleash from now on, whichever it followed before. */
  readonly replaceUpstream?: true;
}

/** `forewarn sync`: copies the state of Unleash, once or until a signal. */
export function sync(options: SyncCommandOptions): Promise<ExitCode> {
  const { interval } = options;
  return withStore(async (store, { unleash }) => {
    if (unleash === undefined) {
      const expected = 'the address of Unleash, such as https://unleash.example.com';
      return reportFailure({ type: 'WrongSetting', variable: 'UNLEASH_URL', expected });
    }
    const stop = new AbortController();
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort());
    const run = runner(store, unleash, options, stop.signal);
    if (interval === undefined) return exitCodeOf(report(await run()));
    await repeat(async () => minimumWaitOf(report(await run())), {
      intervalMs: interval,
      signal: stop.signal,
    });
    return EXIT.done;
  });
}

function runner(
  store: FollowerStore,
  unleash: FollowedUnleash,
  { project: projectIds, replaceUpstream: replacesUpstream }: SyncCommandOptions,
  signal: AbortSignal,
): () => Promise<Synced> {
  const api = unleashApi(unleash);
  const options = { api, store, projectIds, replacesUpstream, report: printError, signal };
  return () => syncUntilStored(options);
}

const SUPERSEDED =
  'not all projects were copied: the store has data of a later time; sync again, and if it persists, correct the clocks of this machine, of Unleash and of the nodes';

/** Prints what a sync did, or why it failed. */
function report(synced: Synced): Synced {
  synced.match(
    ({ counts, deleted, isSuperseded }) => {
      if (isSuperseded) printError(SUPERSEDED);
      const { projects, strategies, changeRequests } = counts;
      stdout.write(
        [
          lineFor('projects', projects, `${deleted.projects} deleted`),
          lineFor('strategies', strategies, `${deleted.strategies} deleted`),
          lineFor('change requests', changeRequests, `${changeRequests.withdrawn} withdrawn`),
        ].join(''),
      );
    },
    (error) => {
      if (error.type === 'StoreUnavailable') reportFailure(error);
      else printError(lineOf(error));
    },
  );
  return synced;
}

const lineFor = (
  what: string,
  { created, replaced, unchanged }: ImportTally,
  gone: string,
): string => `${what}: ${created} created, ${replaced} replaced, ${unchanged} unchanged, ${gone}\n`;

const exitCodeOf = (synced: Synced): ExitCode =>
  synced.isOk() && synced.value.isCurrent && !synced.value.isSuperseded ? EXIT.done : EXIT.failed;
