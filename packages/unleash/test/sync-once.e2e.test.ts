import { expect, test } from 'vitest';
import { changeRequest, record } from '../../service/test/http/sample-data.ts';
import { fakeChangeRequest, fakeFeature, fakeProjects, fakeStrategy } from './fake-unleash.ts';
import { follow } from './follow.ts';

const HOUR_MS = 3_600_000;

test('copies definitions, projects and scheduled change requests, as of before it asked', async () => {
  const { unleash, sync, coverageOf, idsOf, definitions, lines } = await follow({
    projects: fakeProjects('shop', 'a b/c'),
    strategies: [fakeStrategy('holidaySale')],
    changeRequests: [
      fakeChangeRequest(1),
      fakeChangeRequest(2, { state: 'Applied' }),
      fakeChangeRequest(3, { project: 'a b/c' }),
    ],
  });
  const times: number[] = [];
  const now = (): number => {
    times.push(Date.now());
    return times.at(-1) ?? 0;
  };
  unleash.delayMs = 20;

  const result = (await sync({ now }))._unsafeUnwrap();

  expect(lines).toEqual([]);
  expect(result).toMatchObject({
    isCurrent: true,
    counts: { projects: { created: 2 }, changeRequests: { created: 2 } },
  });
  expect(await definitions()).toEqual(['holidaySale']);
  expect([await idsOf('shop'), await idsOf('a b/c')]).toEqual([[1], [3]]);
  const coverages = [await coverageOf('shop'), await coverageOf('a b/c')];
  // The others are about Unleash's clock.
  const asOf = times.slice(-2).map((time) => new Date(time).toISOString());
  expect(new Set(coverages)).toEqual(
    new Set(asOf.map((each) => ({ kind: 'as-of', asOf: each, source: 'sync' }))),
  );
  expect(Math.max(...times)).toBeLessThanOrEqual(Date.now() - unleash.delayMs);
});

test('sends conditional requests, changes nothing, and renews the time', async () => {
  const { unleash, sync, coverageOf } = await follow({ changeRequests: [fakeChangeRequest(1)] });
  await sync({ now: () => 0 });
  const before = unleash.received.length;

  const result = (await sync({ now: () => HOUR_MS }))._unsafeUnwrap();

  const statuses = unleash.received.slice(before).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([304]));
  expect(result.counts.changeRequests).toEqual({
    created: 0,
    replaced: 0,
    unchanged: 1,
    withdrawn: 0,
  });
  expect(await coverageOf('shop')).toMatchObject({ asOf: '1970-01-01T01:00:00.000Z' });
});

test.each([
  [true, 0],
  [false, 1],
])('if a list has changes: %s, reads %d times by itself', async (listsChanges, count) => {
  const change = { action: 'deleteStrategy', payload: { id: 's1', name: 'default' } };
  const features = [fakeFeature('checkout', change)];
  const { sync, store, unleash } = await follow({
    listsChanges,
    changeRequests: [fakeChangeRequest(1, { features }), fakeChangeRequest(2, { state: 'Draft' })],
  });

  await sync();

  const stored = (await store.reader.find({ projectId: 'shop', id: 1 }))._unsafeUnwrap();
  expect(stored.features).toEqual(features);
  expect(unleash.received.filter(({ path }) => /\/\d+$/.test(path))).toHaveLength(count);
});

test('reads the time of a change request that a list leaves out', async () => {
  const whole = fakeChangeRequest(1);
  const { unleash, store, sync } = await follow({ changeRequests: [whole] });
  unleash.respond('/projects/shop/change-requests', { body: [{ ...whole, schedule: null }] });
  (await sync())._unsafeUnwrap();

  const stored = (await store.reader.find({ projectId: 'shop', id: 1 }))._unsafeUnwrap();
  expect(stored.schedule).toEqual(whole['schedule']);
});

