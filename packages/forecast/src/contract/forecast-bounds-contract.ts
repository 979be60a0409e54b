import assert from 'node:assert/strict';
import type { ScheduledChangeRequest } from '@forewarn/core';
import {
  at,
  bytesOf,
  type Contract,
  type ContractCase,
  contractOf,
  ofBytes,
  PROJECT,
  recordAll,
  recordMany,
  times,
} from '@forewarn/store-contract/writing';
import { MAX_FORECAST_BYTES, MAX_FORECAST_READ } from '../forecast-reader.ts';
import { assertForecastsByRule, forecastFrom } from './by-rule.ts';
import type { ForecastPorts } from './forecast-ports.ts';
import { forecastVictimsContract } from './forecast-victims-contract.ts';
import { archiving, changing, enablingAt, FRIDAY, MONDAY, TUESDAY } from './samples.ts';

/** The first id of the causes: those before are of the victims. */
const FIRST = 10;
/** How many causes are more than a forecast reads. */
const MORE = 10;

const strategyAt = (index: number) => ({ id: `s${index}` });
const causeAt = (index: number): ScheduledChangeRequest =>
  at(MONDAY, {
    id: FIRST + index,
    features: changing('a', { action: 'deleteStrategy', payload: strategyAt(index) }),
  });
const victimOf = (id: number, payload: readonly unknown[]): ScheduledChangeRequest =>
  at(TUESDAY, { id, features: changing('a', { action: 'reorderStrategy', payload }) });

/** The first two have half of the causes each, the third has all, and the last one has one of its own. */
function victimsOf(causes: number): readonly ScheduledChangeRequest[] {
  const strategies = times(causes, strategyAt);
  const half = causes / 2;
  return [
    victimOf(1, strategies.slice(0, half)),
    victimOf(2, strategies.slice(half)),
    victimOf(3, strategies),
    enablingAt(TUESDAY, 'own', { id: 4 }),
    archiving(MONDAY, 'own', { id: 5 }),
  ];
}

/** Fills a store with exactly as much as a forecast reads, and then with more. */
const filledWith =
  (
    causesFor: (victims: readonly ScheduledChangeRequest[]) => readonly ScheduledChangeRequest[],
    count: number,
  ): ContractCase<ForecastPorts>['run'] =>
  async ({ store }) => {
    const victims = victimsOf(count + MORE);
    const scheduled = [...victims, ...causesFor(victims)];
    const page = { projectIds: [PROJECT], from: Date.parse(TUESDAY), to: Date.parse(FRIDAY) };
    await recordMany(store, scheduled, PROJECT);
    await assertForecastsByRule(store, scheduled, [page], [1_000]);

    const more = times(MORE, (index) => causeAt(count + index));
    await recordAll(store, more);
    const pages = await assertForecastsByRule(store, [...scheduled, ...more], [page], [1_000]);
    const found = pages.flatMap(({ candidates, isCut }) =>
      candidates.map(({ id }) => `${id}${isCut === true ? ' is cut' : ''}`),
    );
    assert.deepEqual(found, ['1', '2', '3 is cut', '4']);
    const only = { projectId: PROJECT, id: 3 };
    const third = await forecastFrom(store, { projectIds: [PROJECT], only });
    assert.deepEqual([third.scheduled, third.isCut, third.next], [[victims[2]], true, undefined]);
  };

const CAUSES = MAX_FORECAST_READ - victimsOf(0).length;
const LARGE_CAUSES = 8;

/** As many bytes as a forecast reads, with the victims. */
function largeCauses(
  victims: readonly ScheduledChangeRequest[],
): readonly ScheduledChangeRequest[] {
  const free = victims.reduce((left, each) => left - bytesOf(each), MAX_FORECAST_BYTES);
  const size = Math.floor(free / LARGE_CAUSES);
  return times(LARGE_CAUSES, (index) =>
    ofBytes(index === 0 ? free - size * (LARGE_CAUSES - 1) : size, (padding) => {
      return { ...causeAt(index), comments: padding };
    }),
  );
}

/** Forecasts of many causes. */
const forecastCountContract: Contract<ForecastPorts> = contractOf<ForecastPorts>(
  'ForecastReader, count',
  {
    'returns up to 10,000 change requests, and says which candidate needs more': filledWith(
      () => times(CAUSES, causeAt),
      CAUSES,
    ),
  },
);

/** Forecasts of large causes. */
const forecastSizeContract: Contract<ForecastPorts> = contractOf<ForecastPorts>(
  'ForecastReader, size',
  {
    'returns up to 32 MiB, and says which candidate needs more': filledWith(
      largeCauses,
      LARGE_CAUSES,
    ),
  },
);

export const forecastBoundsContracts: readonly Contract<ForecastPorts>[] = [
  forecastSizeContract,
  forecastCountContract,
  forecastVictimsContract,
];
