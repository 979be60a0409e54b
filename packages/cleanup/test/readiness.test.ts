import type { ScheduledChangeRequest } from '@forewarn/core';
import { err } from 'neverthrow';
import { expect, test, vi } from 'vitest';
import { inHours } from '../../forecast/test/forecast-world.ts';
import {
  type FeatureUse,
  type PassedChange,
  type Readiness,
  type ReadinessLook,
  scheduledAtOf,
} from '@forewarn/record';
import { makeReadiness } from '../src/readiness.ts';
import { cleanupWorld, staleFeature } from './cleanup-world.ts';

const HOUR_MS = 3_600_000;
const NONE = { waiting: [], ready: [] };
const NOTHING = { waits: [], ready: [] };

/** A change request whose time is just over. */
const passing = (id: number, feature: string, action = 'updateEnabled'): ScheduledChangeRequest =>
  inHours(-0.001, id, feature, action);

const over = (changeRequest: ScheduledChangeRequest): PassedChange => ({
  changeRequest,
  at: scheduledAtOf(changeRequest),
});

/** A store with change requests, and a source that can look as often as it likes. */
async function world(
  scheduled: readonly ScheduledChangeRequest[],
  features: readonly FeatureUse[],
) {
  const ports = await cleanupWorld(scheduled);
  /** The use of `shop` as it is read then, in milliseconds from now. */
  const reads = async (all: readonly FeatureUse[], inMs = 0): Promise<void> => {
    const asOf = new Date(Date.now() + inMs).toISOString();
    await ports.featureUse.replace({ projectId: 'shop', asOf, features: all });
  };
  await reads(features, -HOUR_MS);
  let time = 0;
  const source = makeReadiness(ports, () => (time += 5_000));
  let { waiting }: Pick<Readiness, 'waiting'> = NONE;
  return {
    ports,
    reads,
    end: (id: number) => ports.writer.remove({ projectId: 'shop', id }, 'setup'),
    /** Looks again. Returns the names of those that wait and of those that are ready. */
    look: async (
      passed: readonly ScheduledChangeRequest[] = [],
      { now = Date.now(), ...given }: Partial<ReadinessLook> = {},
    ) => {
      const look = { passed: passed.map(over), waiting, now, ...given };
      const found = (await source.look(look))._unsafeUnwrap();
      ({ waiting } = found);
      return { waits: waiting.map(({ name }) => name), ready: found.ready };
    },
  };
}

test('a candidate is ready once what touches it is over, by a use that was read since', async () => {
  const passed = passing(1, 'sale');
  const { look, end, reads } = await world([passed], [staleFeature('sale')]);

  expect(await look([passed])).toEqual({ waits: ['sale'], ready: [] });
  await end(1);
  expect(await look()).toEqual({ waits: ['sale'], ready: [] });
  await reads([staleFeature('sale')]);
  expect(await look([], { isBehind: true })).toEqual({ waits: ['sale'], ready: [] });
  expect(await look()).toEqual({
    waits: [],
    ready: [
      {
        project: 'shop',
        name: 'sale',
        after: passed.schedule?.scheduledAt,
        asOf: expect.stringMatching(/^2/),
      },
    ],
  });
  expect(await look()).toEqual({ waits: [], ready: [] });
});

test('it waits while Unleash has not applied it, and while anything is unknown', async () => {
  const passed = passing(1, 'sale');
  const features = [staleFeature('sale'), staleFeature('cart')];
  const { look, end, reads } = await world([passed], features);
  await look([passed]);
  const later = { changeRequest: passing(2, 'cart'), at: Date.now() + HOUR_MS };
  await look([], { passed: [later] });
  await reads(features);
  // In the same order, so that nothing has to be committed.
  expect(await look()).toEqual({ waits: ['sale', 'cart'], ready: [] });

  await end(1);
  const { children: _unread, ...unread } = staleFeature('sale');
  await reads([unread], 1);
  expect(await look()).toMatchObject({ waits: expect.arrayContaining(['sale']), ready: [] });
  await reads([staleFeature('sale')], 2);
  expect((await look()).ready).toHaveLength(1);
});

test('it is not told if it was archived, is in use or something else is scheduled', async () => {
  const gone = [
    [],
    [staleFeature('sale', { isStale: false, stage: 'live' })],
    [staleFeature('sale', { lastSeenAt: new Date().toISOString() })],
    [staleFeature('sale', { children: ['other'] })],
  ];
  for (const features of gone) {
    const passed = passing(1, 'sale', 'archiveFeature');
    const { look, end, reads } = await world([passed], [staleFeature('sale')]);
    await look([passed]);
    await end(1);
    await reads(features);
    expect(await look(), JSON.stringify(features)).toEqual({ waits: [], ready: [] });
  }
  const passed = passing(1, 'sale');
  const later = inHours(1, 2, 'sale', 'updateEnabled');
  const { look, end, reads } = await world([passed, later], [staleFeature('sale')]);
  await look([passed]);
  await end(1);
  await reads([staleFeature('sale')]);
  expect(await look()).toEqual({ waits: [], ready: [] });
});

