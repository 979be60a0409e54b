import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makePlace } from '../../packages/service/test/commands/place.ts';
import { startFakeUnleash } from '../../packages/unleash/test/fake-unleash.ts';
import { makePostgres, type PostgresProcess } from '../faults/postgres-process.ts';
import { changingUnleash } from './changing-unleash.ts';
import { startFollowing, startOwnUnleash } from './following-service.ts';
import { startUnleashProxy } from './unleash-proxy.ts';

/** Each fault twice. */
const ROUNDS = 10;
const DELETE_MS = 30;
// Its projects are those of the fake, its strategy definitions those of the real Unleash.
const FAKED = /^\/api\/admin\/(?:search\/change-requests|projects)/;

type World = Awaited<ReturnType<typeof makeWorld>>;

/** A service, and the connection between it and Unleash. */
type Follower = World['followers'][number];

/** Breaks something. Returns a function that repairs it. */
type Fault = (world: World) => Promise<() => Promise<void>>;

const killUnleash: Fault = async ({ unleash }) => {
  await unleash.stop('SIGKILL');
  return () => unleash.start();
};

const killPostgres: Fault = async ({ postgres }) => {
  await postgres.kill();
  return () => postgres.start();
};

const killForewarn =
  (which: 0 | 1): Fault =>
  async ({ followers }) => {
    await followers[which].service.kill();
    return () => followers[which].service.start();
  };

const cutConnections: Fault = async ({ followers }) => {
  for (const { proxy } of followers) proxy.cut();
  return async () => {};
};

/** Each fault, with the follower whose sync it interrupts. A follower that was killed waits for its old lease to expire. */
const FAULTS: readonly (readonly [0 | 1, Fault])[] = [
  [0, killUnleash],
  [1, killPostgres],
  [0, killForewarn(0)],
  [1, cutConnections],
  [1, killForewarn(1)],
];

async function startOwnPostgres(): Promise<PostgresProcess> {
  const postgres = await makePostgres();
  onTestFinished(() => postgres.remove());
  await postgres.start();
  return postgres;
}

async function makeWorld() {
  const [unleash, postgres] = await Promise.all([startOwnUnleash(), startOwnPostgres()]);
  const fake = await startFakeUnleash();
  onTestFinished(() => fake.close());
  fake.delayMs = 20;
  const place = await makePlace(onTestFinished);
  const { folder } = place;
  const changing = changingUnleash(unleash, fake);
  await changing.change(0);

  const follow = async (kind: string, databaseUrl: string) => {
    const env = { DATABASE_URL: databaseUrl };
    expect(await place.run(['migrate'], { env })).toMatchObject({ code: 0 });
    const { url, key } = fake;
    const proxy = await startUnleashProxy(unleash.url, { paths: FAKED, url, key });
    onTestFinished(proxy.close);
    const service = await startFollowing({ url: proxy.url, key: unleash.key }, databaseUrl, folder);
    return { kind, service, proxy };
  };
  const followers = await Promise.all([
    follow('sqlite', `sqlite:${folder}/forewarn.db`),
    follow('postgres', postgres.url),
  ]);
  /** The definitions whose deletion was acknowledged. */
  const acknowledged = new Set<string>();
  return { unleash, changing, postgres, followers, acknowledged };
}

const doomed = ({ kind }: Follower, round: number): string => `doomed-${kind}-${round}`;

async function defineDoomed({ unleash, followers }: World): Promise<void> {
  const names = followers.flatMap((follower) =>
    Array.from({ length: ROUNDS }, (_, index) => doomed(follower, index + 1)),
  );
  await Promise.all(
    names.map((name) => unleash.ask('POST', '/strategies', { name, parameters: [] })),
  );
}

/** Waits until a store equals Unleash. */
const settle = ({ changing }: World, { service }: Follower): Promise<void> =>
  vi.waitFor(async () => changing.expectEqual(await service.state()), {
    timeout: 60_000,
    interval: 20,
  });

/** Deletes a definition through a follower, in any state of it. */
async function remove({ acknowledged }: World, follower: Follower, round: number): Promise<void> {
  const name = doomed(follower, round);
  if ((await follower.service.remove(name)) === 200) acknowledged.add(name);
}

/** Breaks something in the middle of a sync and a delete, and repairs it. */
async function breakSync(world: World, round: number, syncMs: number): Promise<void> {
  const [which, fault] = FAULTS[round % FAULTS.length] ?? [0, killUnleash];
  await world.followers[which].proxy.untilSync();
  await delay(syncMs * Math.random());
  const deletes = world.followers.map((follower) => remove(world, follower, round));
  await delay(DELETE_MS * Math.random());
  const repair = await fault(world);
  await Promise.all([repair(), ...deletes]);
}

async function expectNothingWrong({ unleash, changing, followers, acknowledged }: World) {
  for (const { service } of followers) changing.expectHonestTimes(await service.state());
  const listed = await unleash.definitions();
  expect(listed.filter((name) => acknowledged.has(name))).toEqual([]);
}

test(
  'after 20 rounds of kills, the stores equal Unleash, no data is older than its time, and no acknowledged delete is undone',
  { timeout: 360_000 },
  async () => {
    const world = await makeWorld();
    const { followers, changing } = world;
    await defineDoomed(world);
    await changing.change(1);
    await followers[0].proxy.untilSync();
    const startedAt = performance.now();
    await settle(world, followers[0]);
    const syncMs = performance.now() - startedAt;

    for (let round = 1; round <= ROUNDS; round += 1) {
      await changing.change(round + 1);
      await breakSync(world, round, syncMs);
      await expectNothingWrong(world);
    }
    for (const follower of followers) await settle(world, follower);

    await expectNothingWrong(world);
    expect(world.acknowledged.size).toBeGreaterThan(0);
  },
);
