import { type Event, onEvent } from '@forewarn/record';
import { expect, it } from 'vitest';
import type { PostgresStore } from '../src/index.ts';
import { changeRequest, openDatabase, openShop } from './open-database.ts';

const projectsOf = (events: readonly Event[]): readonly (string | undefined)[] =>
  events.map(({ project }) => project);

/** Follows the events until that of the project `last`. */
async function follow(store: PostgresStore, after: number): Promise<readonly Event[]> {
  const events: Event[] = [];
  const end = new AbortController();
  const ended = await onEvent(store.events, { after, signal: end.signal }, (event) => {
    events.push(event);
    if (event.project === 'last') end.abort();
  });
  ended._unsafeUnwrap();
  return events;
}

const register = async (store: PostgresStore, id: string): Promise<void> =>
  (await store.projects.register({ id, name: id }, 'ann'))._unsafeUnwrap();

it('tells a reader that follows of a transaction that commits after a later one, in the order of the commits', async () => {
  const { open, connect } = await openDatabase();
  const [store, other] = [await open(), await open()];
  const following = [store, other].map((each) => follow(each, 0));
  const early = await connect();
  await early.query('begin');
  await early.query(
    `insert into events (type, created_by, project) values ('project-created', 'ann', 'early')`,
  );
  await register(other, 'late');
  expect(projectsOf((await store.events.list({ limit: 10 }))._unsafeUnwrap().events)).toEqual([
    'late',
  ]);
  await early.query('commit');
  // It gets its id when a store looks.
  expect(projectsOf((await store.events.list({ limit: 1 }))._unsafeUnwrap().events)).toEqual([
    'early',
  ]);
  await register(store, 'last');
  for (const events of await Promise.all(following)) {
    expect(projectsOf(events)).toEqual(['late', 'early', 'last']);
  }
});

it('tells a reader that follows nothing of a transaction of the host before it commits', async () => {
  const { store, connect } = await openShop();
  const after = (await store.events.list({ limit: 1 }))._unsafeUnwrap().events[0]?.id ?? 0;
  const following = follow(store, after);
  const [kept, undone] = [await connect(), await connect()];
  for (const host of [kept, undone]) await host.query('begin');
  const { writer } = store.withTransaction(kept);
  (await writer.put(changeRequest(1, 'kept'), 'ann'))._unsafeUnwrap();
  const { projects } = store.withTransaction(undone);
  (await projects.register({ id: 'undone', name: 'Undone' }, 'ann'))._unsafeUnwrap();
  await register(store, 'meanwhile');
  await undone.query('rollback');
  expect((await store.events.list({ limit: 10, after }))._unsafeUnwrap().events).toHaveLength(1);
  await kept.query('commit');
  expect((await store.events.list({ limit: 10, after }))._unsafeUnwrap().events).toHaveLength(2);
  await register(store, 'last');
  expect(projectsOf(await following)).toEqual(['meanwhile', 'shop', 'last']);
});

/** Lists what is newer than the newest event that it listed before, as a client that polls does. */
function openPoller(store: PostgresStore) {
  let last = 0;
  return async (): Promise<readonly Event[]> => {
    const page = (await store.events.list({ limit: 1_000 }))._unsafeUnwrap().events;
    const events = page.filter(({ id }) => id > last);
    last = page[0]?.id ?? last;
    return events;
  };
}

it('lets clients that poll different nodes see every event once, while many are recorded', async () => {
  const { store, open } = await openShop();
  const others = await Promise.all([2, 3].map(() => open({ deadlineMs: 60_000 })));
  const stores = [store, ...others];
  const pollers = stores.map(openPoller);
  const seen: number[][] = stores.map(() => []);
  const pollAll = async (): Promise<void> => {
    for (const [no, poll] of pollers.entries()) {
      seen[no]?.push(...(await poll()).map(({ id }) => id));
    }
  };
  for (let round = 0; round < 5; round++) {
    const writes = stores.flatMap((each, no) =>
      Array.from({ length: 10 }, (_, id) =>
        each.writer.put(changeRequest(no * 10 + id, `round ${round}`), 'ann'),
      ),
    );
    await Promise.all([...writes, pollAll()]);
  }
  await pollAll();
  const { events } = (await store.events.list({ limit: 1_000 }))._unsafeUnwrap();
  const ids = events.map(({ id }) => id);
  expect(ids).toHaveLength(151);
  for (const each of seen) expect(each.toSorted((a, b) => b - a)).toEqual(ids);
});
