import type { ScheduledChangeRequest } from '@forewarn/core';
import type { ForecastReader } from '@forewarn/forecast';
import { errAsync, ok, okAsync } from 'neverthrow';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { inHours } from '../../forecast/test/forecast-world.ts';
import { makeUpdateAlerts } from '../src/alerts.ts';
import { CAUSE, passHours, VICTIM, world } from './alert-world.ts';

const withStatus = (status: 'pending' | 'suspended' | 'failed'): ScheduledChangeRequest => ({
  ...VICTIM,
  schedule: { status, scheduledAt: VICTIM.schedule?.scheduledAt ?? '' },
});

describe('updateAlerts', () => {
  test('tells of a prediction once, with its cause', async () => {
    const { run, told } = await world(CAUSE, VICTIM);

    expect([(await run()).events, (await run()).events]).toEqual([1, 0]);
    expect(await told()).toMatchObject([
      {
        type: 'forecast-predicted',
        project: 'shop',
        data: {
          id: 2,
          forecast: 'suspended',
          causes: [{ id: 1 }],
          fingerprint: expect.any(String),
        },
        preData: null,
      },
    ]);
  });

  test('tells nothing when only a title changes', async () => {
    const { run, put } = await world(CAUSE, VICTIM);
    await run();
    await put({ ...CAUSE, title: 'New' }, { ...VICTIM, title: 'Sale' });

    expect((await run()).events).toBe(0);
  });

  test.each([
    ['a cause', inHours(0.5, 1, 'sale', 'archiveFeature')],
    ['the change request', inHours(1.5, 2, 'sale', 'updateEnabled')],
  ])('tells that the time of %s moved, once', async (_, moved) => {
    const { run, put, told } = await world(CAUSE, VICTIM);
    await run();
    await put(moved);

    expect([(await run()).events, (await run()).events]).toEqual([1, 0]);
    expect((await told())[1]).toMatchObject({
      type: 'forecast-changed',
      data: { id: 2, causes: [{ id: 1 }] },
      preData: { id: 2, schedule: VICTIM.schedule, causes: [{ schedule: CAUSE.schedule }] },
    });
  });

  test('tells that the change request moved, although its cause is due', async () => {
    const { run, put, told } = await world(CAUSE, VICTIM);
    await run();
    passHours(1.5);
    await run();
    const moved = inHours(1.5, 2, 'sale', 'updateEnabled');
    await put(moved);

    expect([(await run()).events, (await run()).events]).toEqual([1, 0]);
    expect((await told())[1]).toMatchObject({
      type: 'forecast-changed',
      data: { id: 2, forecast: 'suspended', schedule: moved.schedule, causes: [{ id: 1 }] },
    });
  });

  test.each([
    ['the cause is withdrawn', 1, 0.5],
    ['the change request is withdrawn', 2, 0.5],
    ['the change request is withdrawn, once its cause was due', 2, 1.5],
  ])('tells that a prediction is resolved when %s', async (_, id, hours) => {
    const { run, types, writer } = await world(CAUSE, VICTIM);
    await run();
    passHours(hours);
    await writer.remove({ projectId: 'shop', id }, 'ann');
    await run();

    expect(await types()).toEqual(['forecast-predicted', 'forecast-resolved']);
  });

  test.each([
    ['its cause is due', 1.5, []],
    ['its cause is due, and was probably applied', 1.5, [1]],
    ['its time is over', 2.5, []],
    ['its time is over, and it was applied or failed unseen', 2.5, [1, 2]],
  ])('resolves no prediction because %s', async (_, hours, gone) => {
    const { run, types, writer } = await world(CAUSE, VICTIM);
    await run();
    passHours(hours);
    await run();
    for (const id of gone) await writer.remove({ projectId: 'shop', id }, 'ann');
    await run();

    expect(await types()).toEqual(['forecast-predicted']);
  });

  test('resolves within a day a prediction whose cause was replaced after its time, and moved', async () => {
    const { run, put, types } = await world(CAUSE, inHours(72, 2, 'sale', 'updateEnabled'));
    await run();
    passHours(1.5);
    await put(inHours(-0.5, 1, 'cart', 'archiveFeature'));
    await run();
    await put(inHours(48, 1, 'cart', 'archiveFeature'));
    await run();
    passHours(24);
    await run();

    expect(await types()).toEqual(['forecast-predicted', 'forecast-resolved']);
  });

  test('tells of no change when one of the causes is due, and of a new cause with it', async () => {
    const later = inHours(1.5, 3, 'sale', 'archiveFeature');
    const { run, put, told } = await world(CAUSE, later, VICTIM);
    await run();
    passHours(1.2);
    expect((await run()).events).toBe(0);

    await put(inHours(0.5, 4, 'sale', 'archiveFeature'));
    await run();
    expect((await told())[1]).toMatchObject({
      type: 'forecast-changed',
      data: { causeCount: 3, causes: [{ id: 1 }, { id: 3 }, { id: 4 }] },
    });
    expect((await run()).events).toBe(0);
  });

  test.each(['suspended', 'failed'] as const)(
    'resolves no prediction that came true: %s',
    async (status) => {
      const { run, put, types } = await world(CAUSE, VICTIM);
      await run();
      await put(withStatus(status));
      await run();

      expect(await types()).toEqual(['forecast-predicted', `change-request-${status}`]);
    },
  );

  test('tells that the predictions of a deleted project are resolved', async () => {
    const { run, types, projects } = await world(CAUSE, VICTIM);
    await run();
    await projects.delete('shop', 'ann');
    await run();

    expect(await types()).toEqual(['forecast-predicted', 'forecast-resolved']);
  });

  test.each<[string, (right: ForecastReader) => ForecastReader]>([
    [
      'is cut',
      (right) => ({
        forecast: async (query) =>
          (await right.forecast({ ...query, limit: 1 })).map(({ candidates, ...found }) => ({
            ...found,
            candidates: candidates.slice(0, 1),
            isCut: true as const,
          })),
      }),
    ],
    [
      'misses it on each page, because its time changes between them',
      (right) => ({
        forecast: (query) =>
          query.only === undefined
            ? okAsync({ projects: [], coverages: [], candidates: [], scheduled: [], gone: [] })
            : right.forecast(query),
      }),
    ],
  ])('does not resolve a prediction when the forecast %s', async (_, wrong) => {
    const { run, types, forecasts, put } = await world(CAUSE, VICTIM);
    await run();
    await put(inHours(3, 2, 'sale', 'updateEnabled'));
    await run({ forecasts: wrong(forecasts) });

    expect(await types()).toEqual(['forecast-predicted']);
  });

  test.each(['forecast', 'list'] as const)(
    'changes nothing when %s can not be read',
    async (method) => {
      // Within one millisecond, no time has passed that has to be looked at.
      vi.useFakeTimers({ toFake: ['Date'] });
      onTestFinished(() => void vi.useRealTimers());
      const { types, run, ...store } = await world(CAUSE, VICTIM);
      await run();
      await store.writer.remove({ projectId: 'shop', id: 1 }, 'ann');
      const error = { type: 'StoreUnavailable', cause: 'an outage' } as const;
      const fails = { [method]: () => errAsync(error) };
      const reader = { ...store.reader, ...fails };
      const forecasts = { ...store.forecasts, ...fails };
      const result = await makeUpdateAlerts({ ...store, reader, forecasts })();

      expect(result._unsafeUnwrapErr()).toEqual(error);
      expect(await types()).toEqual(['forecast-predicted']);
    },
  );

  test('tells once that a schedule was suspended, and once that it failed', async () => {
    const { run, put, types } = await world(VICTIM);
    await run();
    const statuses = ['suspended', 'suspended', 'failed', 'failed', 'pending', 'failed'] as const;
    for (const [index, status] of statuses.entries()) {
      await put({ ...withStatus(status), title: `Change ${index}` });
      await run();
    }

    expect(await types()).toEqual([
      'change-request-suspended',
      'change-request-failed',
      'change-request-failed',
    ]);
  });

  test('tells nothing at first of a schedule that was suspended before', async () => {
    const { run } = await world(withStatus('suspended'));

    expect([(await run()).events, (await run()).events]).toEqual([0, 0]);
  });

  test('tells once for each time that data becomes too old', async () => {
    const { run, types, transfer } = await world();
    const cover = async (hoursAgo: number) => {
      const asOf = new Date(Date.now() - 3_600_000 * hoursAgo).toISOString();
      const entry = { kind: 'complete', projectId: 'shop', asOf, source: 'sync' } as const;
      await transfer.import(
        (async function* () {
          yield ok(entry);
        })(),
      );
      return run({ maxDataAgeMs: 3_600_000 });
    };
    for (const hoursAgo of [3, 2.5, 0.5, 0.1]) await cover(hoursAgo);

    expect(await types()).toEqual(['data-too-old']);
    const { nextAt = 0 } = await cover(0);
    expect(Math.abs(nextAt - Date.now() - 3_600_000)).toBeLessThan(10_000);
  });

  test('says when the next change is due', async () => {
    const { run } = await world(CAUSE, VICTIM);

    expect((await run()).nextAt).toBe(Date.parse(CAUSE.schedule?.scheduledAt ?? '') + 1);
  });
});
