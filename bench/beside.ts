import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ScheduledChangeRequest } from '@forewarn/core';
import type { StateEntry } from '@forewarn/record';
import { ok, type Result } from 'neverthrow';
import {
  fakeChangeRequest,
  fakeFeature,
  fakeProjects,
  startFakeUnleash,
} from '../packages/unleash/test/fake-unleash.ts';
import { watchService } from '../test/attacks/watch.ts';
import { population } from './population.ts';
import { KEY, type ServerProcess, startForewarn } from './server-process.ts';
import { type BenchStore, type Fill, postgresWith, sqliteWith } from './stores.ts';

/** Searches of others beside some work, by those without it. */
interface BesideTimes {
  readonly work: string;
  readonly store: BenchStore['name'];
  /** How long the work took. */
  readonly seconds: number;
  /** The median of the searches without it, and beside it. */
  readonly p50Ms: readonly [without: number, beside: number];
  readonly p95Ms: readonly [without: number, beside: number];
  /** Of both, those beside it by those without it. */
  readonly ratios: readonly [p50: number, p95: number];
  /** The longest response of `/health` beside it. */
  readonly standstillMs: number;
}

/** The name of the part. */
export const BESIDE = 'beside';

const COUNT = 100_000;
const UPSTREAM = { projects: 1_000, perProject: 20 };
const CONFLICTS = 5_000;
const HOT = 'hot';
/** How long searches are measured without the work, and when the work counts as stuck. */
const [WITHOUT_MS, STUCK_MS, LOOK_MS] = [5_000, 300_000, 100];
const IMPORT = fileURLToPath(new URL('import-process.ts', import.meta.url));

/** Measures searches beside an import, many conflicts, and a sync, on a store of each kind. */
export async function* measureBeside(): AsyncGenerator<BesideTimes> {
  for (const open of [sqliteWith, postgresWith]) {
    yield* besideWrites(await open(filled));
    yield await besideSync(await open(async () => {}));
  }
}

async function* besideWrites(opened: BenchStore): AsyncGenerator<BesideTimes> {
  const server = await startForewarn(opened);
  const search = { path: searchPath('project-0', 'touched-once'), ids: [1] };
  const watched = await watch(server, search);
  const conflict = async (): Promise<void> => {
    await record(server, { ...hot(CONFLICTS), features: [archived] });
    const { alerts, events } = opened.store;
    const [recorded] = (await events.list({ limit: 1, maxBytes: 1 }))._unsafeUnwrap().events;
    await until(async () => {
      const progress = (await alerts?.read())?._unsafeUnwrap().progress;
      return (
        Number(progress?.event) >= Number(recorded?.id) &&
        progress?.batches.length === 0 &&
        progress.sweep === undefined
      );
    });
  };
  const works: readonly (readonly [string, () => Promise<void>])[] = [
    [`a change with ${CONFLICTS} conflicts`, conflict],
    [`an import of ${COUNT}`, () => importInto(opened)],
  ];
  for (const [work, run] of works) {
    await watched.take();
    await delay(WITHOUT_MS);
    const without = await watched.take();
    const begun = performance.now();
    await run();
    const seconds = (performance.now() - begun) / 1_000;
    yield timesOf(work, opened, seconds, without, await watched.take());
  }
  await watched.end();
  await server.stop();
  await opened.remove();
}

/** The first sync fills the store. That of the next start finds each change request changed. */
async function besideSync(opened: BenchStore): Promise<BesideTimes> {
  const ids = Array.from({ length: UPSTREAM.projects }, (_, number) => `project-${number}`);
  const changeRequests = (title: string) =>
    Array.from({ length: UPSTREAM.projects * UPSTREAM.perProject }, (_, index) =>
      fakeChangeRequest(index + 1, {
        project: `project-${index % UPSTREAM.projects}`,
        title,
        features: [fakeFeature(`feature-${index}`, { action: 'archiveFeature' })],
      }),
    );
  const unleash = await startFakeUnleash({
    projects: fakeProjects(...ids),
    features: changeRequests('before').map((_, index) => ({
      name: `feature-${index}`,
      project: `project-${index % UPSTREAM.projects}`,
    })),
    changeRequests: changeRequests('before'),
  });
  const settings = { UNLEASH_URL: unleash.url, UNLEASH_API_KEY: unleash.key, SYNC_INTERVAL: '1h' };
  const first = await startForewarn(opened, settings);
  await synced(first);
  await first.stop();
  unleash.state.changeRequests = changeRequests('after');
  const server = await startForewarn(opened, settings);
  const begun = performance.now();
  const watched = await watch(server, { path: searchPath('project-0', 'feature-0'), ids: [1] });
  await synced(server);
  const seconds = (performance.now() - begun) / 1_000;
  const beside = await watched.take();
  await delay(WITHOUT_MS);
  const without = await watched.end();
  await server.stop();
  await unleash.close();
  await opened.remove();
  return timesOf(`a sync of ${UPSTREAM.projects} projects`, opened, seconds, without, beside);
}

