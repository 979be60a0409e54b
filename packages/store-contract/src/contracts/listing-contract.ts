import assert from 'node:assert/strict';
import type { Change } from '@forewarn/core';
import { type ListingFilter, type ListingPlace, listingPlaceOf } from '@forewarn/record';
import {
  changeRequest,
  enabling,
  feature,
  PROJECT,
  stubbornChangeRequest,
} from '../samples/change-request.ts';
import { LIVE, NONE } from '../samples/entries.ts';
import { at, TIMES, unscheduled } from '../samples/times.ts';
import { allPages, assertListsByRule, listsByRuleAfter, pageOf } from '../suite/against-rule.ts';
import { interruptionContract } from '../suite/call-cases.ts';
import * as check from '../suite/check.ts';
import { type Contract, contractOf } from '../suite/contract.ts';
import { LISTING_CALLS, fillForReads } from '../suite/every-call.ts';
import type { ListingPorts } from '../suite/ports.ts';
import { idsOf } from '../suite/state-of.ts';
import { BY, record, recordAll, registerProjects, schedule } from '../suite/store-calls.ts';
import { valueOf } from '../suite/value-of.ts';

/** The place before or after all others at the same time. */
const placeAt = (scheduledAt: string, id: number, projectId = PROJECT): ListingPlace => ({
  scheduledAt: Date.parse(scheduledAt),
  projectId,
  id,
});

const listingContract = contractOf<ListingPorts>('ScheduledChangeRequestReader.list', {
  'orders by instant, then by numeric id; those without a time come last': async ({ store }) => {
    await recordAll(store, TIMES.toReversed(), PROJECT);
    for (const limit of [1, 3, 9, 10, 11]) {
      assert.deepEqual(await allPages(store, { projectIds: [PROJECT] }, limit), TIMES);
    }
  },
  'orders what has the same time by project in byte order, then by id': async ({ store }) => {
    const inOrder = ['A', 'a', 'b', '\ue000', '😀'].flatMap((project) =>
      [9, 10].map((id) => changeRequest({ project, id })),
    );
    const projectIds = ['\ue000', '😀', 'a', 'A', 'b'];
    await recordAll(store, inOrder.toReversed(), ...projectIds);
    for (const limit of [1, 3, 1_000]) {
      assert.deepEqual(await allPages(store, { projectIds }, limit), inOrder);
    }
  },
  'lists the projects that it looked in, in byte order, with their coverage': async ({ store }) => {
    await recordAll(store, [changeRequest({ project: 'b' })], 'b', 'B', 'other');
    const { projects } = await pageOf(store, { projectIds: ['b', 'none', 'B'], limit: 1 });
    assert.deepEqual(projects, [
      { projectId: 'B', coverage: NONE },
      { projectId: 'b', coverage: LIVE },
    ]);
    for (const [id, found] of [
      ['none', []],
      ['B', projects.slice(0, 1)],
    ] as const) {
      const page = await pageOf(store, { projectIds: [id] });
      assert.deepEqual(page, { projects: found, changeRequests: [], hasMore: false });
    }
  },
  'returns change requests as they were put': async ({ store }) => {
    await recordAll(store, [stubbornChangeRequest], PROJECT);
    const { changeRequests } = await pageOf(store, { projectIds: [PROJECT] });
    assert.equal(JSON.stringify(changeRequests), JSON.stringify([stubbornChangeRequest]));
  },
  'moves a change request that is replaced, and omits one that is removed': async ({ store }) => {
    await recordAll(store, TIMES, PROJECT);
    // A store may remember the places of what it listed.
    await allPages(store, { projectIds: [PROJECT] }, 1_000);
    await record(store, at('9999-12-31T00:00:00Z', { id: 9, environment: 'staging' }));
    await valueOf(store.writer.remove({ projectId: PROJECT, id: 10 }, BY));
    const found = await allPages(store, { projectIds: [PROJECT] }, 1_000);
    assert.deepEqual(idsOf(found).slice(2, 7), [70, 100, 1, 9, 2]);
    const staging = await pageOf(store, { projectIds: [PROJECT], environments: ['staging'] });
    assert.deepEqual(staging.changeRequests.length, 1);
  },
  'begins after a place, whether or not a change request is there': async ({ store }) => {
    const another = at('2030-01-01T00:00Z', { id: 5, project: 'z' });
    await recordAll(store, [...TIMES, another], PROJECT, 'z');
    const projectIds = [PROJECT, 'z'];
    const idsAfter = async (after: ListingPlace) =>
      idsOf((await pageOf(store, { projectIds, after, limit: 3 })).changeRequests);
    const SAME = '2030-01-01T00:00:00Z';
    assert.deepEqual(await idsAfter(placeAt(SAME, 9)), [10, 100, 5]);
    assert.deepEqual(await idsAfter(placeAt(SAME, 11)), [100, 5, 1]);
    assert.deepEqual(await idsAfter(placeAt(SAME, 7, 'a')), [9, 10, 100]);
    assert.deepEqual(await idsAfter(placeAt(SAME, 7, 'z')), [1, 2, 0]);
    assert.deepEqual(await idsAfter(placeAt('2029-12-31T23:59:59.999Z', 1e15)), [9, 10, 100]);
  },
  'misses and repeats nothing that stays as it is while others change': async ({ store }) => {
    const stay = [2, 4, 6, 8].map((id) => at(`2030-01-0${id}T00:00:00Z`, { id }));
    const go = [1, 3, 5, 7, 9].map((id) => at(`2030-01-0${id}T00:00:00Z`, { id }));
    await recordAll(store, [...stay, ...go], PROJECT);
    const seen: number[] = [];
    let after: ListingPlace | undefined;
    for (const one of go) {
      const page = await pageOf(store, { projectIds: [PROJECT], after, limit: 2 });
      seen.push(...idsOf(page.changeRequests));
      const last = page.changeRequests.at(-1);
      if (last !== undefined) after = listingPlaceOf(last);
      await valueOf(store.writer.remove({ projectId: PROJECT, id: one.id }, BY));
      await record(store, at('2029-01-01T00:00:00Z', { id: one.id + 100 }));
    }
    const even = seen.filter((id) => id % 2 === 0);
    assert.deepEqual(even, [2, 4, 6, 8]);
  },
  'ends a page before it exceeds `maxBytes`, but has at least one item': async ({ store }) => {
    const all = TIMES.map((each) => ({ ...each, title: 'é'.repeat(each.id % 50) }));
    await recordAll(store, all, PROJECT);
    let bytes = 0;
    for (const [index, each] of all.entries()) {
      bytes += Buffer.byteLength(JSON.stringify(each));
      for (const [maxBytes, expected] of [
        [bytes, index + 1],
        [bytes - 1, Math.max(1, index)],
      ] as const) {
        const page = await pageOf(store, { projectIds: [PROJECT], maxBytes });
        assert.deepEqual(page.changeRequests, all.slice(0, expected));
        assert.equal(page.hasMore, expected < all.length);
      }
    }
    const first = await pageOf(store, { projectIds: [PROJECT], maxBytes: 0 });
    assert.equal(first.changeRequests.length, 1);
  },
  'compares environments and projects byte for byte': async ({ store }) => {
    const names = ['prod', 'Prod', 'prod ', '%', '_rod', 'é', 'e\u0301'];
    const all = names.flatMap((project) =>
      names.map((environment, id) => changeRequest({ project, environment, id })),
    );
    await recordAll(store, all, ...names);
    for (const name of names) {
      await assertListsByRule(store, all, [name], [{ environments: [name] }], [1_000]);
    }
  },
  'returns copies: mutating a result changes nothing in the store': async ({ store }) => {
    await recordAll(store, TIMES, PROJECT);
    await check.returnsCopies(() => pageOf(store, { projectIds: [PROJECT] }));
  },
});

