/**
 * Forecasts in memory stores.
 *
 * @module @forewarn/forecast/memory
 */
import { isSearched } from '@forewarn/core';
import type { TouchedTarget } from '@forewarn/record';
import { type KeptChangeRequest, type MemoryCapability, whileOpen } from '@forewarn/store-memory';
import { ok } from 'neverthrow';
import { affectedFrom } from '../effects-of.ts';
import type { ForecastReader } from '../forecast-reader.ts';
import type { ForecastStore } from '../forecast-store.ts';
import { forecastIn } from './memory-forecast.ts';
import { onNameAdded, onNamesReplaced } from './memory-gone.ts';
import { plannedIn } from './planned.ts';

export { gapsIn, isPlannedFrom } from './memory-forecast.ts';
export { goneIn } from './memory-gone.ts';
export { plannedIn, plannedKeys } from './planned.ts';

/** Adds forecasts to a memory store. */
export const memoryForecast: MemoryCapability<ForecastStore> = {
  portsOver: (state) => {
    state.affectedBy = affectedBy;
    state.onNamesReplaced = (lists, changes) => onNamesReplaced(state, lists, changes);
    state.onNameAdded = onNameAdded;
    const forecasts = whileOpen<ForecastReader>(state, (step) => ({
      forecast: step((query) => ok(forecastIn(state, query))),
    }));
    return { forecasts };
  },
};

const affectedBy = (kept: KeptChangeRequest): readonly TouchedTarget[] =>
  plannedIn(kept).plans.flatMap(({ target, hasDependency }) => {
    const { scheduledAt } = kept.entry;
    const from = affectedFrom(target, { hasDependency, scheduledAt });
    return isSearched(target) ? [{ target, from }] : [];
  });
