import { sqlForecast } from '@forewarn/forecast/sql';
import { expect, onTestFinished, test } from 'vitest';
import { freshDatabase } from '../../../tools/fresh-database.ts';
import { inHours } from '../../forecast/test/forecast-world.ts';
import { migratePostgres, openPostgresStore } from '../../store-postgres/src/index.ts';
import { makeUpdateAlerts } from '../src/alerts.ts';
import { sqlNotify } from '../src/sql/index.ts';
import { untilDone } from './until-done.ts';

async function openNodes(count: number) {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  const settings = {
    connectionString: database.url,
    deadlineMs: 60_000,
    capabilities: [sqlForecast, sqlNotify] as const,
  };
  (await migratePostgres(settings))._unsafeUnwrap();
  return Promise.all(
    Array.from({ length: count }, async () => {
      const store = (await openPostgresStore(settings))._unsafeUnwrap();
      onTestFinished(() => store.close());
      return store;
    }),
  );
}

test('tells each prediction once and each receiver once, on many nodes at once', async () => {
  const nodes = await openNodes(6);
  const [first] = nodes;
  if (first === undefined) throw new Error('no node');
  (await first.projects.register({ id: 'shop', name: 'Shop' }, 'ann'))._unsafeUnwrap();
  await first.webhooks.add({
    id: 'a',
    url: 'https://example.com',
    template: 'generic',
    secret: 'whsec_a',
    createdBy: 'ann',
    createdAt: new Date().toISOString(),
  });
  // What the first comparison finds is told in one summary.
  (await untilDone(makeUpdateAlerts(first)))._unsafeUnwrap();
  // Each round adds conflicts while all nodes compare what holds with what was told.
  for (let round = 1; round <= 4; round++) {
    const added = Array.from({ length: 3 }, (_, nth) => 100 * round + nth);
    const writes = added.flatMap((id) => [
      first.writer.put(inHours(1, id, `f${id}`, 'archiveFeature'), 'ann'),
      first.writer.put(inHours(2, id + 50, `f${id}`, 'updateEnabled'), 'ann'),
    ]);
    const runs = nodes.flatMap((node) => [makeUpdateAlerts(node)(), makeUpdateAlerts(node)()]);
    await Promise.all([...writes, ...runs].map(async (each) => (await each)._unsafeUnwrap()));
  }
  (await untilDone(makeUpdateAlerts(first)))._unsafeUnwrap();

  const { events } = (await first.events.list({ limit: 1_000 }))._unsafeUnwrap();
  const told = events.flatMap((event) =>
    event.type === 'forecast-predicted' ? event.data.id : [],
  );
  const expected = [1, 2, 3, 4].flatMap((round) => [50, 51, 52].map((nth) => 100 * round + nth));
  expect(told.toSorted((a, b) => a - b)).toEqual(expected);
  expect(events.filter(({ type }) => /changed$|resolved$/.test(type))).toEqual([]);

  const claims = nodes.map((node) => node.deliveries.claim({ limit: 100, leaseMs: 60_000 }));
  const claimed = (await Promise.all(claims)).flatMap((each) => each._unsafeUnwrap());
  expect(new Set(claimed.map(({ subject }) => subject)).size).toBe(12);
  expect(claimed).toHaveLength(12);
});
