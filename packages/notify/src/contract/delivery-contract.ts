import assert from 'node:assert/strict';
import { contractOf, overwriteDeeply, PROJECT, valueOf } from '@forewarn/store-contract/writing';
import {
  type ClaimedDelivery,
  type DeliveryOutcome,
  MAX_DELAY_MS,
  MAX_ENDED_DELIVERIES,
} from '../delivery-repository.ts';
import {
  MAX_MESSAGES,
  MAX_PENDING_DELIVERIES,
  SUMMARIZED_EVENTS,
  type WebhookMessage,
} from '../webhook.ts';
import type { AlertingPorts } from './alerting-ports.ts';
import { addAll, claim, commit, predicted, subject, TOO_OLD, webhook } from './samples.ts';

const settle = ({ deliveries }: AlertingPorts, each: ClaimedDelivery, outcome: DeliveryOutcome) =>
  valueOf(deliveries.settle(each, outcome));

const subjectsOf = (claimed: readonly { readonly subject: string }[]) =>
  claimed.map((each) => each.subject);

const DELIVERED = { kind: 'delivered' } as const;
/** The promises of the outbox. */
export const deliveryContract = contractOf<AlertingPorts>('DeliveryRepository', {
  'claims what each webhook receives, the oldest first, with its receiver': async ({ store }) => {
    const [all, some] = [webhook('all'), webhook('some', { environments: ['development'] })];
    await addAll(store, all, some, webhook('none', { projects: ['other'] }));
    const events = [predicted(2), predicted(1, 'development'), TOO_OLD];
    await commit(store, events);
    const claimed = await claim(store);
    const messagesOf = (id: string) =>
      claimed.filter(({ webhookId }) => webhookId === id).map(({ message }) => message);
    const expected = events.map((event) => ({ kind: 'event', event }));
    assert.deepEqual(messagesOf('all'), expected);
    assert.deepEqual(messagesOf('some'), expected.slice(1));
    assert.deepEqual(messagesOf('none'), []);
    for (const each of claimed) {
      assert.deepEqual(each.webhook, each.webhookId === 'all' ? all : some);
      assert.deepEqual([each.state, each.attempts], ['pending', 1]);
    }
    assert.equal(new Set(claimed.map(({ id }) => id)).size, claimed.length);
    overwriteDeeply(claimed);
    assert.deepEqual(await valueOf(store.webhooks.find('some')), some);
    const [newest] = await valueOf(store.deliveries.list('all'));
    assert.deepEqual(newest?.message, expected.at(-1));
  },
  'sends nothing of the past to a new webhook': async ({ store }) => {
    await commit(store, [TOO_OLD]);
    await addAll(store, webhook('late'));
    assert.deepEqual(await claim(store), []);
  },
  'limits a claim by webhook, and leaves busy ones out': async ({ store }) => {
    await addAll(store, webhook('a'), webhook('b'), webhook('c'));
    await commit(store, [predicted(1), predicted(2), predicted(3)]);
    const claimed = await claim(store, { limit: 2, except: ['b'] });
    assert.deepEqual(claimed.map(({ webhookId }) => webhookId).toSorted(), ['a', 'a', 'c', 'c']);
    for (const id of ['a', 'c']) {
      const own = claimed.filter(({ webhookId }) => webhookId === id);
      assert.deepEqual(subjectsOf(own), [subject(1), subject(2)]);
    }
  },
  'never claims one twice, also not at the same time': async ({ store }) => {
    await addAll(store, webhook('a'), webhook('b'));
    await commit(
      store,
      Array.from({ length: MAX_MESSAGES }, (_, index) => predicted(index + 1)),
    );
    const claims = Array.from({ length: 8 }, () => claim(store, { limit: 7 }));
    const ids = (await Promise.all(claims)).flat().map(({ id }) => id);
    for (const { id } of await claim(store, { limit: 100 })) ids.push(id);
    assert.equal(ids.length, 2 * MAX_MESSAGES);
    assert.equal(new Set(ids).size, ids.length);
  },
  'claims again after the lease, with the same id': async ({ store }) => {
    await addAll(store, webhook('a'));
    await commit(store, [TOO_OLD]);
    const [first] = await claim(store, { leaseMs: 0 });
    const [again] = await claim(store, { leaseMs: 60_000 });
    assert.deepEqual([first?.id, again?.attempts], [again?.id, 2]);
    assert.deepEqual(await claim(store), [], 'the lease has not ended');
  },
  'claims at once what a clock that was set back would delay for long': async ({ store }) => {
    await addAll(store, webhook('a'));
    await commit(store, [TOO_OLD]);
    const [first] = await claim(store);
    assert.ok(first !== undefined);
    await settle(store, first, { kind: 'retry', delayMs: 2 * MAX_DELAY_MS, error: 'no' });
    assert.deepEqual(subjectsOf(await claim(store)), [first.subject]);
  },
  'sends what concerns one subject in order': async ({ store }) => {
    await addAll(store, webhook('a'));
    await commit(store, [predicted(1)]);
    await commit(store, [predicted(1), predicted(2)]);
    const [first, second, ...others] = await claim(store);
    assert.deepEqual(subjectsOf([first, second].flatMap((each) => each ?? [])), [
      subject(1),
      subject(2),
    ]);
    assert.deepEqual(others, []);
    assert.ok(first !== undefined);
    await settle(store, first, { kind: 'retry', delayMs: 60_000, error: 'no' });
    assert.deepEqual(await claim(store), [], 'the first waits for its retry');
    await settle(store, first, DELIVERED);
    assert.deepEqual(subjectsOf(await claim(store)), [subject(1)]);
  },
  'sends a summary after what is older, and before what is newer': async ({ store }) => {
    await addAll(store, webhook('a'));
    const storm = Array.from({ length: MAX_MESSAGES + 1 }, (_, index) => predicted(index + 10));
    for (const events of [[predicted(1)], storm, [predicted(2)]]) await commit(store, events);
    for (const expected of [subject(1), '', subject(2)]) {
      const claimed = await claim(store);
      assert.deepEqual(subjectsOf(claimed), [expected]);
      for (const each of claimed) await settle(store, each, DELIVERED);
    }
  },
  'records how attempts end': async ({ store }) => {
    await addAll(store, webhook('a'));
    await commit(store, [predicted(1), predicted(2), predicted(3)]);
    const [one, two, three] = await claim(store);
    assert.ok(one !== undefined && two !== undefined && three !== undefined);
    await settle(store, one, { kind: 'parked', error: 'gone' });
    await settle(store, two, { kind: 'retry', delayMs: 0, error: 'no' });
    await settle(store, three, DELIVERED);
    const listed = await valueOf(store.deliveries.list('a'));
    const shown = listed.map(({ id, state, error }) => [id, state, error]);
    assert.deepEqual(shown, [
      [three.id, 'delivered', undefined],
      [two.id, 'pending', 'no'],
      [one.id, 'parked', 'gone'],
    ]);
    assert.deepEqual(subjectsOf(await claim(store)), [two.subject]);
  },
  'ignores an attempt that is over, unless it was delivered': async ({ store }) => {
    await addAll(store, webhook('a'));
    await commit(store, [TOO_OLD]);
    const [stale] = await claim(store, { leaseMs: 0 });
    const [current] = await claim(store);
    assert.ok(stale !== undefined && current !== undefined);
    await settle(store, stale, { kind: 'parked', error: 'stale' });
    await settle(store, stale, { kind: 'retry', delayMs: 0, error: 'stale' });
    assert.deepEqual(await claim(store), []);
    await settle(store, stale, DELIVERED);
    await settle(store, current, { kind: 'parked', error: 'late' });
    const [listed] = await valueOf(store.deliveries.list('a'));
    assert.deepEqual([listed?.state, listed?.error], ['delivered', undefined]);
  },
  'keeps the newest of those that ended, of each state and webhook': async ({ store }) => {
    await addAll(store, webhook('a'), webhook('b', { environments: ['development'] }));
    await commit(store, [TOO_OLD]);
    for (const each of await claim(store)) {
      await settle(store, each, each.webhookId === 'b' ? DELIVERED : { kind: 'parked', error: '' });
    }
    const ids: string[] = [];
    const commits = Math.ceil((MAX_ENDED_DELIVERIES + 5) / MAX_MESSAGES);
    for (let nth = 0; nth < commits; nth++) {
      const events = Array.from({ length: MAX_MESSAGES }, (_, index) => predicted(index));
      await commit(store, events);
      for (const each of await claim(store, { limit: 100 })) {
        await settle(store, each, DELIVERED);
        ids.unshift(each.id);
      }
    }
    await commit(store, [TOO_OLD]);
    const [last, ...ended] = await valueOf(store.deliveries.list('a'));
    assert.equal(last?.state, 'pending');
    assert.equal(ended.pop()?.state, 'parked');
    assert.deepEqual(
      ended.map(({ id }) => id),
      ids.slice(0, MAX_ENDED_DELIVERIES),
    );
    assert.equal((await valueOf(store.deliveries.list('b'))).length, 2);
  },
  'keeps a bounded number pending, and counts further events in one summary': async ({ store }) => {
    await addAll(store, webhook('dead'), webhook('alive'));
    const commits = (2 * MAX_PENDING_DELIVERIES) / MAX_MESSAGES;
    for (let nth = 0; nth < commits; nth++) {
      const ids = Array.from({ length: MAX_MESSAGES }, (_, index) => nth * MAX_MESSAGES + index);
      await commit(
        store,
        ids.map((id) => predicted(id)),
      );
      for (const each of await claim(store, { limit: 100, except: ['dead'] })) {
        await settle(store, each, DELIVERED);
      }
    }
    await commit(store, [TOO_OLD]);
    const pending = (await valueOf(store.deliveries.list('dead'))).toReversed();
    const alone = MAX_PENDING_DELIVERIES - MAX_MESSAGES;
    assert.equal(pending.length, alone + 1);
    const subjects = Array.from({ length: alone }, (_, id) => subject(id));
    assert.deepEqual(subjectsOf(pending), [...subjects, '']);
    assert.deepEqual(pending.at(-1)?.message, {
      kind: 'summary',
      reason: 'backlog',
      counts: { 'forecast-predicted': 2 * MAX_PENDING_DELIVERIES - alone, 'data-too-old': 1 },
      first: Array.from({ length: SUMMARIZED_EVENTS }, (_, id) => predicted(alone + id)),
    });
    const alive = await valueOf(store.deliveries.list('alive'));
    assert.deepEqual(subjectsOf(alive.slice(0, 1)), [`data 0 ${PROJECT}`]);
  },
  'leaves a summary as it is once it was claimed': async ({ store }) => {
    await addAll(store, webhook('a'));
    const storm = Array.from({ length: MAX_MESSAGES + 1 }, (_, id) => predicted(id));
    await commit(store, storm);
    await commit(store, storm);
    const [summary] = await claim(store);
    await commit(store, storm);
    const [after, before] = await valueOf(store.deliveries.list('a'));
    const countsIn = (message?: WebhookMessage) => message?.kind === 'summary' && message.counts;
    assert.deepEqual(before?.message, summary?.message);
    assert.deepEqual(
      [countsIn(before?.message), countsIn(after?.message)],
      [{ 'forecast-predicted': 2 * storm.length }, { 'forecast-predicted': storm.length }],
    );
  },
});
