import type { ImportCounts, ImportEntry } from '@forewarn/record';
import type { Tables } from '@forewarn/store-sql';
import { Kysely, PostgresDialect } from 'kysely';
import { ok } from 'neverthrow';
import { expect, it } from 'vitest';
import { wrongRowsIn } from '../../../test/faults/rows-of-bodies.ts';
import type { PostgresStore, StatementObserver } from '../src/index.ts';
import { changeRequest, openDatabase, openPool, openShop, searchFor } from './open-database.ts';

async function importInto(
  { transfer }: Pick<PostgresStore, 'transfer'>,
  ...entries: readonly ImportEntry[]
): Promise<ImportCounts> {
  const each = async function* () {
    for (const entry of entries) yield ok(entry);
  };
  return (await transfer.import(each()))._unsafeUnwrap();
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

/** Opens a database, and a store that records change requests right after the first statement of another one that matches. */
async function openRecordingAfter(
  pattern: RegExp,
  record: (writer: PostgresStore['writer']) => Promise<void>,
) {
  const { open, url } = await openDatabase();
  const store = await open();
  (await store.projects.register({ id: 'shop', name: 'shop' }, 'ann'))._unsafeUnwrap();
  (await store.projects.declareLive('shop', 'ann'))._unsafeUnwrap();
  let isRecorded = false;
  const observer: StatementObserver = {
    statement: async (text, send) => {
      const sent = await send();
      if (!isRecorded && pattern.test(text)) {
        isRecorded = true;
        await record(store.writer);
      }
      return sent;
    },
    caller: () => undefined,
    batch: (_name, _callers, work) => work(),
  };
  const { transfer } = await open({ observer });
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: openPool({ connectionString: url }) }),
  });
  return { store, transfer, wrongRows: () => wrongRowsIn(db), isRecorded: () => isRecorded };
}

it('keeps the rows of one that is recorded while an import says that it ended', async () => {
  const { store, transfer, isRecorded } = await openRecordingAfter(
    /delete from "change_requests"/,
    async (writer) => {
      (await writer.put(changeRequest(1, 'first', ['checkout']), 'ann'))._unsafeUnwrap();
    },
  );
  await importInto({ transfer }, { kind: 'ended', projectId: 'shop', id: 1 });

  const { changeRequests } = (await store.reader.search(searchFor('checkout')))._unsafeUnwrap();
  expect([isRecorded(), changeRequests.length]).toEqual([true, 1]);
});

const LOOKS = /json_rows.*join "change_requests"/s;

it('leaves no row of a body that is recorded while an import looks, and replaces it', async () => {
  const first = changeRequest(1, 'theirs', ['checkout', 'cart']);
  const unlisted = { ...changeRequest(2, 'theirs'), features: [] };
  const { store, transfer, wrongRows, isRecorded } = await openRecordingAfter(
    LOOKS,
    async (writer) => {
      (await writer.putAll([first, unlisted], 'ann'))._unsafeUnwrap();
    },
  );
  const imported = [1, 2, 3].map(
    (id) => ({ kind: 'scheduled', changeRequest: changeRequest(id, 'ours', ['sale']) }) as const,
  );
  const { changeRequests } = await importInto({ transfer }, ...imported);

  expect(isRecorded()).toBe(true);
  expect(changeRequests).toEqual({ created: 1, replaced: 2, unchanged: 0, withdrawn: 0 });
  expect((await store.reader.search(searchFor('cart')))._unsafeUnwrap().changeRequests).toEqual([]);
  expect(await wrongRows()).toEqual([]);
});

it('counts one as unchanged that is recorded as it is while an import looks', async () => {
  const same = changeRequest(1, 'same', ['sale']);
  const { transfer, wrongRows } = await openRecordingAfter(LOOKS, async (writer) => {
    (await writer.put(same, 'ann'))._unsafeUnwrap();
  });
  const { changeRequests } = await importInto(
    { transfer },
    { kind: 'scheduled', changeRequest: same },
  );

  expect(changeRequests).toEqual({ created: 0, replaced: 0, unchanged: 1, withdrawn: 0 });
  expect(await wrongRows()).toEqual([]);
});