test('reads what Unleash adds to a feature that is switched on, which a list may leave out', async () => {
  const switching = (enabled: boolean) => {
    return fakeFeature('checkout', { action: 'updateEnabled', payload: { enabled } });
  };
  const defaultChange = { action: 'addStrategy', payload: { name: 'default', segments: [7] } };
  const [on, off] = [switching(true), switching(false)];
  const { unleash, store, sync } = await follow({
    changeRequests: [
      fakeChangeRequest(1, { features: [{ ...on, defaultChange }] }),
      fakeChangeRequest(2, { features: [off] }),
    ],
  });
  const listed = [on, off].map((each, index) => fakeChangeRequest(index + 1, { features: [each] }));
  unleash.respond('/projects/shop/change-requests', { body: listed });
  (await sync())._unsafeUnwrap();

  const asked = [{ target: { kind: 'segment', id: 7 } }] as const;
  const found = await store.reader.impact({ asked, projectIds: ['shop'] });
  expect(found._unsafeUnwrap().targets).toMatchObject([{ count: 1 }]);
  expect(unleash.received.map(({ path }) => path).filter((path) => /\/\d+$/.test(path))).toEqual([
    '/projects/shop/change-requests/1',
  ]);
});

test('reads the parent of a new dependency, which a list may leave out', async () => {
  const depending = (payload?: object) => ({
    features: [fakeFeature('checkout', { action: 'addDependency', ...payload })],
  });
  const { unleash, store, sync } = await follow({
    changeRequests: [fakeChangeRequest(1, depending({ payload: { feature: 'payments' } }))],
  });
  unleash.respond('/projects/shop/change-requests', { body: [fakeChangeRequest(1, depending())] });
  (await sync())._unsafeUnwrap();

  const asked = [{ target: { kind: 'feature', name: 'payments' } }] as const;
  const found = await store.reader.impact({ asked, projectIds: ['shop'] });
  expect(found._unsafeUnwrap().targets).toMatchObject([{ count: 1, isDoubtful: false }]);
});

test('deletes what Unleash no longer has, with events', async () => {
  const { sync, idsOf, coverageOf, definitions, events, unleash } = await follow({
    projects: fakeProjects('shop', 'old'),
    strategies: [fakeStrategy('holidaySale'), fakeStrategy('byCountry')],
    changeRequests: [
      fakeChangeRequest(1),
      fakeChangeRequest(2),
      fakeChangeRequest(3, { project: 'old' }),
    ],
  });
  await sync();
  unleash.state.projects.pop();
  unleash.state.strategies.pop();
  unleash.state.changeRequests = [fakeChangeRequest(1)];

  const result = (await sync())._unsafeUnwrap();

  expect(result.deleted).toEqual({ projects: 1, strategies: 1 });
  expect(result.counts.changeRequests).toMatchObject({ unchanged: 1, withdrawn: 1 });
  expect(await definitions()).toEqual(['holidaySale']);
  expect(await idsOf('shop')).toEqual([1]);
  expect(await coverageOf('old')).toBeUndefined();
  expect(await events()).toEqual([
    'change-request-schedule-withdrawn by unleash-sync',
    'strategy-deleted by unleash-sync',
    'project-deleted by unleash-sync',
  ]);
});

test('deletes an archived project that it should read, and copies it again when it is revived', async () => {
  const { unleash, sync, coverageOf } = await follow({ projects: fakeProjects('shop', 'old') });
  const old = { id: 'old', name: 'Old' };
  const archived = { ...old, archivedAt: '1970-01-01T00:00:00.000Z' };

  for (const [last, projectIds, kind] of [
    [old, undefined, 'as-of'],
    [archived, ['shop'], 'as-of'],
    [archived, undefined, undefined],
    [old, undefined, 'as-of'],
  ] as const) {
    unleash.state.projects.splice(1, 1, last);
    (await sync({ projectIds }))._unsafeUnwrap();
    expect((await coverageOf('old'))?.kind).toBe(kind);
  }
});

test('reads the definitions after the projects, so that a deleted one does not come back', async () => {
  const { sync, unleash } = await follow();
  unleash.delayMs = 20;

  (await sync())._unsafeUnwrap();

  expect(unleash.received.map(({ path }) => path).slice(0, 2)).toEqual([
    '/projects',
    '/strategies',
  ]);
  expect(unleash.peak).toBe(1);
});

