import { sqlForecast } from '@forewarn/forecast/sql';
import { DatabaseSync } from 'node:sqlite';
import type { StatementObserver } from '@forewarn/store-sql';
import { expect, it, onTestFinished } from 'vitest';
import { openSqliteStore } from '../../store-sqlite/src/index.ts';
import { newPath } from '../../store-sqlite/test/open-store.ts';
import { sqlNotify } from '../src/sql/index.ts';

const WAITING = 200_000;

it('finds by an index what can be sent while very many messages wait for a receiver that is down', async () => {
  const path = await newPath();
  const statements = new Set<string>();
  const observer: StatementObserver = {
    statement: (text, send) => {
      statements.add(text);
      return send();
    },
    caller: () => undefined,
    batch: (_name, _callers, work) => work(),
  };
  const store = (
    await openSqliteStore(path, { observer, capabilities: [sqlForecast, sqlNotify] })
  )._unsafeUnwrap();
  onTestFinished(() => store.close());
  for (const id of ['dead', 'other']) {
    const added = await store.webhooks.add({
      id,
      url: 'https://example.com',
      template: 'generic',
      secret: `whsec_${id}`,
      createdBy: 'ann',
      createdAt: '2026-11-23T00:00:00.000Z',
    });
    added._unsafeUnwrap();
  }
  const file = new DatabaseSync(path);
  onTestFinished(() => file.close());
  file.exec(`
    with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < ${WAITING})
    insert into forewarn_deliveries (id, webhook_id, subject, message, state, created_at, attempts, at)
    select i, 'dead', 'forecast ' || (i % 9000), '{}', 'pending', 0, 0, 0 from numbers`);
  const data = { id: 'shop', name: 'Shop', coverage: { kind: 'none' } } as const;
  const event = { type: 'data-too-old', data, preData: null, project: 'shop' } as const;
  statements.clear();

  const commit = { generation: 0, raised: [], ended: [], events: [event] };
  (await store.alerts.commit(commit, 'ann'))._unsafeUnwrap();
  const claimed = await store.deliveries.claim({ limit: 4, leaseMs: 60_000 });

  expect(
    claimed._unsafeUnwrap().map(({ id, webhookId }) => (webhookId === 'dead' ? id : 'other')),
  ).toEqual(['1', '2', '3', '4', 'other']);
  const plans = [...statements]
    .filter((text) => text.includes('forewarn_deliveries'))
    .flatMap((text) => file.prepare(`explain query plan ${text}`).all())
    .map(({ detail }) => String(detail));
  const indexes = plans.flatMap((plan) => /INDEX (?<name>forewarn_\w+)/.exec(plan)?.[1] ?? []);
  expect([...new Set(indexes)].toSorted()).toEqual([
    'forewarn_deliveries_by_webhook',
    'forewarn_deliveries_due',
  ]);
  expect(plans.filter((plan) => /^SCAN (?:forewarn_deliveries|pending)/.test(plan))).toEqual([]);
});
