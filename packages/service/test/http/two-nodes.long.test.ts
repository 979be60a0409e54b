import { expect, it, onTestFinished } from 'vitest';
import { ask, strategyPath } from './ask.ts';
import { inPostgres, inSqlite, openAt } from './open-stores.ts';
import { startService } from './running-service.ts';
import { definition, register } from './sample-data.ts';

const KEY = 'the key of the two nodes';

const DELETES = 1_000;

it.for([
  ['SQLite', inSqlite],
  ['Postgres', inPostgres],
] as const)('of 1,000 deletes of one name on %s one gets 200, with one event', async ([, make]) => {
  const location = await make();
  const store = await openAt(location);
  const env = { DATABASE_URL: location.url, INIT_ADMIN_API_TOKENS: KEY };
  const nodes = await Promise.all([startService(env), startService(env)]);
  onTestFinished(async () => {
    await Promise.all(nodes.map((node) => node.end('SIGTERM')));
    await store.close();
    await location.remove();
  });
  await register(store, 'wanted', 'other');
  const remove = { method: 'DELETE', path: strategyPath('wanted'), key: KEY };

  const responses = await Promise.all(
    nodes.flatMap((node) => Array.from({ length: DELETES / 2 }, () => ask(node, remove))),
  );

  const counts = Map.groupBy(responses, ({ status }) => status);
  expect(responses).toHaveLength(DELETES);
  expect(counts.get(200)).toHaveLength(1);
  // A node may be too busy for some; all others get 404.
  expect([200, 404, 503]).toEqual(expect.arrayContaining([...counts.keys()]));
  expect((await store.strategies.find('wanted')).isErr()).toBe(true);
  const deletions = { type: 'strategy-deleted', limit: 1_000 } as const;
  expect((await store.events.list(deletions))._unsafeUnwrap().events).toMatchObject([
    { preData: definition('wanted') },
  ]);
});
