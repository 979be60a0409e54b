import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { openSqliteStore } from '../src/index.ts';
import { newPath } from './open-store.ts';

it('claims quickly while very many messages wait for a receiver that is down', async () => {
  const path = await newPath();
  const store = (await openSqliteStore(path))._unsafeUnwrap();
  onTestFinished(() => store.close());
  await store.webhooks.add({
    id: 'a',
    url: 'https://example.com',
    template: 'generic',
    secret: 'whsec_a',
    createdBy: 'ann',
    createdAt: '2026-11-23T00:00:00.000Z',
  });
  const file = new DatabaseSync(path);
  file.exec(`
    with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < 10000)
    insert into forewarn_deliveries (id, webhook_id, subject, message, state, created_at, attempts, at)
    select i, 'a', 'forecast ' || (i % 9000), '{}', 'pending', 0, 0, 0 from numbers`);
  file.close();
  const began = performance.now();
  const claimed = await store.deliveries.claim({ limit: 4, leaseMs: 60_000 });
  expect(claimed._unsafeUnwrap().map(({ id }) => id)).toEqual(['1', '2', '3', '4']);
  expect(performance.now() - began).toBeLessThan(1_500);
});
