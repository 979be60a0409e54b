import assert from 'node:assert/strict';
import {
  allEvents,
  BY,
  check,
  closedCase,
  contractOf,
  outageCase,
  overwriteDeeply,
  PROJECT,
  registerProjects,
  repeat,
  signalCases,
  valueOf,
} from '@forewarn/store-contract/writing';
import type { AlertProgress } from '../alert-progress.ts';
import { type Alert, alertKeyText } from '../alert.ts';
import { MAX_MESSAGES } from '../webhook.ts';
import { ALERTING_CALLS, fillForAlerting } from './alerting-calls.ts';
import type { AlertingPorts } from './alerting-ports.ts';
import { addAll, alert, claim, commit, predicted, READY, TOO_OLD, webhook } from './samples.ts';

const KINDS = ['forecast', 'schedule', 'data'] as const;

/** All alerts, by kind, project and id. */
async function alertsIn({ alerts }: AlertingPorts): Promise<readonly Alert[]> {
  const found: Alert[] = [];
  for (const kind of KINDS) {
    const keys = await valueOf(alerts.list({ kind, limit: 10_000 }));
    const stored = await valueOf(alerts.find(keys.map((key) => ({ kind, ...key }))));
    const byKey = new Map(stored.map((each) => [alertKeyText(each), each]));
    found.push(...keys.flatMap((key) => byKey.get(alertKeyText({ kind, ...key })) ?? []));
  }
  return found;
}

const versionsIn = async (store: AlertingPorts) =>
  (await alertsIn(store))
    .map(({ id, fingerprint }) => [id, fingerprint])
    .toSorted(([a], [b]) => Number(a) - Number(b));

const ALERTING = { calls: ALERTING_CALLS, fill: fillForAlerting };

const everythingIn = async (store: AlertingPorts): Promise<unknown> => [
  await valueOf(store.alerts.read()),
  await alertsIn(store),
  await valueOf(store.webhooks.list()),
  await valueOf(store.deliveries.list('a')),
  await allEvents(store),
];

