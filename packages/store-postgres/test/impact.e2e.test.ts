import { type AskedTarget, MAX_LISTED_BYTES } from '@forewarn/impact';
import type { ScheduledChangeRequest } from '@forewarn/core';
import pg from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import {
  changeRequest,
  openShop,
  outcomeOf,
  searchFor,
  spyOnStatements,
  untilBlocked,
} from './open-database.ts';

const feature = (name: string): AskedTarget => ({ target: { kind: 'feature', name } });

it('sends few statements for a thousand targets', async () => {
  const { store } = await openShop();
  (await store.writer.put(changeRequest(1, 'first'), 'ann'))._unsafeUnwrap();
  const { query } = spyOnStatements();
  const asked = Array.from({ length: 1_000 }, (_, no) => feature(`feature-${no}`));

  const found = await store.reader.impact({ asked, projectIds: ['shop'] });

  expect(query.mock.calls.length).toBeLessThan(10);
  expect(found._unsafeUnwrap().targets.map(({ count }) => count)).toEqual(
    asked.map((_, no) => (no === 1 ? 1 : 0)),
  );
});

it('receives no more than it lists', async () => {
  const { store } = await openShop();
  const padding = 'x'.repeat(MAX_LISTED_BYTES / 8);
  const large = Array.from({ length: 20 }, (_, id): ScheduledChangeRequest => {
    return { ...changeRequest(id, 'large', ['all']), createdBy: padding };
  });
  for (const each of large) (await store.writer.put(each, 'ann'))._unsafeUnwrap();
  // Its types lack the method.
  const prototype = pg.Result.prototype as unknown as { addRow(row: unknown): void };
  const addRow = vi.spyOn(prototype, 'addRow');
  onTestFinished(() => addRow.mockRestore());

  const found = await store.reader.impact({ asked: [feature('all')], projectIds: ['shop'] });

  const [target] = found._unsafeUnwrap().targets;
  expect([target?.count, target?.touching.length]).toEqual([20, 7]);
  const rows = addRow.mock.calls.flat();
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows).length).toBeLessThan(MAX_LISTED_BYTES);
});

it('leaves connections to searches while many impacts take long', async () => {
  const { store, connect } = await openShop();
  const holder = await connect();
  await holder.query('begin; lock table doubts');
  const impacts = Array.from({ length: 20 }, () =>
    store.reader.impact({ asked: [feature('a')], projectIds: ['shop'] }),
  );
  await untilBlocked(holder, 2);
  const searches = await Promise.all(
    Array.from({ length: 20 }, (_, no) => store.reader.search(searchFor(`feature-${no}`))),
  );
  expect(new Set(searches.map(outcomeOf))).toEqual(new Set(['ok']));
  await holder.query('rollback');
  expect(new Set((await Promise.all(impacts)).map(outcomeOf))).toEqual(new Set(['ok']));
});
