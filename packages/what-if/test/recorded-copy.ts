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
import { BY, contractOf, times, valueOf } from '@forewarn/store-contract/writing';
import * as fc from 'fast-check';
import { expect } from 'vitest';
import { allowing } from '../../core/test/authorizers.ts';
import { arbitraryEdits } from '../src/contract/arbitrary-edits.ts';
import type { WhatIfPorts } from '../src/contract/index.ts';
import { type Edit, keyOf, type ProjectEdits } from '../src/edit.ts';
import type { PreviewedForecast } from '../src/preview.ts';
import { makePreviewSchedule } from '../src/previews.ts';

const PROJECTS = ['a', 'A', '_'];

type World = WhatIfPorts & ForecastStore;
type Schedule = readonly ScheduledChangeRequest[];

const edited = arbitrarySchedule(...PROJECTS).chain((scheduled) =>
  arbitraryEdits(scheduled, PROJECTS).map((edits) => ({ scheduled, edits })),
);

/** The id under which the first change request that is added gets recorded. */
const FIRST_ADDED = 1_000_000;

/** How many schedules each case generates: it has a minute, on a slow machine, too. */
const RUNS = 20;

/**
 * Previews that are those of a copy of the store in which the edits are recorded, as are their laws.
 *
 * @param cases each with schedules of its own
 */
export const recordedCopyContract = (cases: number) =>
  contractOf<World>(
    'WhatIfReader, against a copy',
    Object.fromEntries(
      times(cases, (seed) => [
        `says what the forecasts say once the edits are recorded: ${RUNS} of seed ${seed}`,
        async ({ store }: { readonly store: World }) => {
          for (const id of PROJECTS) {
            await valueOf(store.projects.register({ id, name: id }, BY));
            await valueOf(store.projects.declareLive(id, BY));
          }
          const property = fc.asyncProperty(edited, (each) => expectCopied(store, each));
          await fc.assert(property, { seed, numRuns: RUNS });
        },
      ]),
    ),
  );

async function expectCopied(
  store: World,
  { scheduled, edits }: { readonly scheduled: Schedule; readonly edits: ProjectEdits },
): Promise<void> {
  const recorded = new Map(scheduled.map((each) => [keyOf(each), each]));
  try {
    await valueOf(store.writer.putAll(scheduled, BY));
    await expectLaws(store, scheduled, edits);
    const before = await forecastsIn(store, scheduled);
    const found = await previewIn(store, edits);
    expect(await forecastsIn(store, scheduled), 'nothing is stored').toEqual(before);
    await recordEdits(store, recorded, edits);
    expectAsRecorded(found, before, await forecastsIn(store, [...recorded.values()]));
  } finally {
    // The next one has other change requests.
    await Promise.all(
      [...recorded.values()].map(({ project, id }) =>
        store.writer.remove({ projectId: project, id }, BY),
      ),
    );
  }
}

const previewIn = async (store: World, edits: ProjectEdits) =>
  (
    await makePreviewSchedule({ ...store, authorizer: allowing([]) })({ credentials: '', ...edits })
  )._unsafeUnwrap();

/** Without edits, with what is stored put again, and with edits and their reverses, nothing changes. */
async function expectLaws(
  store: World,
  scheduled: Schedule,
  { projectId, edits }: ProjectEdits,
): Promise<void> {
  const stored = scheduled
    .filter(({ project }) => project === projectId)
    .map((put): Edit => ({ put }));
  const added = edits.filter((edit) => 'put' in edit && edit.put.id === undefined);
  const withdrawn = added.map((_, index): Edit => ({ withdraw: -1 - index }));
  for (const all of [[], stored, [...edits, ...stored, ...withdrawn]]) {
    const found = await previewIn(store, { projectId, edits: all });
    expect(found).toMatchObject({ worseCount: 0, betterCount: 0, after: found.before });
  }
}

/** How each change request in a store goes, by key. */
async function forecastsIn(
  store: World,
  all: Schedule,
): Promise<ReadonlyMap<string, ForecastOutcome>> {
  const get = makeGetForecasts({ ...store, authorizer: allowing([]) });
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

/**
 * Records edits, one after the other.
 *
 * @param recorded what the store has, by key: it is kept up, and has all to remove even if this throws
 */
async function recordEdits(
  store: World,
  recorded: Map<string, ScheduledChangeRequest>,
  { projectId, edits }: ProjectEdits,
): Promise<void> {
  const put = async (each: ScheduledChangeRequest): Promise<void> => {
    recorded.set(keyOf(each), each);
    await valueOf(store.writer.put(each, BY));
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
      await valueOf(store.writer.remove({ projectId, id }, BY));
      recorded.delete(key);
    } else {
      const known = recorded.get(key) as ScheduledChangeRequest;
      await put({ ...known, schedule: { status: 'pending', scheduledAt: edit.scheduledAt } });
    }
  }
}

const rankOf = (forecast: ForecastOutcome = 'as-planned'): number => FORECASTS.indexOf(forecast);

const asRecorded = ({ id, project }: Pick<Forecast, 'id' | 'project'>): string =>
  keyOf({ project, id: id < 0 ? FIRST_ADDED - id : id });

type Outcomes = Awaited<ReturnType<typeof forecastsIn>>;

function expectAsRecorded(
  found: Awaited<ReturnType<typeof previewIn>>,
  before: Outcomes,
  after: Outcomes,
): void {
  // While something may affect any feature, nothing is as planned.
  const unclear = (each: ForecastOutcome): ForecastOutcome =>
    each === 'as-planned' && found.reasons.length > 0 ? 'unknown' : each;
  const changed = (isAsked: (change: number) => boolean) =>
    [...after]
      .filter(([key, each]) => isAsked(rankOf(each) - rankOf(before.get(key))))
      .map(([key, each]) => `${key} ${unclear(each)}`)
      .toSorted();
  const listed = (list: readonly PreviewedForecast[]) =>
    list.map((each) => `${asRecorded(each)} ${each.forecast}`).toSorted();
  expect(listed(found.worse)).toEqual(changed((change) => change < 0));
  expect(listed(found.better)).toEqual(changed((change) => change > 0));
  for (const each of found.edited) {
    expect(unclear(after.get(asRecorded(each)) ?? 'fails')).toBe(each.forecast);
  }
}
