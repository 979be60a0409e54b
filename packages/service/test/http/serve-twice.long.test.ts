import { it } from 'vitest';
import { makePlace } from '../commands/place.ts';
import { ask, searchPath, strategyPath } from './ask.ts';
import { inPostgres, openAt } from './open-stores.ts';
import { type RunningService, startService } from './running-service.ts';
import { register } from './sample-data.ts';
import { makeKey } from './served-app.ts';

const ONE = 'the only one of the secrets';

it('two services on one Postgres database share state, and a revoked key stops working on both', async ({
  expect,
  onTestFinished,
}) => {
  const location = await inPostgres();
  const store = await openAt(location);
  onTestFinished(async () => {
    await store.close();
    await location.remove();
  });
  const env = { DATABASE_URL: location.url, INIT_ADMIN_API_TOKENS: ONE };
  const place = await makePlace(onTestFinished);
  const [left, right] = await Promise.all([startService(env), startService(env)]);
  await register(store, 'shared', 'other');
  const remove = (name: string, key: string) => ({
    method: 'DELETE',
    path: strategyPath(name),
    key,
  });
  expect((await ask(left, remove('shared', ONE))).status).toBe(200);
  expect((await ask(right, remove('shared', ONE))).status).toBe(404);

  const key = await makeKey(store, 'leaver');
  const search = { path: searchPath('nope'), key };
  expect((await ask(left, search)).status).toBe(404);
  expect((await ask(right, search)).status).toBe(404);
  expect((await place.start(['keys', 'revoke', 'leaver'], { env })).code).toBe(0);
  const revokedAt = performance.now();
  let acceptedAt = revokedAt;
  const askAgain = async (node: RunningService): Promise<number> => {
    const askedAt = performance.now();
    const { status } = await ask(node, search);
    if (status !== 401) acceptedAt = Math.max(acceptedAt, askedAt);
    return status;
  };
  const refuses = (node: RunningService) =>
    expect.poll(() => askAgain(node), { timeout: 15_000 }).toBe(401);
  await Promise.all([left, right].map(refuses));
  expect(acceptedAt - revokedAt).toBeLessThan(5_000);
  await Promise.all([left.end('SIGTERM'), right.end('SIGTERM')]);
});
