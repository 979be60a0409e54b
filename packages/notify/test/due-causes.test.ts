import { expect, test } from 'vitest';
import { inHours } from '../../forecast/test/forecast-world.ts';
import { passHours, world } from './alert-world.ts';

const step = (nth: number) => {
  const changes = [{ action: 'updateStrategy', payload: { id: 's1' } }];
  return inHours(nth, nth, 'sale', 'updateStrategy', { features: [{ name: 'sale', changes }] });
};

test('tells the steps of a rollout once, as one after the other is due', async () => {
  const steps = Array.from({ length: 14 }, (_, nth) => step(nth + 1));
  const { run, types } = await world(...steps);
  await run();
  for (let due = 0; due < steps.length; due++) {
    passHours(1);
    await run();
  }

  expect(await types()).toEqual(steps.slice(1).map(() => 'forecast-predicted'));
});

test('tells another cause beyond those that a message names, although one is due', async () => {
  const { run, put, told } = await world(
    ...Array.from({ length: 12 }, (_, nth) => step(nth + 1)),
    step(20),
  );
  await run();
  passHours(1.5);
  await put(step(15));
  await run();

  const ofLast = (await told()).filter(
    ({ data }) => data !== null && 'id' in data && data.id === 20,
  );
  expect(ofLast).toMatchObject([
    { type: 'forecast-predicted', data: { causeCount: 12 } },
    { type: 'forecast-changed', data: { causeCount: 13 } },
  ]);
});

test('tells that what was uncertain is sure, although a cause is due', async () => {
  const breaks = inHours(2, 3, 'cart', 'archiveFeature');
  const broken = inHours(3, 4, 'cart', 'updateEnabled');
  const features = ['cart', 'sale'].map((name) => ({
    name,
    changes: [{ action: name === 'cart' ? 'updateEnabled' : 'archiveFeature' }],
  }));
  const unsure = { ...broken, features };
  const doubtful = inHours(1, 1, 'sale', 'inventedTomorrow');
  const victim = inHours(4, 2, 'sale', 'updateEnabled');
  const { run, writer, told } = await world(doubtful, breaks, unsure, victim);
  await run();
  passHours(1.5);
  await writer.remove({ projectId: 'shop', id: 3 }, 'ann');
  await run();

  const ofVictim = (await told()).filter(
    ({ data }) => data !== null && 'id' in data && data.id === 2,
  );
  expect(ofVictim).toMatchObject([
    { type: 'forecast-predicted', data: { forecast: 'unknown' } },
    { type: 'forecast-changed', data: { forecast: 'suspended', causes: [{ id: 1 }, { id: 4 }] } },
  ]);
});
