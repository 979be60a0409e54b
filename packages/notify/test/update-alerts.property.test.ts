import { memoryForecast } from '@forewarn/forecast/memory';
import { isDeepStrictEqual } from 'node:util';
import type { Change, Schedule, ScheduledChangeRequest } from '@forewarn/core';
import { forecastOf, type ScheduledCause, scheduledCauses } from '@forewarn/forecast';
import { scheduledAtOf } from '@forewarn/record';
import { createMemoryStore } from '@forewarn/store-memory';
import * as fc from 'fast-check';
import { err, errAsync, ok } from 'neverthrow';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { changeRequest } from '../../impact/test/samples.ts';
import { alertOf, predictionOf } from '../src/alert-changes.ts';
import type { AlertEvent } from '../src/alert-events.ts';
import { type Alert, alertKeyText, type Prediction } from '../src/alert.ts';
import { type AlertPorts, ALERTS_BY, makeUpdateAlerts } from '../src/alerts.ts';
import { memoryNotify } from '../src/memory/index.ts';
import { untilDone } from './until-done.ts';

const START = Date.parse('2026-11-21T12:00:00Z');
const HOUR_MS = 3_600_000;
const OUTAGE = { type: 'StoreUnavailable', cause: 'an outage' } as const;
const [SHOP, BANK] = ['shop', 'bank'] as const;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});

afterEach(() => {
  vi.useRealTimers();
});

// Few values, so that changes meet and come back.
const schedule: fc.Arbitrary<Schedule> = fc.record({
  status: fc.constantFrom('pending', 'pending', 'pending', 'suspended', 'failed'),
  scheduledAt: fc
    .integer({ min: 0, max: 6 })
    .map((hours) => new Date(START + hours * HOUR_MS).toISOString()),
});
const feature = fc.record({
  name: fc.constantFrom('sale', 'cart'),
  changes: fc
    .constantFrom<Change>(
      { action: 'archiveFeature', payload: {} },
      { action: 'updateEnabled', payload: {} },
      { action: 'updateEnabled', payload: {} },
      { action: 'teleportFeature', payload: {} },
      { action: 'updateStrategy', payload: { id: 's' } },
      { action: 'updateStrategy', payload: { id: 't' } },
      { action: 'deleteStrategy', payload: { id: 's' } },
      { action: 'addDependency', payload: { feature: 'cart' } },
      { action: 'deleteDependency', payload: { feature: 'cart' } },
      { action: 'deleteDependency', payload: {} },
    )
    .map((change) => [change]),
});
const scheduled: fc.Arbitrary<ScheduledChangeRequest> = fc
  .record({
    id: fc.integer({ min: 1, max: 5 }),
    project: fc.constantFrom(SHOP, BANK),
    schedule,
    features: fc.array(feature, { minLength: 1, maxLength: 2 }),
  })
  .map(changeRequest);

type Step =
  | { readonly kind: 'put' | 'import'; readonly all: readonly ScheduledChangeRequest[] }
  | { readonly kind: 'remove'; readonly project: string; readonly id: number }
  | { readonly kind: 'wait'; readonly hours: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('put', 'put', 'import'),
      all: fc.array(scheduled, { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('remove' as const),
      project: fc.constantFrom(SHOP, BANK),
      id: fc.integer({ min: 1, max: 5 }),
    }),
  },
  fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 2 }) }),
);

/** What happens to the first run after a step: an outage before or after its commit, a cut, or other nodes. */
const trouble = fc.constantFrom('none', 'forecast', 'list', 'cut', 'committed', 'race');

