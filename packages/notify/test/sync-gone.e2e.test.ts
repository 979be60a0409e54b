import { memoryOperate } from '@forewarn/operate/memory';
import { memoryForecast } from '@forewarn/forecast/memory';
import type { Change } from '@forewarn/core';
import { createMemoryStore } from '@forewarn/store-memory';
import { expect, test } from 'vitest';
import { inHours } from '../../forecast/test/forecast-world.ts';
import { type FakeState, fakeProjects, fakeStrategy } from '../../unleash/test/fake-unleash.ts';
import { memoryUnleash } from '../../unleash/src/memory/index.ts';
import { follow } from '../../unleash/test/follow.ts';
import { makeUpdateAlerts } from '../src/alerts.ts';
import { memoryNotify } from '../src/memory/index.ts';

const areNamesDue = () => true;
const usingRamp: Change = { action: 'addStrategy', payload: { name: 'ramp', segments: [1] } };

/** A change request that was recorded over HTTP, as for an Unleash without change requests. */
const recorded = (id: number, name: string, change: Change) =>
  inHours(1, id, name, '', {
    environment: 'development',
    features: [{ name, changes: [change] }],
  });

const enable: Change = { action: 'updateEnabled', payload: { enabled: true } };

/** A store that follows an Unleash with a flag of each fate, and tells what will not go as planned. */
async function followed(state: Partial<FakeState> = {}) {
  const store = createMemoryStore({}, [memoryForecast, memoryNotify, memoryOperate, memoryUnleash]);
  const given = {
    projects: fakeProjects('shop', 'office'),
    changeRequests: undefined,
    strategies: [fakeStrategy('ramp')],
    segments: [{ id: 1, name: 'all' }],
    features: ['kept', 'archived', 'deleted', 'moved'].map((name) => ({ name, project: 'shop' })),
    ...state,
  };
  const all = await follow(given, store);
  const { unleash } = all;
  (await all.sync({ areNamesDue }))._unsafeUnwrap();
  const changes = [
    recorded(1, 'kept', usingRamp),
    ...['archived', 'deleted', 'moved'].map((name, index) => recorded(2 + index, name, enable)),
  ];
  (await store.writer.putAll(changes, 'ann'))._unsafeUnwrap();
  const update = makeUpdateAlerts(store);
  /** What was told since the last call, with the rules of the causes. */
  const told = async () => {
    const before = (await store.events.list({ limit: 1_000 }))._unsafeUnwrap().events.length;
    (await update())._unsafeUnwrap();
    const { events } = (await store.events.list({ limit: 1_000, after: before }))._unsafeUnwrap();
    return events.map((event) => {
      if (event.type !== 'forecast-predicted' && event.type !== 'forecast-changed') {
        return event.type === 'forecast-resolved' ? `resolved ${event.preData.id}` : event.type;
      }
      const { id, forecast, causes } = event.data;
      return `${id} ${forecast}: ${causes.map(({ consequence }) => consequence.rule).join(', ')}`;
    });
  };
  await told();
  return { ...all, store, told, state: unleash.state };
}

test('tells what a sync finds deleted, archived, moved or removed, until it is there again', async () => {
  const { sync, told, state } = await followed();
  state.features = [
    { name: 'kept', project: 'shop' },
    { name: 'archived', project: 'shop', isArchived: true },
    { name: 'moved', project: 'office' },
  ];
  state.segments = [];
  (await sync({ areNamesDue }))._unsafeUnwrap();
  expect((await told()).toSorted()).toEqual([
    '1 fails: segment-deleted',
    '2 suspended: feature-archived',
    '3 fails: feature-deleted',
    '4 fails: feature-moved',
  ]);

  state.features = ['kept', 'archived', 'deleted', 'moved'].map((name) => {
    return { name, project: 'shop' };
  });
  state.segments = [{ id: 1, name: 'all' }];
  (await sync({ areNamesDue }))._unsafeUnwrap();
  expect((await told()).toSorted()).toEqual([1, 2, 3, 4].map((id) => `resolved ${id}`));
});
