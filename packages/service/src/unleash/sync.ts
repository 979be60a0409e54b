import { writeFile } from 'node:fs/promises';
import process, { env, stdout } from 'node:process';
import {
  EXIT,
  type ExitCode,
  packageVersion,
  print,
  printableJson,
  printError,
  unwritableWords,
} from '@forewarn/cli';
import {
  examineUnleash,
  FeatureSearch,
  HIDES_PROJECTS,
  lineOf,
  repeat,
  minimumWaitOf,
  type Synced,
  syncUntilStored,
  unleashApi,
} from '@forewarn/unleash';
import { durationText } from '@forewarn/wire/duration';
import { err, ok, ResultAsync } from 'neverthrow';
import type { WrongSetting } from '../service-settings.ts';
import { countLines, reportFailure, withStore } from '../commands/with-store.ts';
import { readSettings } from '../settings.ts';
import { followedStore } from './followed-store.ts';
import { UNLEASH_URL, unleashIn } from './unleash-settings.ts';

export interface SyncCommandOptions {
  readonly project?: readonly string[];
  /** Milliseconds. */
  readonly interval?: number;
  /** Whether the store follows this Unleash from now on, whichever it followed before. */
  readonly replaceUpstream?: true;
  /** Whether to read Unleash only. */
  readonly dryRun?: true;
  /** The file for the report of a dry run. */
  readonly report?: string;
}

const NO_URL: WrongSetting = {
  type: 'WrongSetting',
  setting: UNLEASH_URL,
  expected: 'the address of Unleash, such as https://unleash.example.com',
};

/** Reads from the settings which Unleash to read. */
const givenUnleash = () =>
  readSettings(env).andThen((settings) => {
    const unleash = unleashIn(settings);
    return unleash === undefined ? err(NO_URL) : ok(unleash);
  });

/** `forewarn sync`: copies the state of Unleash, once or until a signal. */
export async function sync({
  project,
  interval,
  replaceUpstream,
}: SyncCommandOptions): Promise<ExitCode> {
  const unleash = givenUnleash();
  if (unleash.isErr()) return reportFailure(unleash.error);
  return withStore(async (store) => {
    const stop = new AbortController();
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort());
    const { signal } = stop;
    const areNamesDue = (): boolean => true;
    const scope = { projectIds: project, replacesUpstream: replaceUpstream, areNamesDue };
    const api = unleashApi(unleash.value);
    const options = {
      api,
      // Where syncs follow, the next one goes on.
      featureSearch: new FeatureSearch({
        api,
        projectIds: project,
        ...(interval === undefined && { onWait }),
      }),
      store: followedStore(store),
      ...scope,
      report: printError,
      signal,
    };
    const run = async (): Promise<Synced> => report(await syncUntilStored(options));
    if (interval === undefined) return exitCodeOf(await run());
    await repeat(async () => minimumWaitOf(await run()), { intervalMs: interval, signal });
    return EXIT.done;
  });
}

/** `forewarn sync --dry-run`: reads Unleash without a store, and writes a report of how it responded. */
export async function examine({ project, report: file }: SyncCommandOptions): Promise<ExitCode> {
  const unleash = givenUnleash();
  if (unleash.isErr()) return reportFailure(unleash.error);
  const api = unleashApi(unleash.value);
  const examined = await examineUnleash({
    api,
    key: unleash.value.key,
    projectIds: project,
    onWait,
  });
  const text = `${printableJson({ forewarn: packageVersion(), ...examined }, 2)}\n`;
  if (file === undefined) stdout.write(text);
  else {
    const written = await ResultAsync.fromPromise(writeFile(file, text), unwritableWords);
    if (written.isErr()) {
      printError(`--report ${file}: ${written.error}`);
      return EXIT.failed;
    }
  }
  if (project === undefined && examined.key.hidesProjects) printError(HIDES_PROJECTS);
  if (examined.isReadable) return EXIT.done;
  printError(UNREADABLE);
  return EXIT.failed;
}

const onWait = (ms: number): void =>
  printError(
    `Unleash limits searches: reading continues in ${durationText(Math.ceil(ms / 1_000) * 1_000)}`,
  );

const UNREADABLE =
  'a sync could not read everything: see "responses" and "missing" of the endpoints in the report';

const SUPERSEDED =
  'not all projects were copied: the store has data of a later time; sync again, and if it persists, correct the clocks of this machine, of Unleash and of the nodes';

/** Prints what a sync did, or why it failed. */
function report(synced: Synced): Synced {
  synced.match(
    ({ counts, deleted, isSuperseded }) => {
      if (isSuperseded) printError(SUPERSEDED);
      print(countLines(counts, deleted));
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