/** A store, all that is scheduled in it, and what was told. */
async function world() {
  vi.setSystemTime(START);
  const store = createMemoryStore({}, [memoryForecast, memoryNotify]);
  for (const id of [SHOP, BANK]) await store.projects.register({ id, name: id }, 'setup');
  const stored = new Map<string, ScheduledChangeRequest>();
  /** Names of those that were replaced or removed after their time: causes of them end when everything is compared. */
  const late = new Set<string>();
  const isLate = (name: string): boolean => {
    const before = stored.get(name);
    return before !== undefined && isPast(before);
  };
  const run = (given: Partial<AlertPorts> = {}) =>
    untilDone(makeUpdateAlerts({ ...store, ...given }));
  const told = async (): Promise<readonly Alert[]> => {
    const kinds = ['forecast', 'schedule', 'data'] as const;
    const all = kinds.map(async (kind) => {
      const keys = (await store.alerts.list({ kind, limit: 1_000 }))._unsafeUnwrap();
      return (await store.alerts.find(keys.map((key) => ({ kind, ...key }))))._unsafeUnwrap();
    });
    return (await Promise.all(all)).flat();
  };
  const events = async () => {
    const { events: all } = (await store.events.list({ limit: 10_000 }))._unsafeUnwrap();
    return all.toReversed().filter(({ createdBy }) => createdBy === ALERTS_BY);
  };
  const change = async (one: Step): Promise<void> => {
    const changed = 'all' in one ? one.all : one.kind === 'remove' ? [one] : [];
    for (const name of changed.map(nameOf)) if (isLate(name)) late.add(name);
    if (one.kind === 'wait') vi.setSystemTime(Date.now() + one.hours * HOUR_MS);
    if (one.kind === 'put') {
      for (const each of one.all) (await store.writer.put(each, 'ann'))._unsafeUnwrap();
    }
    if (one.kind === 'import') {
      const entries = one.all.map((each) =>
        ok({ kind: 'scheduled' as const, changeRequest: each }),
      );
      const all = (async function* () {
        yield* entries;
      })();
      (await store.transfer.import(all))._unsafeUnwrap();
    }
    if ('all' in one) for (const each of one.all) stored.set(nameOf(each), each);
    if (one.kind === 'remove') {
      await store.writer.remove({ projectId: one.project, id: one.id }, 'ann');
      stored.delete(nameOf(one));
    }
  };
  return { store, stored, late, run, told, events, change };
}

type World = Awaited<ReturnType<typeof world>>;

/** The predictions and alerts that hold now, by the rule of forecasts alone. */
async function present({ stored }: World) {
  const all = [...stored.values()];
  const forecasts = forecastOf(all, { now: Date.now() });
  const predicted = forecasts.filter(({ forecast }) => forecast !== 'as-planned');
  const predictions = await Promise.all(predicted.map(predictionOf));
  const troubled = all.filter(({ schedule: own }) => own !== undefined && own.status !== 'pending');
  return {
    predictions: new Map(predictions.map((each) => [nameOf(each), each])),
    schedules: troubled.map((each) => alertOf({ kind: 'schedule', changeRequest: each })),
  };
}

const nameOf = ({ project, id }: { readonly project: string; readonly id: number }) =>
  `${id} ${project}`;

const isPast = (each: Parameters<typeof scheduledAtOf>[0]) => scheduledAtOf(each) < Date.now();

