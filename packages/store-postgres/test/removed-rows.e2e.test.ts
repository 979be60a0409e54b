import type { ImportEntry } from '@forewarn/core/operator';
import { ok } from 'neverthrow';
import { expect, it } from 'vitest';
import type { PostgresStore, StatementObserver } from '../src/index.ts';
import { changeRequest, openDatabase, openShop, searchFor } from './open-database.ts';

async function importInto(
  { transfer }: Pick<PostgresStore, 'transfer'>,
  ...entries: readonly ImportEntry[]
): Promise<void> {
  const each = async function* () {
    for (const entry of entries) yield ok(entry);
  };
  (await transfer.import(each()))._unsafeUnwrap();
}

it('keeps no rows of change requests that are removed, in whatever way', async () => {
  const { connect, store } = await openShop();
  const client = await connect();
  const unlisted = { ...changeRequest(2, 'second', ['checkout']), features: [] };
  const by = 'ann';
  const left = async () => {
    const query = 'select (select count(*) from touches) + (select count(*) from doubts) as left';
    return Number((await client.query(query)).rows[0].left);
  };
  const putBoth = async () => {
    const both = [changeRequest(1, 'first', ['checkout']), unlisted];
    (await store.writer.putAll(both, by))._unsafeUnwrap();
    expect(await left()).toBeGreaterThan(2);
  };

  await putBoth();
  for (const id of [1, 2]) {
    (await store.writer.remove({ projectId: 'shop', id }, by))._unsafeUnwrap();
  }
  expect(await left()).toBe(0);
  await putBoth();
  const ended = [1, 2].map((id) => ({ kind: 'ended', projectId: 'shop', id }) as const);
  await importInto(store, ...ended);
  expect(await left()).toBe(0);
  await putBoth();
  const asOf = new Date().toISOString();
  await importInto(store, { kind: 'complete', projectId: 'shop', asOf, source: 'import' });
  expect(await left()).toBe(0);
  await putBoth();
  (await store.projects.delete('shop', by))._unsafeUnwrap();
  expect(await left()).toBe(0);
});

it('keeps the rows of one that is recorded while an import says that it ended', async () => {
  const { open } = await openDatabase();
  const store = await open();
  (await store.projects.register({ id: 'shop', name: 'shop' }, 'ann'))._unsafeUnwrap();
  (await store.projects.declareLive('shop', 'ann'))._unsafeUnwrap();
  let isRecorded = false;
  const observer: StatementObserver = {
    statement: async (text, send) => {
      const sent = await send();
      if (!isRecorded && /delete from "change_requests"/.test(text)) {
        isRecorded = true;
        const recorded = changeRequest(1, 'first', ['checkout']);
        (await store.writer.put(recorded, 'ann'))._unsafeUnwrap();
      }
      return sent;
    },
    caller: () => undefined,
    batch: (_name, _callers, work) => work(),
  };
  const { transfer } = await open({ observer });
  await importInto({ transfer }, { kind: 'ended', projectId: 'shop', id: 1 });

  const { changeRequests } = (await store.reader.search(searchFor('checkout')))._unsafeUnwrap();
  expect([isRecorded, changeRequests.length]).toEqual([true, 1]);
});
