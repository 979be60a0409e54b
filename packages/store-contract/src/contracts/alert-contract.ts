import assert from 'node:assert/strict';
import type { Alert } from '@forewarn/core/operator';
import {
  addAll,
  alert,
  claim,
  commit,
  predicted,
  prediction,
  TOO_OLD,
  webhook,
} from '../samples/alerts.ts';
import { PROJECT } from '../samples/change-request.ts';
import { closedCase, outageCase, signalCases } from '../suite/call-cases.ts';
import * as check from '../suite/check.ts';
import { type Contract, contractOf } from '../suite/contract.ts';
import { allEvents } from '../suite/events-during.ts';
import { ALERTING_CALLS, fillForAlerting } from '../suite/every-call.ts';
import { overwriteDeeply } from '../suite/overwriting.ts';
import type { AlertingPorts } from '../suite/ports.ts';
import { repeat } from '../suite/rounds.ts';
import { BY, registerProjects } from '../suite/store-calls.ts';
import { valueOf } from '../suite/value-of.ts';
import { deliveryContract } from './delivery-contract.ts';
import { webhookContract } from './webhook-contract.ts';

const versionsIn = async ({ alerts }: AlertingPorts) =>
  (await valueOf(alerts.read())).alerts
    .map(({ id, fingerprint }) => [id, fingerprint])
    .toSorted(([a], [b]) => Number(a) - Number(b));

const ALERTING = { calls: ALERTING_CALLS, fill: fillForAlerting };

const everythingIn = async (store: AlertingPorts): Promise<unknown> => [
  await valueOf(store.alerts.read()),
  await valueOf(store.webhooks.list()),
  await valueOf(store.deliveries.list('a', 10)),
  await allEvents(store),
];

const alertContract = contractOf<AlertingPorts>('AlertRepository', {
  'starts without alerts, at generation 0': async ({ store }) => {
    assert.deepEqual(await valueOf(store.alerts.read()), { generation: 0, alerts: [] });
  },
  'adds, replaces and removes alerts, and counts the commits': async ({ store }) => {
    const other: Alert = { kind: 'data', projectId: PROJECT, id: 1, fingerprint: 'old' };
    await commit(store, [], [alert(1), alert(2), alert(3), other]);
    await commit(store, [], [alert(2, 'two')], [alert(1)]);
    const expected = [
      [1, 'old'],
      [2, 'two'],
      [3, 'one'],
    ];
    assert.deepEqual(await versionsIn(store), expected);
    assert.equal((await valueOf(store.alerts.read())).generation, 2);
    const found = await valueOf(store.alerts.find([alert(1), alert(2), alert(9), other]));
    assert.deepEqual(found, [prediction(2, 'two')]);
    overwriteDeeply(found);
    assert.deepEqual(await valueOf(store.alerts.find([alert(2)])), [prediction(2, 'two')]);
  },
  'records the events in their order, with the principal': async ({ store }) => {
    const events = [predicted(3), TOO_OLD, predicted(1, 'development'), predicted(2)];
    await commit(store, events);
    const recorded = (await allEvents(store)).toReversed();
    const contents = recorded.map(({ id: _id, createdAt: _createdAt, ...content }) => content);
    assert.deepEqual(
      contents,
      events.map((event) => ({ ...event, createdBy: BY })),
    );
  },
  'rejects a commit of another generation, and changes nothing': async ({ store }) => {
    await addAll(store, webhook('a'));
    await commit(store, [], [alert(1)]);
    for (const generation of [0, 2]) {
      const stale = { generation, raised: [alert(2)], ended: [alert(1)], events: [predicted(2)] };
      await check.fails(store.alerts.commit(stale, BY), { type: 'PreconditionFailed' });
    }
    assert.deepEqual(await versionsIn(store), [[1, 'one']]);
    assert.deepEqual(await allEvents(store), []);
    assert.deepEqual(await claim(store), []);
  },
  'accepts exactly one of concurrent commits': async ({ store }) => {
    await addAll(store, webhook('a'));
    await repeat(3, async () => {
      const { generation } = await valueOf(store.alerts.read());
      const commits = Array.from({ length: 8 }, () =>
        store.alerts.commit({ generation, raised: [], ended: [], events: [TOO_OLD] }, BY),
      );
      const results = await Promise.all(commits);
      assert.equal(results.filter((result) => result.isOk()).length, 1);
    });
    assert.equal((await allEvents(store)).length, 3);
    assert.equal((await valueOf(store.deliveries.list('a', 100))).length, 3);
  },
  'keeps the alerts of a project that is deleted': async ({ store }) => {
    await registerProjects(store, PROJECT);
    await commit(store, [], [alert(1)]);
    await valueOf(store.projects.delete(PROJECT, BY));
    assert.deepEqual(await versionsIn(store), [[1, 'one']]);
  },
  'commits very many at once, as one summary': async ({ store }) => {
    await addAll(store, webhook('a'));
    const ids = Array.from({ length: 1_200 }, (_, index) => index + 1);
    await commit(
      store,
      ids.map((id) => predicted(id)),
      ids.map((id) => alert(id)),
    );
    assert.equal((await versionsIn(store)).length, 1_200);
    const [summary, ...others] = await claim(store);
    assert.deepEqual(others, []);
    assert.equal(summary?.subject, '');
    assert.deepEqual(summary.message, {
      kind: 'summary',
      reason: 'burst',
      counts: { 'forecast-predicted': 1_200 },
      first: ids.slice(0, 5).map((id) => predicted(id)),
    });
  },
  ...closedCase(ALERTING),
  ...outageCase(ALERTING, everythingIn),
  ...signalCases(ALERTING, everythingIn),
});

/** The promises of alerts, webhooks and the outbox, for stores that have them. */
export const alertContracts: readonly Contract<AlertingPorts>[] = [
  alertContract,
  webhookContract,
  deliveryContract,
];