const AT = '2030-01-01T00:00:00.000Z';
const INSTANT = Date.parse(AT);
const STATUSES = ['pending', 'failed', 'suspended'] as const;
const CHANGES: readonly Change[] = [
  { action: 'updateEnabled' },
  { action: 'updateEnabled', conflict: 'It was archived.' },
  { action: 'inventedTomorrow' },
];

/** Each status with each kind of change, without a schedule as well. */
const EACH_KIND = [undefined, ...STATUSES].flatMap((status, s) =>
  CHANGES.flatMap((change, c) => {
    const features = [{ name: 'a', changes: [change] }, ...enabling(`b${c}`)];
    const given = { id: 10 * s + c, environment: `e${c}`, features };
    return status === undefined
      ? [unscheduled(given)]
      : [changeRequest({ ...given, schedule: { status, scheduledAt: AT } })];
  }),
);

/** Each filter alone, at, before and after the time of the schedules, and some together. */
const EACH_FILTER: readonly ListingFilter[] = [
  {},
  ...[-1, 0, 1].flatMap((ms): readonly ListingFilter[] => [
    { needAttentionAt: INSTANT + ms },
    { from: INSTANT + ms },
    { to: INSTANT + ms },
    { from: INSTANT - 1, to: INSTANT + ms },
    { needAttentionAt: INSTANT + ms, statuses: ['pending'] },
  ]),
  ...STATUSES.map((status) => ({ statuses: [status] })),
  { statuses: [] },
  { environments: [] },
  { environments: ['e0', 'e2'], statuses: ['failed', 'pending'] },
  { environments: ['e1'], anyOf: [feature('a')] },
  ...[[], ['a', 'b1'], ['b0', 'b2'], ['z']].map((names) => ({ anyOf: names.map(feature) })),
];

const ruleContract = contractOf<ListingPorts>(
  'ScheduledChangeRequestReader.list, against the rule',
  {
    'applies each filter to each kind of schedule and of change': async ({ store }) => {
      await registerProjects(store, PROJECT);
      for (const each of EACH_KIND) await record(store, each);
      await assertListsByRule(store, EACH_KIND, [PROJECT], EACH_FILTER);
    },
    'lists exactly what the rule lists after puts, replacements and removals':
      listsByRuleAfter<ListingPorts>(schedule),
  },
);

/** The promises of listings, for stores that implement only that port. */
export const listingContracts: readonly Contract<ListingPorts>[] = [
  listingContract,
  ruleContract,
  interruptionContract(
    listingContract.port,
    { calls: LISTING_CALLS, fill: fillForReads },
    (store) => pageOf(store, { projectIds: [PROJECT] }),
  ),
];