export const alertContract = contractOf<AlertingPorts>('AlertRepository', {
  'starts without alerts, at generation 0': async ({ store }) => {
    assert.deepEqual(await valueOf(store.alerts.read()), { generation: 0, marks: [] });
    assert.deepEqual(await alertsIn(store), []);
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
    assert.deepEqual(
      found.toSorted((a, b) => b.id - a.id),
      [alert(2, 'two'), other],
    );
    overwriteDeeply(found);
    assert.deepEqual(await valueOf(store.alerts.find([alert(2)])), [alert(2, 'two')]);
  },
  'keeps whether the change request of an alert is broken': async ({ store }) => {
    const broken: Alert = { ...alert(1), isBroken: true };
    await commit(store, [], [broken, alert(2)]);
    assert.deepEqual(await alertsIn(store), [broken, alert(2)]);
    await commit(store, [], [alert(1)]);
    assert.deepEqual(await alertsIn(store), [alert(1), alert(2)]);
  },
  'lists the alerts of a kind in order, in pages': async ({ store }) => {
    const places = [
      ['B', 2],
      ['B', 10],
      ['b', 1],
      ['\ue000', 1],
      ['😀', 1],
    ] as const;
    const keys = places.map(([projectId, id]) => ({ projectId, id }));
    const all = KINDS.flatMap((kind) =>
      keys.map((key) => ({ kind, ...key, fingerprint: 'one' }) satisfies Alert),
    );
    await commit(store, [], all.toReversed());
    for (const kind of KINDS) {
      assert.deepEqual(await valueOf(store.alerts.list({ kind, limit: 10 })), keys);
      for (const [index, after] of keys.entries()) {
        const page = await valueOf(store.alerts.list({ kind, after, limit: 2 }));
        assert.deepEqual(page, keys.slice(index + 1, index + 3));
      }
    }
  },
  'keeps the progress of the last commit that had one': async ({ store }) => {
    const progressOf = async () => (await valueOf(store.alerts.read())).progress;
    const progress: AlertProgress = {
      event: 7,
      time: 8,
      sweptAt: 9,
      rule: 1,
      batches: [{ keys: [{ projectId: PROJECT, id: 1 }], touching: [] }],
      sweep: { stage: 'new', after: { scheduledAt: 1, projectId: 'é"', id: 2 } },
      waiting: [{ projectId: PROJECT, name: 'é"', since: 3 }],
    };
    const content = { raised: [], ended: [], events: [] };
    await valueOf(store.alerts.commit({ generation: 0, ...content, progress }, BY));
    assert.deepEqual(await progressOf(), progress);
    await commit(store, [], [alert(1)]);
    assert.deepEqual(await progressOf(), progress);
    const next = { ...progress, event: 8, batches: [] };
    const stale = { generation: 1, ...content, progress: next };
    await check.fails(store.alerts.commit(stale, BY), { type: 'PreconditionFailed' });
    assert.deepEqual(await progressOf(), progress);
    await valueOf(store.alerts.commit({ ...stale, generation: 2 }, BY));
    assert.deepEqual(await progressOf(), next);
  },
  'records the events in their order, with the principal': async ({ store }) => {
    const events = [predicted(3), TOO_OLD, READY, predicted(1, 'development'), predicted(2)];
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
    assert.equal((await valueOf(store.deliveries.list('a'))).length, 3);
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
  'tells webhooks what the first comparison predicts in one summary, at its end': async ({
    store,
  }) => {
    const progress: AlertProgress = { event: 1, time: 1, sweptAt: 1, rule: 1, batches: [] };
    const going = { ...progress, sweep: { stage: 'new', isFirst: true } } as const;
    await addAll(store, webhook('before'), webhook('other', { projects: ['other'] }));
    const first = { generation: 0, raised: [alert(1)], ended: [], events: [predicted(1), TOO_OLD] };
    await valueOf(store.alerts.commit({ ...first, progress: going, firstLook: 'goes-on' }, BY));
    await addAll(store, webhook('meanwhile'));
    const last = { generation: 1, raised: [alert(2)], ended: [], events: [predicted(2)] };
    await valueOf(store.alerts.commit({ ...last, progress, firstLook: 'ends' }, BY));
    const countsOf = async (webhookId: string) =>
      (await valueOf(store.deliveries.list(webhookId))).map(({ message }) =>
        message.kind === 'event' ? message.event.type : [message.reason, message.counts],
      );
    const summary = ['new-webhook', { 'forecast-predicted': 2 }];
    assert.deepEqual(await countsOf('before'), [summary, 'data-too-old']);
    assert.deepEqual(await countsOf('meanwhile'), [summary]);
    assert.deepEqual(await countsOf('other'), []);
    assert.equal((await allEvents(store)).length, 3);
  },
  'joins no other summary with what the first comparison predicts': async ({ store }) => {
    await addAll(store, webhook('a'));
    const events = Array.from({ length: MAX_MESSAGES + 1 }, (_, nth) => ({
      ...TOO_OLD,
      project: `p${nth}`,
    }));
    const last = { generation: 0, raised: [alert(1)], ended: [], events } as const;
    await valueOf(store.alerts.commit({ ...last, firstLook: 'ends' }, BY));
    const listed = await valueOf(store.deliveries.list('a'));
    assert.deepEqual(
      listed.map(({ message }) => message.kind === 'summary' && message.reason),
      ['burst', 'new-webhook'],
    );
  },
  'is not exported, and records only the events of a commit': ({ store }) =>
    check.nothingChanges(store, async () => {
      await addAll(store, webhook('a'));
      await commit(store, [], [alert(1), alert(2)]);
      await commit(store, [], [], [alert(1)]);
      await addAll(store, webhook('introduced'));
      assert.equal((await claim(store)).length, 1);
      await valueOf(store.webhooks.remove('a'));
    }),
  ...closedCase(ALERTING),
  ...outageCase(ALERTING, everythingIn),
  ...signalCases(ALERTING, everythingIn),
});
