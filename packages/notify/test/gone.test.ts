import { memoryForecast } from '@forewarn/forecast/memory';
import type { Change, ScheduledChangeRequest } from '@forewarn/core';
import { makeGetForecast, makeGetForecasts, makeGetProjectForecasts } from '@forewarn/forecast';
import { type ImportEntry, makeRecordScheduledChangeRequest } from '@forewarn/record';
import { createMemoryStore } from '@forewarn/store-memory';
import { ok } from 'neverthrow';
import { expect, test } from 'vitest';
import { forecastWorld, inHours } from '../../forecast/test/forecast-world.ts';
import { ALERTS_BY, makeUpdateAlerts } from '../src/alerts.ts';
import { memoryNotify } from '../src/memory/index.ts';

const usingRamp: Change = { action: 'addStrategy', payload: { name: 'ramp' } };
const using = (id: number): ScheduledChangeRequest =>
  inHours(1, id, 'sale', '', { features: [{ name: 'sale', changes: [usingRamp] }] });
const enabling = (id: number): ScheduledChangeRequest => inHours(2, id, 'sale', 'updateEnabled');
const ramp = { name: 'ramp', description: '', parameters: [], deprecated: false, editable: true };

async function world(...scheduled: readonly ScheduledChangeRequest[]) {
  const store = await forecastWorld(
    scheduled,
    createMemoryStore({}, [memoryForecast, memoryNotify]),
  );
  await store.strategies.register(ramp, 'ada');
  const update = makeUpdateAlerts(store);
  const told = async () => {
    (await update())._unsafeUnwrap();
    const { events } = (await store.events.list({ limit: 1_000 }))._unsafeUnwrap();
    return events
      .toReversed()
      .flatMap(({ type, createdBy }) => (createdBy === ALERTS_BY ? type : []));
  };
  const importAll = async (...entries: readonly ImportEntry[]): Promise<void> => {
    const all = (async function* () {
      for (const entry of entries) yield ok(entry);
    })();
    (await store.transfer.import(all))._unsafeUnwrap();
  };
  return { ...store, told, importAll };
}

const COMMAND = { limit: 50 };
const READER = { credentials: 'shop bank' };

test('after a delete, each view of forecasts tells what needs the definition, with the event', async () => {
  const ports = await world(using(1), enabling(2));
  const one = makeGetForecast(ports);
  const key = { projectId: 'shop', id: 1 };
  const read = async () => (await one({ ...READER, ...key }))._unsafeUnwrap().forecast;
  expect(await read()).toMatchObject({ forecast: 'as-planned', causes: [] });

  (await ports.strategies.delete('ramp', 'ada'))._unsafeUnwrap();
  const expected = {
    id: 1,
    forecast: 'fails',
    causeCount: 1,
    hiddenCauses: 0,
    causes: [
      {
        gone: { kind: 'strategyDefinition', name: 'ramp' },
        event: { type: 'strategy-deleted', createdBy: 'ada' },
        touch: { path: 'features[0].changes[0]', action: 'addStrategy', feature: 'sale' },
        consequence: { outcome: 'fails', rule: 'definition-deleted', evidence: 'measured' },
      },
    ],
  };
  expect(await read()).toMatchObject(expected);
  const all = (await makeGetForecasts(ports)({ ...READER, ...COMMAND }))._unsafeUnwrap();
  expect(all.forecasts).toMatchObject([expected]);
  const own = await makeGetProjectForecasts(ports)({ ...READER, ...COMMAND, projectId: 'shop' });
  expect(own._unsafeUnwrap().forecasts).toMatchObject([expected]);

  await ports.strategies.register(ramp, 'ada');
  expect(await read()).toMatchObject({ forecast: 'as-planned', causes: [] });
});

test('a delete is told like every other prediction, and so is that the definition is there again', async () => {
  const { told, strategies } = await world(using(1));
  await told();
  (await strategies.delete('ramp', 'ada'))._unsafeUnwrap();
  expect(await told()).toEqual(['forecast-predicted']);
  expect(await told()).toEqual(['forecast-predicted']);
  (await strategies.register(ramp, 'ada'))._unsafeUnwrap();
  expect(await told()).toEqual(['forecast-predicted', 'forecast-resolved']);
});

test('what an import brings is told if it needs something that is gone', async () => {
  const { told, strategies, importAll } = await world();
  (await strategies.delete('ramp', 'ada'))._unsafeUnwrap();
  await told();
  await importAll({ kind: 'scheduled', changeRequest: using(1) });
  expect(await told()).toEqual(['forecast-predicted']);
  await importAll({ kind: 'strategy', definition: ramp });
  expect(await told()).toEqual(['forecast-predicted', 'forecast-resolved']);
});

test('what a list of names lacks is told', async () => {
  const { told, names } = await world(enabling(2));
  await told();
  const asOf = new Date().toISOString();
  const lists = { feature: ['other'], archivedFeature: [] };
  (await names.replace({ projectId: 'shop', asOf, lists }))._unsafeUnwrap();
  expect(await told()).toEqual(['forecast-predicted']);
});

test('a new change request of a flag shows that it is there again, one that was known does not', async () => {
  const ports = await world(enabling(2));
  const asOf = new Date().toISOString();
  const lists = { feature: ['sale'], archivedFeature: ['sale'] };
  (await ports.names.replace({ projectId: 'shop', asOf, lists }))._unsafeUnwrap();
  const record = makeRecordScheduledChangeRequest(ports);
  const read = async () =>
    (await makeGetForecast(ports)({ ...READER, projectId: 'shop', id: 2 }))._unsafeUnwrap().forecast
      .forecast;
  for (const changed of [enabling(2), { ...enabling(2), title: 'Again' }]) {
    (await record({ ...READER, changeRequest: changed }))._unsafeUnwrap();
    expect(await read()).toBe('suspended');
  }
  (await record({ ...READER, changeRequest: enabling(3) }))._unsafeUnwrap();
  expect(await read()).toBe('as-planned');
});