test('what is no candidate never waits, and nothing waits longer than a day', async () => {
  const passed = [passing(1, 'sale'), passing(2, 'live')];
  const { look } = await world(passed, [
    staleFeature('sale'),
    staleFeature('live', { isStale: false }),
  ]);

  expect(await look(passed)).toEqual({ waits: ['sale'], ready: [] });
  expect(await look([], { now: Date.now() + 25 * HOUR_MS })).toEqual({ waits: [], ready: [] });
});

test('a child waits for what archives its parent, and for nothing else of the parent', async () => {
  for (const [action, waits] of [
    ['archiveFeature', ['child']],
    ['updateEnabled', []],
  ] as const) {
    const passed = passing(1, 'parent', action);
    const { look } = await world([passed], [staleFeature('child', { parents: ['parent'] })]);
    expect((await look([passed])).waits, action).toEqual(waits);
  }
});

test('it is ready once the last of what touches it is withdrawn, long before its time', async () => {
  const planned = inHours(48, 1, 'sale', 'updateEnabled');
  const { look, end, reads } = await world([planned], [staleFeature('sale')]);
  await end(1);
  const withdrawn = { changeRequest: planned, at: Date.now() };

  expect((await look([], { passed: [withdrawn] })).waits).toEqual(['sale']);
  await reads([staleFeature('sale')], 1);
  expect(await look()).toMatchObject({
    waits: [],
    ready: [{ name: 'sale', after: new Date(withdrawn.at).toISOString() }],
  });
});

test('it waits for what names it as a parent, too', async () => {
  const naming = inHours(-0.001, 1, 'other', 'addDependency');
  const features = [
    { name: 'other', changes: [{ action: 'addDependency', payload: { feature: 'sale' } }] },
  ];
  const passed = { ...naming, features };
  const { look } = await world([passed], [staleFeature('sale')]);

  expect((await look([passed])).waits).toEqual(['sale']);
});

test('it is ready once it grew quiet, by a use that was read since', async () => {
  const quietAt = Date.now() - HOUR_MS / 2;
  const seenAt = (time: number) => [
    staleFeature('sale', { lastSeenAt: new Date(time - 7 * 24 * HOUR_MS).toISOString() }),
    staleFeature('live', { isStale: false, lastSeenAt: new Date(time).toISOString() }),
  ];
  const { look, reads } = await world([], seenAt(quietAt));

  expect(await look([], { quietSince: quietAt })).toEqual(NOTHING);
  expect((await look([], { quietSince: quietAt - 1 })).waits).toEqual(['sale']);
  await reads(seenAt(quietAt));
  expect(await look()).toMatchObject({
    waits: [],
    ready: [{ name: 'sale', after: new Date(quietAt).toISOString() }],
  });
});

test('it looks at all that wait in a project, however many of them stay open', async () => {
  const names = Array.from({ length: 100 }, (_, index) => `f${index}`);
  const passed = [...names, 'sale'].map((name, id) => passing(id, name));
  const features = [...names, 'sale'].map((name) => staleFeature(name));
  const { look, end, reads } = await world(passed, features);
  await look(passed);
  await end(100);
  await reads(features);
  await look();

  expect(await look()).toMatchObject({ ready: [{ name: 'sale' }] });
});

test('while nothing waits, it reads nothing', async () => {
  const { ports, look } = await world([], [staleFeature('sale')]);
  const reads = [
    vi.spyOn(ports.featureUse, 'find'),
    vi.spyOn(ports.projects, 'list'),
    vi.spyOn(ports.forecasts, 'forecast'),
  ];
  await look();

  for (const read of reads) expect(read).not.toHaveBeenCalled();
});

test('it looks at some projects at a time, at each in its turn, and not too often', async () => {
  const { ports } = await world([], []);
  let time = 0;
  const find = vi.spyOn(ports.featureUse, 'find');
  const source = makeReadiness(ports, () => time);
  const waiting = Array.from({ length: 25 }, (_, index) => {
    return { projectId: `p${index}`, name: 'f', since: Date.now() };
  });
  const look = () => source.look({ passed: [], waiting, now: Date.now() });
  for (let turn = 0; turn < 6; turn += 1) {
    await look();
    time += 2_500;
  }

  const asked = find.mock.calls.map(([ids]) => ids);
  expect(asked.map(({ length }) => length)).toEqual([10, 10, 10]);
  expect(new Set(asked.flat()).size).toBe(25);
});

test('it fails if how features are used can not be read', async () => {
  const { ports } = await world([], []);
  const featureUse = {
    ...ports.featureUse,
    find: async () => err({ type: 'StoreUnavailable', cause: 'away' } as const),
  };
  const look = { passed: [over(passing(1, 'sale'))], waiting: [], now: Date.now() };

  expect((await makeReadiness({ ...ports, featureUse }).look(look)).isErr()).toBe(true);
});

test('however much passes at once, the use of a few projects is read at a time', async () => {
  const { ports } = await world([], []);
  const find = vi.spyOn(ports.featureUse, 'find');
  const source = makeReadiness(ports);
  const passed = Array.from({ length: 25 }, (_, index) => ({
    ...passing(index, 'sale'),
    project: `p${index}`,
  }));
  const look = { passed: passed.map(over), waiting: [], now: Date.now() };
  const found = (await source.look(look))._unsafeUnwrap();

  expect(found).toEqual(NONE);
  expect(find.mock.calls.map(([ids]) => ids.length)).toEqual([20, 5]);
});