/** Follows the events, and expects that they and the alerts say what holds. */
function follower(here: World) {
  const { stored, late, told, events } = here;
  const known = new Map<string, Prediction>();
  let read = 0;

  const isPending = (each: ScheduledChangeRequest) => each.schedule?.status === 'pending';
  /** The time of such a cause is over, and it was perhaps applied. */
  const stillCounts = (cause: ScheduledCause) => {
    const name = nameOf(cause);
    const now = stored.get(name);
    return (
      isPast(cause) && (late.has(name) || now === undefined || (isPending(now) && isPast(now)))
    );
  };
  const follow = (event: AlertEvent): void => {
    if (!event.type.startsWith('forecast-')) return;
    const { data, preData } = event as Extract<AlertEvent, { type: `forecast-${string}` }>;
    const name = nameOf(data ?? preData);
    expect(preData?.fingerprint).toBe(known.get(name)?.fingerprint);
    expect(preData?.fingerprint).not.toBe(data?.fingerprint);
    if (data === null) known.delete(name);
    else known.set(name, data);
  };

  return async (): Promise<void> => {
    const all = await events();
    for (const event of all.slice(read)) follow(event as unknown as AlertEvent);
    read = all.length;
    const alerts = await told();
    const forecasts = alerts.filter(({ kind }) => kind === 'forecast');
    const names = new Set(forecasts.map(({ projectId, id }) => nameOf({ project: projectId, id })));
    for (const [name, prediction] of known) {
      if (names.has(name)) continue;
      // Without an event, a prediction ends only when its time is over or it came true.
      const last = stored.get(name) ?? prediction;
      expect(isPast(last) || last.schedule?.status !== 'pending').toBe(true);
      known.delete(name);
    }
    expect(new Set(known.keys())).toEqual(names);
    const { predictions, schedules } = await present(here);
    for (const name of new Set([...predictions.keys(), ...names])) {
      const isSame = predictions.get(name)?.fingerprint === known.get(name)?.fingerprint;
      expect(isSame || scheduledCauses(known.get(name)?.causes ?? []).some(stillCounts)).toBe(true);
    }
    const others = alerts.filter(({ kind }) => kind === 'schedule');
    const keyed = (each: typeof others) => new Map(each.map((one) => [alertKeyText(one), one]));
    expect(keyed(others)).toEqual(keyed(schedules));
    const kept = forecasts.flatMap(({ prediction }) => prediction ?? []);
    expect(new Map(kept.map((each) => [nameOf(each), each]))).toEqual(known);
  };
}

/** Runs while the store finds candidates without what decides about them. */
const cutRun = ({ store: { forecasts }, run }: World) =>
  run({
    forecasts: {
      forecast: async (query, options) =>
        (await forecasts.forecast(query, options)).map((found) =>
          found.candidates.length === 0 ? found : { ...found, scheduled: [], isCut: true as const },
        ),
    },
  });

/** Lets a run meet trouble. Returns whether it told nothing that it should not: what it did not tell, the next run tells. */
async function meet(here: World, kind: string): Promise<boolean> {
  const { store, run, told } = here;
  if (kind === 'forecast' || kind === 'list') {
    const before = await told();
    const failed = await run({ reader: { ...store.reader, [kind]: () => errAsync(OUTAGE) } });
    // Without a forecast, nothing is told of one.
    return kind === 'list' || failed.isOk() || isDeepStrictEqual(await told(), before);
  }
  if (kind === 'cut') {
    await run();
    const before = await told();
    await cutRun(here);
    return isDeepStrictEqual(await told(), before);
  }
  if (kind === 'committed') {
    const commit: typeof store.alerts.commit = async (...args) =>
      (await store.alerts.commit(...args)).andThen(() => err(OUTAGE));
    await run({ alerts: { ...store.alerts, commit } });
  }
  if (kind === 'race') await Promise.all([run(), run(), run()]);
  return true;
}

test('over any history, the alerts say what holds, and each change is told once', async () => {
  const history = fc.array(fc.tuple(step, trouble), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const here = await world();
      const { run, change } = here;
      await run();
      const expectTruth = follower(here);
      for (const [each, kind] of steps) {
        await change(each);
        expect(await meet(here, kind)).toBe(true);
        await run();
        await expectTruth();
        expect((await run())._unsafeUnwrap().events).toBe(0);
      }
    }),
    { numRuns: 60 },
  );
});

test('until the time of the next change, time passes without an event', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(scheduled, { maxLength: 6 }), async (all) => {
      const { run, change } = await world();
      await change({ kind: 'put', all });
      const { nextAt = START + 10 * HOUR_MS } = (await run())._unsafeUnwrap();
      vi.setSystemTime(nextAt - 1);
      expect((await run())._unsafeUnwrap().events).toBe(0);
    }),
    { numRuns: 40 },
  );
});