type Figures = Awaited<ReturnType<Awaited<ReturnType<typeof watchService>>['take']>>;

function timesOf(
  work: string,
  { name: store }: BenchStore,
  seconds: number,
  without: Figures,
  beside: Figures,
): BesideTimes {
  if (beside.failures.size > 0) throw new Error([...beside.failures.keys()].join());
  return {
    work,
    store,
    seconds,
    p50Ms: [without.p50Ms, beside.p50Ms],
    p95Ms: [without.p95Ms, beside.p95Ms],
    ratios: [beside.p50Ms / without.p50Ms, beside.p95Ms / without.p95Ms],
    standstillMs: beside.standstillMs,
  };
}

const watch = (
  { url, pid }: ServerProcess,
  search: { readonly path: string; readonly ids: readonly number[] },
) => watchService({ url, pid, key: KEY, search, ready: false });

const searchPath = (project: string, feature: string): string =>
  `/api/admin/projects/${project}/change-requests/scheduled?feature=${feature}`;

const filled: Fill = async ({ store }) => {
  (await store.transfer.import(population(COUNT)))._unsafeUnwrap();
  (await store.transfer.import(users()))._unsafeUnwrap();
};

/** Change requests that need one feature. */
async function* users(): AsyncGenerator<Result<StateEntry, never>> {
  for (let number = 0; number < CONFLICTS; number++) {
    yield ok({ kind: 'scheduled', changeRequest: hot(number) });
  }
}

const archived = { name: HOT, changes: [{ action: 'archiveFeature' }] };

/** The last one is the first to take effect. */
const hot = (number: number): ScheduledChangeRequest => ({
  id: COUNT + number + 1,
  title: `Change ${number}`,
  environment: 'production',
  project: HOT,
  state: 'Scheduled',
  schedule: {
    status: 'pending',
    scheduledAt: new Date(Date.UTC(2027, 1) - number * 1_000).toISOString(),
  },
  features: [
    { name: HOT, changes: [{ action: 'updateStrategy', payload: { id: `hot-${number}` } }] },
  ],
  segments: [],
});

async function record(
  { url }: ServerProcess,
  changeRequest: ScheduledChangeRequest,
): Promise<void> {
  const path = `/api/admin/projects/${HOT}/change-requests/scheduled/${changeRequest.id}`;
  const response = await fetch(new URL(path, url), {
    method: 'PUT',
    headers: { Authorization: KEY, 'Content-Type': 'application/json' },
    body: JSON.stringify(changeRequest),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
}

async function importInto({ url }: BenchStore): Promise<void> {
  const child = spawn(process.execPath, [IMPORT, url, String(COUNT)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`the import ended with ${code}`);
}

/** Waits for a first sync. What it says of names can be outdated: Unleash limits searches. */
const synced = (server: ServerProcess): Promise<void> =>
  until(async () => {
    const counts = await Promise.all(
      ['current', 'outdated'].map((result) =>
        metricOf(server, `forewarn_sync_duration_seconds_count{result="${result}"}`),
      ),
    );
    return counts.some((count) => count > 0);
  });

async function until(isDone: () => Promise<boolean>): Promise<void> {
  const stuckAt = performance.now() + STUCK_MS;
  while (!(await isDone())) {
    if (performance.now() > stuckAt) throw new Error('the work did not end');
    await delay(LOOK_MS);
  }
}

/** The value of a metric; 0 if there is none yet. */
async function metricOf({ url }: ServerProcess, name: string): Promise<number> {
  const text = await (await fetch(new URL('/metrics', url))).text();
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return Number(line?.slice(name.length) ?? 0);
}
