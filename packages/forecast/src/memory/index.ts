/**
 * Forecasts in memory stores.
 *
 * @module @forewarn/forecast/memory
 */
import { isSearched, type ReadOptions, type StoreUnavailable } from '@forewarn/core';
import { type TouchedTarget, unlessAborted } from '@forewarn/record';
import { type KeptChangeRequest, type MemoryCapability, whileOpen } from '@forewarn/store-memory';
import { ok, type ResultAsync } from 'neverthrow';
import { affectedFrom } from '../effects-of.ts';
import type { ForecastQuery, ForecastReader, ForecastStore } from '../forecast-reader.ts';
import { forecastIn, type ForecastSnapshot, snapshotOf } from './memory-forecast.ts';
import { onNameAdded, onNamesReplaced } from './memory-gone.ts';
import { influencesIn } from './influences-in.ts';

export { gapsIn } from './memory-forecast.ts';
export { goneIn } from './memory-gone.ts';
export { MemorySchedule } from './memory-schedule.ts';

/** Adds forecasts to a memory store. */
export const memoryForecast: MemoryCapability<ForecastStore> = {
  portsOver: (state) => {
    state.affectedBy = affectedBy;
    state.onNamesReplaced = (lists, changes) => onNamesReplaced(state, lists, changes);
    state.onNameAdded = onNameAdded;
    const snapshots = whileOpen<Snapshots>(state, (step) => ({
      snapshot: step((query) => ok(snapshotOf(state, query))),
    }));
    const forecast: ForecastReader['forecast'] = (query, options = {}) =>
      snapshots
        .snapshot(query, options)
        .andThen((found) => unlessAborted(options, () => forecastIn(found, query, options)));
    return { forecasts: { forecast } };
  },
};

/** Reads all of one moment. */
interface Snapshots {
  snapshot(
    query: ForecastQuery,
    options: ReadOptions,
  ): ResultAsync<ForecastSnapshot, StoreUnavailable>;
}

const affectedBy = (kept: KeptChangeRequest): readonly TouchedTarget[] =>
  influencesIn(kept).influences.flatMap(({ target, hasDependency }) => {
    const { scheduledAt } = kept.entry;
    const from = affectedFrom(target, { hasDependency, scheduledAt });
    return isSearched(target) ? [{ target, from }] : [];
  });
