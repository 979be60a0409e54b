import { memoryOperate } from '@forewarn/operate/memory';
import type { Permission, ScheduledChangeRequest } from '@forewarn/core';
import { doubtsIn, problemsOfChangeRequest, problemsOfStrategy } from '@forewarn/record';
import { forecastOf } from '@forewarn/forecast';
import { makeUseCases } from '@forewarn/use-cases';
import { createMemoryStore } from '@forewarn/store-memory';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { hashSecret } from '../../src/keys/api-key-authorizer.ts';
import { loadSample, SAMPLE_SECRET, withSampleKey } from '../../src/sample/load-sample.ts';
import { sampleState } from '../../src/sample/sample-state.ts';
import { allowing } from '../../../core/test/authorizers.ts';
import { allOf } from '../../../wire/test/read-text.ts';
import { admitOf, clientWith } from '../keys/admit-with.ts';

/** A Sunday. */
const NOW = new Date('2026-11-22T10:00:00Z');
const SAMPLE_STATE = sampleState(NOW);
const DEFINITIONS = SAMPLE_STATE.flatMap((entry) =>
  entry.kind === 'strategy' ? [entry.definition] : [],
);
const CHANGE_REQUESTS = SAMPLE_STATE.flatMap((entry) =>
  entry.kind === 'scheduled' ? [entry.changeRequest] : [],
);

const BY_COUNTRY = {
  name: 'byCountry',
  description: '',
  parameters: [],
  deprecated: false,
  editable: true,
};

const OF_ALICE: ScheduledChangeRequest = {
  id: 99,
  project: 'shop',
  environment: 'production',
  state: 'Scheduled',
  features: [],
  segments: [],
};

const scheduledAt = (now: number) =>
  sampleState(new Date(now)).flatMap((entry) =>
    entry.kind === 'scheduled' ? [entry.changeRequest] : [],
  );

function setZone(zone: string): void {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('TZ', zone);
}

function setTime(now: string): void {
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ now: Date.parse(now), toFake: ['Date'] });
}

type MemoryStore = ReturnType<typeof createMemoryStore>;

const entriesOf = async ({ transfer }: MemoryStore) =>
  (await allOf(transfer.export())).map((entry) => entry._unsafeUnwrap());

describe('the sample', () => {
  test('is valid and leaves nothing in doubt', () => {
    expect(DEFINITIONS.flatMap(problemsOfStrategy)).toEqual([]);
    expect(CHANGE_REQUESTS.flatMap(problemsOfChangeRequest)).toEqual([]);
    expect(CHANGE_REQUESTS.flatMap((each) => doubtsIn(each))).toEqual([]);
  });

  test.each([
    ['UTC', '2026-11-23T00:00', '2026-11-30'],
    ['UTC', '2026-11-26T23:59', '2026-12-03'],
    ['Asia/Tokyo', '2026-11-29T20:00', '2026-12-06'],
    ['Asia/Kolkata', '2026-11-29T19:30', '2026-12-06'],
    ['Australia/Sydney', '2026-11-29T12:30', '2026-12-06'],
    ['America/Los_Angeles', '2026-11-29T23:59', '2026-12-06'],
    // Daylight saving time ends on this Sunday, and begins within the week of the next one.
    ['America/Los_Angeles', '2026-11-01T00:30', '2026-11-08'],
    ['Europe/Berlin', '2026-03-22T23:00', '2026-03-29'],
    ['Europe/Berlin', '2026-03-27T23:00', '2026-04-03'],
  ])('has three conflicts in the 7 days from today on, in %s at %s', (zone, at, end) => {
    setZone(zone);
    const now = Date.parse(at);
    const conflicts = forecastOf(scheduledAt(now), { now }).filter(
      ({ causeCount }) => causeCount > 0,
    );

    expect(conflicts.map(({ id, forecast }) => [id, forecast])).toEqual([
      [32, 'unknown'],
      [14, 'fails'],
      [25, 'suspended'],
    ]);
    const times = conflicts.map(({ schedule }) => Date.parse(schedule?.scheduledAt ?? ''));
    for (const time of times) expect(time).toBeLessThan(Date.parse(`${end}T00:00`));
  });

  test.each(['2026-11-23T10:00', '2026-11-27T17:00', '2026-11-29T23:30'])(
    'is spread over the days, whatever today is: %s',
    (at) => {
      const now = Date.parse(at);
      const days = scheduledAt(now)
        .map(({ schedule }) => Date.parse(schedule?.scheduledAt ?? ''))
        .filter((time) => time > now && time < now + 7 * 86_400_000)
        .map((time) => new Date(time).toDateString());

      expect(new Set(days).size).toBeGreaterThanOrEqual(6);
    },
  );

  test.each([
    ['UTC', '2026-11-23T00:00:00', '2026-11-23'],
    ['UTC', '2026-11-23T00:30:00', '2026-11-23'],
    ['Asia/Kolkata', '2026-11-23T00:29:59', '2026-11-23'],
    ['America/Los_Angeles', '2026-11-29T23:59:00', '2026-11-29'],
  ])('has what is overdue and what failed today, in %s at %s', (zone, at, today) => {
    setZone(zone);
    const now = Date.parse(at);
    const past = scheduledAt(now).filter(({ id }) => id === 22 || id === 23);

    expect(past).toHaveLength(2);
    for (const { schedule } of past) {
      const time = Date.parse(schedule?.scheduledAt ?? '');
      expect(time).toBeLessThanOrEqual(now);
      expect(time).toBeGreaterThanOrEqual(Date.parse(`${today}T00:00`));
    }
  });

  test('is loaded into an empty store, once', async () => {
    setTime('2026-11-22T10:00:00Z');
    const store = createMemoryStore({}, [memoryOperate]);

    expect((await loadSample(store))._unsafeUnwrap()).toBe(true);
    const loaded = await entriesOf(store);
    for (const entry of SAMPLE_STATE) expect(loaded).toContainEqual(expect.objectContaining(entry));

    expect((await loadSample(store)).isOk()).toBe(true);
    expect(await entriesOf(store)).toStrictEqual(loaded);
  });

  test('is not loaded again after a part was deleted', async () => {
    const store = createMemoryStore({}, [memoryOperate]);
    await loadSample(store);
    await store.strategies.delete('abandonedSale', 'alice');
    const left = await entriesOf(store);

    expect((await loadSample(store)).isOk()).toBe(true);
    expect(await entriesOf(store)).toStrictEqual(left);
  });

  test('is loaded again once a change request of it is overdue', async () => {
    setTime('2026-11-16T09:00:00Z');
    const store = createMemoryStore({}, [memoryOperate]);
    await loadSample(store);
    // As the README does.
    await store.strategies.delete('abandonedSale', 'alice');
    setTime('2026-11-24T09:00:00Z');

    expect((await loadSample(store))._unsafeUnwrap()).toBe(true);
    const fresh = createMemoryStore({}, [memoryOperate]);
    await loadSample(fresh);
    expect(await entriesOf(store)).toStrictEqual(await entriesOf(fresh));
  });

  test.each<[string, (store: MemoryStore) => Promise<unknown>]>([
    ['a change request was recorded', async ({ writer }) => writer.put(OF_ALICE, 'alice')],
    ['a change request was changed', async ({ writer }) => writer.putAll(scheduledAt(0), 'alice')],
    ['a definition was added', async ({ strategies }) => strategies.register(BY_COUNTRY, 'alice')],
    ['a project was made live', async ({ projects }) => projects.declareLive('shop', 'alice')],
  ])('is not loaded again after %s', async (_what, change) => {
    setTime('2026-11-16T09:00:00Z');
    const store = createMemoryStore({}, [memoryOperate]);
    await loadSample(store);
    await change(store);
    const kept = await entriesOf(store);
    setTime('2026-11-24T09:00:00Z');

    expect((await loadSample(store))._unsafeUnwrap()).toBe(true);
    expect(await entriesOf(store)).toStrictEqual(kept);
  });

  test.each(['office', 'shop'])(
    'is not loaded into a store that has the project %s',
    async (id) => {
      const store = createMemoryStore({}, [memoryOperate]);
      await store.projects.register({ id, name: 'Mine' }, 'alice');
      const before = await entriesOf(store);

      expect((await loadSample(store))._unsafeUnwrap()).toBe(false);
      expect(await entriesOf(store)).toStrictEqual(before);
    },
  );
});