test('keeps a definition that another sync copied after it read the list', async () => {
  const { sync, definitions, events, unleash } = await follow();
  const fresh = fakeStrategy('fresh');
  unleash.respond('/projects/shop/change-requests', async (_request, response) => {
    unleash.state.strategies.push(fresh);
    (await sync({ projectIds: [] }))._unsafeUnwrap();
    response.setHeader('Content-Type', 'application/json').end('[]');
  });

  expect((await sync())._unsafeUnwrap().deleted.strategies).toBe(0);

  expect(await definitions()).toEqual(['fresh']);
  expect(await events()).toEqual([]);
});

test('keeps a definition while Unleash does not say that it is gone', async () => {
  const { sync, definitions, unleash, lines } = await follow({
    strategies: [fakeStrategy('holidaySale'), fakeStrategy('byCountry')],
  });
  await sync();
  unleash.state.strategies.pop();
  unleash.respond('/strategies/byCountry', { status: 500 });

  expect((await sync())._unsafeUnwrap().deleted.strategies).toBe(0);

  expect(await definitions()).toEqual(['byCountry', 'holidaySale']);
  expect(lines).toEqual([
    expect.stringMatching(/^strategy definition "byCountry": .*, but Forewarn keeps it: .*500/),
  ]);
});

test('keeps a project that Unleash hides, and one that was recorded over HTTP', async () => {
  const { sync, coverageOf, store, unleash, lines } = await follow();
  await record(store, changeRequest(1, { checkout: [{ action: 'archiveFeature' }] }));
  await sync({ projectIds: [] });
  await record(store, changeRequest(2, {}, { project: 'recorded' }));
  (await store.projects.register({ id: 'hidden', name: 'Hidden' }, 'ann'))._unsafeUnwrap();
  unleash.respond('/projects/hidden/overview', { status: 403 });

  expect((await sync())._unsafeUnwrap().deleted.projects).toBe(0);

  expect(await coverageOf('recorded')).toEqual({ kind: 'live' });
  expect(await coverageOf('hidden')).toEqual({ kind: 'none' });
  expect(lines).toEqual([expect.stringMatching(/^project "hidden": .* may not read .* \(403\)/)]);
});

test('reads only the named projects', async () => {
  const { sync, coverageOf, lines } = await follow({
    projects: fakeProjects('shop', 'office'),
  });

  const result = (await sync({ projectIds: ['office', 'nowhere'] }))._unsafeUnwrap();

  expect(result.isCurrent).toBe(false);
  expect(lines).toEqual(['Unleash lists no project "nowhere" for this key']);
  expect(await coverageOf('office')).toMatchObject({ kind: 'as-of' });
  expect(await coverageOf('shop')).toBeUndefined();
});

test('follows definitions and projects of an Unleash without change requests, in one line', async () => {
  const { sync, idsOf, coverageOf, definitions, store, lines } = await follow({
    projects: fakeProjects('shop', 'office'),
    strategies: [fakeStrategy('holidaySale')],
    changeRequests: undefined,
  });
  await record(store, changeRequest(7, { checkout: [{ action: 'archiveFeature' }] }));

  expect((await sync())._unsafeUnwrap().isCurrent).toBe(true);

  expect(lines).toEqual([expect.stringMatching(/^this Unleash has no change requests/)]);
  expect(await definitions()).toEqual(['holidaySale']);
  expect(await idsOf('shop')).toEqual([7]);
  expect(await coverageOf('shop')).toEqual({ kind: 'live' });
  expect(await coverageOf('office')).toEqual({ kind: 'none' });
});

test('sends at most two requests at once', async () => {
  const projects = fakeProjects(...Array.from({ length: 30 }, (_, n) => `p${n}`));
  const { sync, unleash } = await follow({ projects });
  unleash.delayMs = 5;

  await sync();

  expect(unleash.peak).toBe(2);
  expect(unleash.received).toHaveLength(34);
});
