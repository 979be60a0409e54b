import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Store } from '@forewarn/core';
import { openSqliteStore } from '@forewarn/store-sqlite';
import { expect, onTestFinished, test } from 'vitest';
import {
  fakeChangeRequest,
  type FakeUnleash,
  startFakeUnleash,
} from '../../packages/service/test/sync/fake-unleash.ts';
import { type RunningUnleash, startUnleash } from './start-unleash.ts';
import { startUnleashProxy, type UnleashProxy } from './unleash-proxy.ts';

const COMMAND = fileURLToPath(new URL('../../packages/service/bin/forewarn.js', import.meta.url));
const ROUNDS = 20;
const PROJECTS = ['a', 'b', 'c', 'd', 'e', 'f'];
// Its projects are those of the fake, its strategy definitions those of the real Unleash.
const FAKED = /^\/api\/admin\/(?:search\/change-requests|projects)/;

const ascending = (a: number, b: number): number => a - b;

/** What the projects of Unleash had from a time on. */
interface Version {
  readonly time: number;
  readonly ids: ReadonlyMap<string, readonly number[]>;
}

interface World {
  readonly unleash: RunningUnleash;
  readonly fake: FakeUnleash;
  readonly proxy: UnleashProxy;
  readonly file: string;
  readonly versions: Version[];
}

async function makeWorld(): Promise<World> {
  const [unleash, fake] = await Promise.all([startUnleash(), startFakeUnleash()]);
  const proxy = await startUnleashProxy(unleash.url, {
    paths: FAKED,
    url: fake.url,
    key: fake.key,
  });
  const folder = await mkdtemp(join(tmpdir(), 'forewarn-kills-'));
  onTestFinished(async () => {
    await proxy.close();
    await fake.close();
    await unleash.remove();
    await rm(folder, { recursive: true });
  });
  fake.delayMs = 20;
  return { unleash, fake, proxy, file: join(folder, 'forewarn.db'), versions: [] };
}

/** Schedules and withdraws change requests, and adds and removes a project and a definition. */
async function change({ unleash, fake, versions }: World, round: number): Promise<void> {
  const ids = PROJECTS.flatMap((project, p) =>
    Array.from({ length: 5 }, (_, n) => ({ project, id: p * 100 + ((round + n) % 9) })),
  );
  fake.state.changeRequests = ids.map(({ id, project }) => fakeChangeRequest(id, { project }));
  const gone = PROJECTS[round % PROJECTS.length];
  fake.state.projects = PROJECTS.filter((id) => id !== gone).map((id) => ({ id, name: id }));
  await unleash.ask('POST', '/strategies', { name: `definition-${round}`, parameters: [] });
  if (round > 1) await unleash.ask('DELETE', `/strategies/definition-${round - 2}`);
  const byProject = Map.groupBy(ids, ({ project }) => project);
  versions.push({
    time: Date.now(),
    ids: new Map(
      [...byProject].map(([id, own]) => [id, own.map((each) => each.id).toSorted(ascending)]),
    ),
  });
  // The time of the data must differ from that of the change.
  await delay(2);
}

function startSync({ proxy, unleash, file }: World): ChildProcess {
  return spawn(process.execPath, [COMMAND, 'sync'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      DATABASE_URL: `sqlite:${file}`,
      UNLEASH_URL: proxy.url,
      UNLEASH_API_KEY: unleash.key,
    },
    stdio: 'ignore',
  });
}

/** Syncs without a fault. Returns its duration in milliseconds. */
async function syncWell(world: World): Promise<number> {
  const startedAt = performance.now();
  expect(await once(startSync(world), 'exit')).toEqual([0, null]);
  return performance.now() - startedAt;
}

/** Syncs, and breaks something after a while. */
async function syncBadly(world: World, round: number, afterMs: number): Promise<void> {
  const sync = startSync(world);
  const ended = once(sync, 'exit');
  await delay(afterMs);
  const fault = round % 5;
  if (fault === 0) await world.unleash.stop('SIGKILL');
  else if (fault < 3) world.proxy.cut();
  else sync.kill('SIGKILL');
  await ended;
  if (fault === 0) await world.unleash.start();
}

async function inStore<T>({ file }: World, look: (store: Store) => Promise<T>): Promise<T> {
  const store = (await openSqliteStore(file))._unsafeUnwrap();
  try {
    return await look(store);
  } finally {
    await store.close();
  }
}

async function idsIn({ transfer }: Store): Promise<ReadonlyMap<string, readonly number[]>> {
  const ids = new Map<string, number[]>();
  for await (const entry of transfer.export()) {
    const each = entry._unsafeUnwrap();
    if (each.kind === 'project') ids.set(each.project.id, []);
    if (each.kind !== 'scheduled') continue;
    ids.get(each.changeRequest.project)?.push(each.changeRequest.id);
  }
  return ids;
}

/** Expects each project to have exactly what Unleash had at the time of its data. */
async function expectHonestTimes(world: World): Promise<void> {
  await inStore(world, async (store) => {
    const stored = await idsIn(store);
    for (const { id, coverage } of (await store.projects.list())._unsafeUnwrap()) {
      if (coverage.kind !== 'as-of') continue;
      const time = Date.parse(coverage.asOf);
      const version = world.versions.findLast((each) => each.time <= time);
      expect(stored.get(id)?.toSorted(ascending), `${id} as of ${coverage.asOf}`).toEqual(
        version?.ids.get(id),
      );
    }
  });
}

test(
  'after 20 rounds of kills, the store equals Unleash, and no time was newer than its data',
  { timeout: 240_000 },
  async () => {
    const world = await makeWorld();
    await change(world, 0);
    const durationMs = await syncWell(world);

    for (let round = 1; round <= ROUNDS; round += 1) {
      await change(world, round);
      await syncBadly(world, round, durationMs * Math.random());
      await expectHonestTimes(world);
    }
    await syncWell(world);
    await expectHonestTimes(world);

    await inStore(world, async (store) => {
      const last = world.versions.at(-1);
      const listed = world.fake.state.projects.map(({ id }) => id);
      const expected = listed.map((id) => [id, last?.ids.get(id)] as const);
      expect(Object.fromEntries(await idsIn(store))).toEqual(Object.fromEntries(expected));
      const definitions = (await store.strategies.list())._unsafeUnwrap();
      expect(definitions.filter(({ editable }) => editable).map(({ name }) => name)).toEqual([
        'definition-19',
        'definition-20',
      ]);
    });
  },
);