describe('the key of the sample', () => {
  const served = async () => {
    const store = createMemoryStore({}, [memoryOperate]);
    await loadSample(store);
    const admit = admitOf(withSampleKey(store.apiKeys, store));
    const mayDo = async (permission: Permission, projectId?: string) =>
      (await admit({ credentials: clientWith(SAMPLE_SECRET), permission, projectId })).isOk();
    return { store, admit, mayDo };
  };

  test('may only search the sample’s project and delete strategies', async () => {
    const { mayDo } = await served();

    expect(await mayDo('PROJECT_CHANGE_REQUEST_READ', 'shop')).toBe(true);
    expect(await mayDo('DELETE_STRATEGY')).toBe(true);
    expect(await mayDo('PROJECT_CHANGE_REQUEST_READ', 'office')).toBe(false);
    expect(await mayDo('CREATE_STRATEGY')).toBe(false);
    expect(await mayDo('ADMIN', 'shop')).toBe(false);
  });

  test('stops working when another project is added', async () => {
    const { store, mayDo } = await served();
    await store.projects.register({ id: 'office', name: 'Office' }, 'alice');

    expect(await mayDo('PROJECT_CHANGE_REQUEST_READ', 'shop')).toBe(false);
    expect(await mayDo('DELETE_STRATEGY')).toBe(false);
  });

  test('is not stored, and the keys of the store still work', async () => {
    const { store, admit } = await served();
    expect((await store.apiKeys.list())._unsafeUnwrap()).toEqual([]);

    const secretHash = hashSecret('own');
    await store.apiKeys.create({ name: 'ci', secretHash, permissions: ['ADMIN'] });

    const found = await admit({ credentials: clientWith('own'), permission: 'ADMIN' });
    expect(found._unsafeUnwrap().name).toBe('ci');
  });
});

test('the sample knows its names: a misspelt one is no all-clear', async () => {
  const store = createMemoryStore({}, [memoryOperate]);
  (await loadSample(store))._unsafeUnwrap();
  const { getProjectImpact } = makeUseCases({ authorizer: allowing([]), store });
  const ask = async (...names: readonly string[]) => {
    const questions = names.map((name) => ({ target: { kind: 'feature', name } as const }));
    const command = { credentials: 'key', projectId: 'shop', questions };
    return (await getProjectImpact(command))._unsafeUnwrap().impacts;
  };

  expect(await ask('photo-serach', 'photo-search', 'no-longer-used')).toMatchObject([
    { outcome: 'unknown', reasons: ['not-found'], notFound: { near: ['photo-search'] } },
    { outcome: 'some', names: 'checked' },
    { outcome: 'none', names: 'checked' },
  ]);
});
