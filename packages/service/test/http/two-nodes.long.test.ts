import { expect, it, onTestFinished } from 'vitest';
import { runInProcess } from '../run-in-process.ts';
import { ask, searchPath, strategyPath } from './ask.ts';
import { inPostgres, inSqlite, openAt } from './open-stores.ts';
import { type RunningService, startService } from './running-service.ts';
import { definition, register } from './sample-data.ts';
import { makeKey } from './served-app.ts';

const KEY = 'the key of the two nodes';

/** Two services on one store. */
async function startTwo(make: typeof inPostgres) {
  const location = await make();
  const store = await openAt(location);
  const env = { DATABASE_URL: location.url, INIT_ADMIN_API_TOKENS: KEY };
  const nodes = await Promise.all([startService(env), startService(env)]);
  onTestFinished(async () => {
    await Promise.all(nodes.map((node) => node.end('SIGTERM')));
    await store.close();
    await location.remove();
  });
  return { store, nodes, env };
}

const DELETES = 1_000;

it.for([
  ['SQLite', inSqlite],
  ['Postgres', inPostgres],
] as const)('of 1,000 deletes of one name on %s one gets 200, with one event', async ([, make]) => {
  const { store, nodes } = await startTwo(make);
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

it('a revoked key stops working on both nodes within five seconds', async () => {
  const { store, nodes, env } = await startTwo(inPostgres);
  const key = await makeKey(store, 'leaver');
  const search = { path: searchPath('nope'), key };
  for (const node of nodes) expect((await ask(node, search)).status).toBe(404);

  const revoke = ['keys', 'revoke', 'leaver'];
  expect((await runInProcess(revoke, { folder: '.', env })).code).toBe(0);
  const revokedAt = performance.now();
  let acceptedAt = revokedAt;
  const askAgain = async (node: RunningService): Promise<number> => {
    const askedAt = performance.now();
    const { status } = await ask(node, search);
    if (status !== 401) acceptedAt = Math.max(acceptedAt, askedAt);
    return status;
  };
  for (const node of nodes) {
    await expect.poll(() => askAgain(node), { timeout: 15_000 }).toBe(401);
  }
  expect(acceptedAt - revokedAt).toBeLessThan(5_000);
});
