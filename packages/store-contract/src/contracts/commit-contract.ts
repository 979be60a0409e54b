import assert from 'node:assert/strict';
import { onEvent } from '@forewarn/record';
import type { Store } from '@forewarn/store';
import { changeRequest, PROJECT } from '../samples/change-request.ts';
import { REASON } from '../suite/call-cases.ts';
import { type Contract, contractOf } from '../suite/contract.ts';
import { allEvents } from '../suite/events-during.ts';
import { times } from '../suite/rounds.ts';
import { idsOf } from '../suite/state-of.ts';
import { BY, record, registerProjects } from '../suite/store-calls.ts';
import { valueOf } from '../suite/value-of.ts';
import { makeManyEvents } from './event-contract.ts';

/** So long that no case waits for it. */
const NEVER_MS = 60_000;

const batchOf = (title: string, project = PROJECT) =>
  times(40, (id) => changeRequest({ id, title, project }));

/** Follows the events until that of the project `last`. Returns their ids. */
async function follow(store: Store, after: number): Promise<readonly number[]> {
  const ids: number[] = [];
  const end = new AbortController();
  const subscription = { after, signal: end.signal, pollMs: NEVER_MS };
  const ended = await onEvent(store.events, subscription, ({ id, project }) => {
    ids.push(id);
    if (project === 'last') end.abort(REASON);
  });
  await valueOf(Promise.resolve(ended));
  return ids;
}

/** What waits for commits of this store. */
export const commitContract: Contract = contractOf('EventRepository.committed', {
  'resolves at each commit of an event, and not before, for each that waits': async ({ store }) => {
    const never = new AbortController();
    let isOver = false;
    for (const write of [
      () => registerProjects(store, PROJECT),
      () => record(store, changeRequest()),
      () => valueOf(store.writer.putAll(batchOf('new'), BY)),
      () => valueOf(store.writer.remove({ projectId: PROJECT, id: 1 }, BY)),
      () => valueOf(store.projects.delete(PROJECT, BY)),
    ]) {
      isOver = false;
      const waiting = times(3, async () => {
        await store.events.committed(never.signal);
        isOver = true;
      });
      await valueOf(store.events.list({ limit: 1 }));
      assert.equal(isOver, false);
      await write();
      await Promise.all(waiting);
    }
  },
  'resolves once the signal is aborted, also before': async ({ store }) => {
    const end = new AbortController();
    const waiting = store.events.committed(end.signal);
    end.abort(REASON);
    await waiting;
    await store.events.committed(end.signal);
  },
  'resolves when the store is closed, which ends who follows the events': async ({ store }) => {
    const never = new AbortController();
    const waiting = store.events.committed(never.signal);
    const following = onEvent(store.events, { after: 0, pollMs: NEVER_MS }, () => {});
    await store.close();
    await waiting;
    assert.equal((await following).isErr(), true);
    await store.events.committed(never.signal);
  },
  'lets no reader miss an event of writes that overlap': async ({ store }) => {
    await makeManyEvents(store);
    const begin = (await allEvents(store))[0]?.id ?? 0;
    const following = [...times(4, () => follow(store, begin))];
    for (const round of ['a', 'b', 'c']) {
      const long = valueOf(store.writer.putAll(batchOf(round, 'other'), BY));
      await Promise.all([long, ...times(8, (no) => registerProjects(store, `${round} ${no}`))]);
      following.push(follow(store, begin));
    }
    await registerProjects(store, 'last');
    const all = idsOf(await allEvents(store))
      .toReversed()
      .filter((id) => id > begin);
    for (const found of await Promise.all(following)) assert.deepEqual(found, all);
  },
});
