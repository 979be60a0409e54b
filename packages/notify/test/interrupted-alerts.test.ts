import type { ScheduledChangeRequest } from '@forewarn/core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { inHours } from '../../forecast/test/forecast-world.ts';
import { makeUpdateAlerts } from '../src/alerts.ts';
import { CAUSE, VICTIM, world } from './alert-world.ts';

const COUNT = 400;

/** Conflicts of as many change requests. */
const conflicts = (): readonly ScheduledChangeRequest[] =>
  Array.from({ length: COUNT }, (_, index) => [
    inHours(1, 10_000 + index, `f${index}`, 'archiveFeature'),
    inHours(2, 20_000 + index, `f${index}`, 'updateEnabled'),
  ]).flat();

test('goes on where it was interrupted, on any node, and tells each conflict once', async () => {
  const { told, ...store } = await world(...conflicts());
  let steps = 0;
  // Each step is that of another node, or of one that was started again.
  for (let isDone = false; !isDone; steps += 1) {
    const step = (await makeUpdateAlerts({ ...store })())._unsafeUnwrap();
    isDone = step.isDone;
    const aborted = await makeUpdateAlerts({ ...store })({ signal: AbortSignal.abort() });
    expect(aborted.isErr()).toBe(true);
  }

  const ids = (await told()).map(({ data }) => (data as { readonly id: number }).id);
  expect(ids.toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: COUNT }, (_, index) => 20_000 + index),
  );
});

test('tells nothing if another node was faster, and is not done', async () => {
  const { told, ...store } = await world(CAUSE, VICTIM);
  const commit: typeof store.alerts.commit = async (...args) => {
    await makeUpdateAlerts({ ...store })();
    return store.alerts.commit(...args);
  };
  const step = await makeUpdateAlerts({ ...store, alerts: { ...store.alerts, commit } })();

  expect(step._unsafeUnwrap()).toEqual({ events: 0, isDone: false, isBeaten: true });
  expect(await told()).toHaveLength(1);
});

test('looks at no forecast while nothing changes, and at few when one does', async () => {
  const { run, put, forecasts } = await world(...conflicts());
  await run();
  const seen = new Set<number>();
  const forecast: typeof forecasts.forecast = async (...args) =>
    (await forecasts.forecast(...args)).map((page) => {
      for (const { id } of page.candidates) seen.add(id);
      return page;
    });
  await run({ forecasts: { forecast } });
  expect(seen).toEqual(new Set());

  await put(inHours(1.5, 1, 'f7', 'archiveFeature'));
  expect((await run({ forecasts: { forecast } })).events).toBeGreaterThan(0);
  expect(seen).toEqual(new Set([1, 10_007, 20_007]));
});

test('keeps of a suspended change request only what is shown, with cut texts', async () => {
  const { run, put, told } = await world(VICTIM);
  await run();
  const long = 'x'.repeat(100_000);
  await put({
    ...VICTIM,
    title: long,
    createdBy: { username: long },
    comments: [long],
    schedule: {
      status: 'suspended',
      scheduledAt: VICTIM.schedule?.scheduledAt ?? '',
      reason: long,
    },
    features: [{ name: 'sale', changes: [{ action: 'updateEnabled', payload: { long } }] }],
  });
  expect((await run()).events).toBe(1);

  const [event] = await told();
  expect(event).toMatchObject({ type: 'change-request-suspended', data: { id: 2, features: [] } });
  expect(JSON.stringify(event).length).toBeLessThan(2_000);
});

test('skips one that can not be read, reports it, and ends nothing for it', async () => {
  const { run, put, types, reader, told } = await world(CAUSE, VICTIM);
  await run();
  const suspended = {
    status: 'suspended',
    scheduledAt: VICTIM.schedule?.scheduledAt ?? '',
  } as const;
  await put({ ...VICTIM, schedule: suspended }, { ...VICTIM, id: 3, schedule: suspended });
  const onUnreadable = vi.fn<(...args: readonly unknown[]) => void>();
  const find: typeof reader.find = (key, options) => {
    if (key.id === 2) throw new SyntaxError('Unexpected end of JSON input');
    return reader.find(key, options);
  };
  await run({ reader: { ...reader, find }, onUnreadable });

  expect(await types()).toEqual(['forecast-predicted', 'change-request-suspended']);
  expect((await told())[1]).toMatchObject({ data: { id: 3 } });
  expect(onUnreadable).toHaveBeenCalledWith(expect.any(SyntaxError), { projectId: 'shop', id: 2 });
});

test('looks at everything again once a clock that was ahead is set back', async () => {
  const { run, types, writer } = await world(CAUSE, VICTIM);
  const now = Date.now();
  await run();
  vi.useFakeTimers({ toFake: ['Date'], now: now + 48 * 3_600_000 });
  onTestFinished(() => void vi.useRealTimers());
  await run();
  vi.setSystemTime(now);
  await run();
  await writer.remove({ projectId: 'shop', id: 1 }, 'ann');
  await run();

  expect(await types()).toEqual(['forecast-predicted', 'forecast-predicted', 'forecast-resolved']);
});
