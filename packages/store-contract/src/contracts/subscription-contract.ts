import assert from 'node:assert/strict';
import type { Store } from '@forewarn/store';
import type { Event, EventSubscription } from '@forewarn/record';
import { changeRequest, PROJECT } from '../samples/change-request.ts';
import { REASON } from '../suite/call-cases.ts';
import { type Contract, contractOf } from '../suite/contract.ts';
import { allEvents } from '../suite/events-during.ts';
import { times } from '../suite/rounds.ts';
import { idsOf } from '../suite/state-of.ts';
import { BY, record, registerProjects } from '../suite/store-calls.ts';
import { valueOf } from '../suite/value-of.ts';
import { eventHolds, FILTERS, makeManyEvents } from './event-contract.ts';

const follow = (store: Store, subscription: EventSubscription) =>
  store.events.subscribe(subscription)[Symbol.asyncIterator]();

type Follower = ReturnType<typeof follow>;

/** Returns the next event. An error or the end fails the case. */
async function nextOf(follower: Follower): Promise<Event> {
  const next = await follower.next();
  assert.ok(next.done !== true, 'the subscription goes on');
  return valueOf(Promise.resolve(next.value));
}

/** Reads a number of events. */
async function read(follower: Follower, count: number): Promise<readonly Event[]> {
  const events: Event[] = [];
  while (events.length < count) events.push(await nextOf(follower));
  return events;
}

/** Reads until the event of the project with this id. */
async function readUntil(follower: Follower, project: string): Promise<readonly Event[]> {
  const events: Event[] = [];
  do events.push(await nextOf(follower));
  while (events.at(-1)?.project !== project);
  return events;
}

async function assertEnds(follower: Follower): Promise<void> {
  assert.equal((await follower.next()).done, true, 'the subscription ends');
}

/** Asserts that a subscription has one error left. */
async function assertFails(next: ReturnType<Follower['next']>, follower: Follower): Promise<void> {
  const { done, value } = await next;
  assert.ok(done !== true && value.isErr(), 'the subscription returns an error');
  assert.equal((value.error as { readonly type: string }).type, 'StoreUnavailable');
  await assertEnds(follower);
}

/** Waits for an event that is yet to come. */
async function waiting(store: Store, subscription: Partial<EventSubscription> = {}) {
  await registerProjects(store, PROJECT);
  const follower = follow(store, { after: 0, ...subscription });
  await nextOf(follower);
  return { follower, next: follower.next() };
}

/** Subscriptions to events. */
export const subscriptionContract: Contract = contractOf('EventRepository.subscribe', {
  'returns every event once, the oldest first, and then each new one': async ({ store }) => {
    const old = (await makeManyEvents(store)).toReversed();
    const follower = follow(store, { after: 0 });
    assert.deepEqual(await read(follower, old.length), old);
    for (const id of ['x', 'y', 'z']) {
      const next = follower.next();
      await registerProjects(store, id);
      const { value } = await next;
      assert.deepEqual(await valueOf(value), (await allEvents(store))[0]);
    }
  },
  'returns more events than a store reads at once': async ({ store }) => {
    await registerProjects(store, PROJECT);
    const batch = times(250, (id) => changeRequest({ id, title: 'x'.repeat(5_000) }));
    await valueOf(store.writer.putAll(batch, BY));
    await registerProjects(store, 'last');
    const found = await readUntil(follow(store, { after: 0 }), 'last');
    assert.deepEqual(idsOf(found), idsOf(await allEvents(store)).toReversed());
  },
  'goes on after any event, with exactly those that follow it': async ({ store }) => {
    const all = (await makeManyEvents(store)).toReversed();
    const last = { id: 'last', name: 'Last' };
    const followers = [0, ...idsOf(all)].map((after) => follow(store, { after }));
    const reads = followers.map((follower) => readUntil(follower, last.id));
    await valueOf(store.projects.register(last, BY));
    for (const [index, found] of (await Promise.all(reads)).entries()) {
      assert.deepEqual(found.slice(0, -1), all.slice(index));
    }
  },
  'filters by type, by project and by both': async ({ store }) => {
    const all = (await makeManyEvents(store)).toReversed();
    for (const filters of FILTERS) {
      const expected = all.filter(eventHolds(filters));
      const follower = follow(store, { after: 0, ...filters });
      assert.deepEqual(await read(follower, expected.length), expected);
    }
    const type = 'project-created';
    const follower = follow(store, { after: all.at(-1)?.id ?? 0, type, project: 'wanted' });
    const next = nextOf(follower);
    await record(store, changeRequest({ id: 9, project: 'other' }));
    await registerProjects(store, 'unwanted');
    await registerProjects(store, 'wanted');
    assert.deepEqual(await next, (await allEvents(store))[0]);
  },
  'misses no event of writes that overlap, for any number of readers': async ({ store }) => {
    await registerProjects(store, PROJECT, 'other');
    const begin = (await allEvents(store))[0]?.id ?? 0;
    const reading: Promise<readonly Event[]>[] = [];
    const begun = (count: number) =>
      times(count, () => reading.push(readUntil(follow(store, { after: begin }), 'last')));
    begun(4);
    const long = times(40, (id) => changeRequest({ id: 100 + id, project: 'other' }));
    for (const round of [1, 2, 3]) {
      const short = times(8, (id) => record(store, changeRequest({ id, title: `${round}` })));
      await Promise.all([valueOf(store.writer.putAll(long, BY)), ...short]);
      begun(2);
    }
    await registerProjects(store, 'last');
    const all = (await allEvents(store)).toReversed().filter(({ id }) => id > begin);
    for (const found of await Promise.all(reading)) assert.deepEqual(found, all);
  },
  'ends before, between and after events once the signal is aborted': async ({ store }) => {
    await makeManyEvents(store);
    await assertEnds(follow(store, { after: 0, signal: AbortSignal.abort(REASON) }));
    const between = new AbortController();
    const follower = follow(store, { after: 0, signal: between.signal });
    await read(follower, 2);
    between.abort(REASON);
    await assertEnds(follower);
  },
  'ends while it waits, once the signal is aborted': async ({ store }) => {
    const end = new AbortController();
    const { next } = await waiting(store, { signal: end.signal });
    end.abort(REASON);
    await registerProjects(store, 'unseen');
    assert.equal((await next).done, true);
  },
  'returns one error after the store is closed, and while it waits': async ({ store }) => {
    const { next, follower } = await waiting(store);
    await store.close();
    await assertFails(next, follower);
    const late = follow(store, { after: 0 });
    await assertFails(late.next(), late);
  },
  'returns one error in an outage, and can go on after it': async ({ store, breakDown }) => {
    await registerProjects(store, PROJECT);
    const mend = await breakDown();
    const during = follow(store, { after: 0 });
    await assertFails(during.next(), during);
    if (mend === undefined) return;
    await mend();
    assert.equal((await nextOf(follow(store, { after: 0 }))).project, PROJECT);
  },
  'lets readers that stop reading delay no call and no other reader': async ({ store }) => {
    await makeManyEvents(store);
    await Promise.all(times(300, () => nextOf(follow(store, { after: 0 }))));
    await registerProjects(store, 'last');
    const found = await readUntil(follow(store, { after: 0 }), 'last');
    assert.deepEqual(found, (await allEvents(store)).toReversed());
  },
});
