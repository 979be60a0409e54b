import type { ScheduledChangeRequest } from '@forewarn/core';
import {
  type Forecast,
  type ForecastOutcome,
  FORECASTS,
  type ForecastStore,
  isPlanned,
  makeGetForecasts,
} from '@forewarn/forecast';
import { arbitrarySchedule } from '@forewarn/forecast/contract';
import { scheduledAtOf } from '@forewarn/record';
import type { StoreWithNames } from '@forewarn/store';
import * as fc from 'fast-check';
import { expect } from 'vitest';
import { allowing } from '../../core/test/authorizers.ts';
import { arbitraryEdits } from '../src/contract/arbitrary-edits.ts';
import { keyOf, type ProjectEdits } from '../src/edit.ts';
import type { PreviewedForecast } from '../src/preview.ts';
import { makePreviewSchedule } from '../src/previews.ts';
import type { WhatIfStore } from '../src/what-if-reader.ts';

const PROJECTS = ['a', 'A', '_'];
const BY = 'test';

type World = StoreWithNames & ForecastStore & WhatIfStore;

const edited = arbitrarySchedule(...PROJECTS).chain((scheduled) =>
  arbitraryEdits(scheduled, PROJECTS).map((edits) => ({ scheduled, edits })),
);

/** The id under which the first change request that is added gets recorded. */
const FIRST_ADDED = 1_000_000;

/** How each change request in a store goes, by key. */
async function forecastsIn(
  store: World,
  all: readonly ScheduledChangeRequest[],
): Promise<ReadonlyMap<string, ForecastOutcome>> {
  const authorizer = allowing([]);
  const get = makeGetForecasts({ ...store, authorizer });
  const { forecasts } = (await get({ credentials: '', limit: 1_000 }))._unsafeUnwrap();
  const listed = new Map(forecasts.map((each) => [keyOf(each), each.forecast]));
  return new Map(all.map((each) => [keyOf(each), listed.get(keyOf(each)) ?? unlisted(each)]));
}

function unlisted(changeRequest: ScheduledChangeRequest): ForecastOutcome {
  if (isPlanned(changeRequest) && scheduledAtOf(changeRequest) >= Date.now()) return 'as-planned';
  const status = changeRequest.schedule?.status;
  if (status === 'failed') return 'fails';
  return status === 'suspended' ? 'suspended' : 'unknown';
}

/** Records edits, one after the other. Returns what the store has then. */
async function recordEdits(
  store: World,
  scheduled: readonly ScheduledChangeRequest[],
  { projectId, edits }: ProjectEdits,
): Promise<readonly ScheduledChangeRequest[]> {
  const now = new Map(scheduled.map((each) => [keyOf(each), each]));
  const put = async (each: ScheduledChangeRequest): Promise<void> => {
    (await store.writer.put(each, BY))._unsafeUnwrap();
    now.set(keyOf(each), each);
  };
  let added = 0;
  for (const edit of edits) {
    if ('put' in edit) {
      await put({ ...edit.put, id: edit.put.id ?? FIRST_ADDED + (added += 1) });
      continue;
    }
    const id = 'withdraw' in edit ? edit.withdraw : edit.move;
    const key = keyOf({ project: projectId, id });
    if ('withdraw' in edit) {
      (await store.writer.remove({ projectId, id }, BY))._unsafeUnwrap();
      now.delete(key);
    } else {
      const known = now.get(key) as ScheduledChangeRequest;
      await put({ ...known, schedule: { status: 'pending', scheduledAt: edit.scheduledAt } });
    }
  }
  return [...now.values()];
}

const rankOf = (forecast: ForecastOutcome = 'as-planned'): number => FORECASTS.indexOf(forecast);

const asRecorded = ({ id, project }: Pick<Forecast, 'id' | 'project'>): string =>
  keyOf({ project, id: id < 0 ? FIRST_ADDED - id : id });

/**
 * Asserts that previews say what the forecasts of a copy of a store say once the edits are recorded there.
 *
 * @param open opens an empty store
 */
export async function expectAsRecorded(open: () => Promise<World>, numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(edited, async ({ scheduled, edits }) => {
      const store = await open();
      for (const id of PROJECTS) {
        await store.projects.register({ id, name: id }, BY);
        await store.projects.declareLive(id, BY);
      }
      for (const each of scheduled) (await store.writer.put(each, BY))._unsafeUnwrap();
      const authorizer = allowing([]);
      const preview = makePreviewSchedule({ ...store, authorizer });
      const before = await forecastsIn(store, scheduled);
      const found = (await preview({ credentials: '', ...edits }))._unsafeUnwrap();
      expect(await forecastsIn(store, scheduled)).toEqual(before);
      const after = await forecastsIn(store, await recordEdits(store, scheduled, edits));
      const changed = (isAsked: (change: number) => boolean) =>
        [...after]
          .filter(([key, each]) => isAsked(rankOf(each) - rankOf(before.get(key))))
          .map(([key, each]) => `${key} ${unclear(each)}`)
          .toSorted();
      // While something may affect any feature, nothing is as planned.
      const unclear = (each: ForecastOutcome): ForecastOutcome =>
        each === 'as-planned' && found.reasons.length > 0 ? 'unknown' : each;
      const listed = (list: readonly PreviewedForecast[]) =>
        list.map((each) => `${asRecorded(each)} ${each.forecast}`).toSorted();
      expect(listed(found.worse)).toEqual(changed((change) => change < 0));
      expect(listed(found.better)).toEqual(changed((change) => change > 0));
      for (const each of found.edited) {
        expect(unclear(after.get(asRecorded(each)) ?? 'fails')).toBe(each.forecast);
      }
      await store.close();
    }),
    { numRuns },
  );
}
