import type { ScheduledChangeRequest } from '@forewarn/core';
import {
  type Forecast,
  type ForecastOutcome,
  type ForecastReason,
  FORECASTS,
  type ForecastStore,
  isPlanned,
  makeGetForecast,
  makeGetForecasts,
  makeGetProjectForecasts,
} from '@forewarn/forecast';
import { arbitrarySchedule } from '@forewarn/forecast/contract';
import { keyOf, scheduledAtOf } from '@forewarn/record';
import { BY, contractOf, times, valueOf } from '@forewarn/store-contract/writing';
import * as fc from 'fast-check';
import { expect } from 'vitest';
import { allowing } from '../../core/test/authorizers.ts';
import { arbitraryEdits } from '../src/contract/arbitrary-edits.ts';
import type { WhatIfPorts } from '../src/contract/index.ts';
import type { Edit, ProjectEdits } from '../src/edit.ts';
import type { PreviewedForecast } from '../src/preview.ts';
import { makePreviewSchedule, type ReasonedForecast } from '../src/previews.ts';

const PROJECTS = ['a', 'A', '_'];

type World = WhatIfPorts & ForecastStore;
type Schedule = readonly ScheduledChangeRequest[];

/** Now and then, one does not list its changes or all that these touch, is suspended, overdue, or without a schedule. */
const oftenOdd = (each: ScheduledChangeRequest): fc.Arbitrary<ScheduledChangeRequest> => {
  const { schedule: _schedule, ...unscheduled } = each;
  const suspended = { status: 'suspended', scheduledAt: '2030-01-02T00:00:00.000Z' } as const;
  const doubtful = { name: 'a', changes: [{ action: 'updateStrategy', payload: { id: 's' } }] };
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant(each) },
    fc.constantFrom(
      { ...each, features: [], segments: [] },
      { ...each, features: [], segments: [], schedule: suspended },
      { ...each, features: [doubtful] },
      { ...each, features: [doubtful], schedule: suspended },
      { ...each, schedule: { status: 'pending', scheduledAt: '2020-01-01T00:00:00Z' } as const },
      unscheduled,
    ),
  );
};

const edited = arbitrarySchedule(...PROJECTS)
  .chain((scheduled) => fc.tuple(...scheduled.map(oftenOdd)))
  .chain((scheduled) => arbitraryEdits(scheduled, PROJECTS).map((edits) => ({ scheduled, edits })));

/** The id under which the first change request that is added gets recorded. */
const FIRST_ADDED = 1_000_000;

/** How many schedules each case generates: it has a minute, on a slow machine, too. */
const RUNS = 12;

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
    const listed = await listedIn(store, scheduled);
    const found = await previewIn(store, edits);
    const asked = {
      projectId: edits.projectId,
      keys: new Set(listsIn(found).map(([, each]) => asRecorded(each))),
    };
    const before = await forecastsIn(store, scheduled, asked);
    expect(before.listed, 'nothing is stored').toEqual(listed);
    await recordEdits(store, recorded, edits);
    expectAsRecorded(found, before, await forecastsIn(store, [...recorded.values()], asked));
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

const portsOf = (store: World) => ({ ...store, authorizer: allowing([]) });

/** How each change request in a store goes by the list of forecasts, which no doubt changes, by key. */
async function listedIn(
  store: World,
  all: Schedule,
): Promise<ReadonlyMap<string, ForecastOutcome>> {
  const get = makeGetForecasts(portsOf(store));
  const { forecasts } = (await get({ credentials: '', limit: 1_000 }))._unsafeUnwrap();
  const listed = new Map(forecasts.map((each) => [keyOf(each), each.forecast]));
  return new Map(all.map((each) => [keyOf(each), listed.get(keyOf(each)) ?? unlisted(each)]));
}

/** What a store says of its change requests, each by its key. */
interface Said {
  readonly listed: Awaited<ReturnType<typeof listedIn>>;
  /** How some of the project go by their own forecasts, and why not all is known. */
  readonly single: ReadonlyMap<string, Pick<ReasonedForecast, 'forecast' | 'reasons'>>;
  /** Why not all of the project is known. */
  readonly reasons: readonly ForecastReason[];
}

async function forecastsIn(
  store: World,
  all: Schedule,
  { projectId, keys }: { readonly projectId: string; readonly keys: ReadonlySet<string> },
): Promise<Said> {
  const asked = { credentials: '', projectId };
  const page = await makeGetProjectForecasts(portsOf(store))({ ...asked, limit: 1 });
  const single = new Map<string, Pick<ReasonedForecast, 'forecast' | 'reasons'>>();
  for (const each of all) {
    if (each.project !== projectId || !keys.has(keyOf(each))) continue;
    const found = await makeGetForecast(portsOf(store))({ ...asked, id: each.id });
    const { forecast, reasons } = found._unsafeUnwrap();
    single.set(keyOf(each), { forecast: forecast.forecast, reasons });
  }
  return { listed: await listedIn(store, all), single, reasons: page._unsafeUnwrap().reasons };
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

function expectAsRecorded(
  found: Awaited<ReturnType<typeof previewIn>>,
  before: Said,
  after: Said,
): void {
  const changed = (isAsked: (change: number) => boolean) =>
    [...after.listed]
      .filter(([key, each]) => isAsked(rankOf(each) - rankOf(before.listed.get(key))))
      .map(([key]) => key)
      .toSorted();
  const keys = (list: readonly PreviewedForecast[]) => list.map(asRecorded).toSorted();
  expect(keys(found.worse)).toEqual(changed((change) => change < 0));
  expect(keys(found.better)).toEqual(changed((change) => change > 0));
  // While something of the project may affect any feature, nothing is as planned.
  const seen = (single: ForecastOutcome | undefined, { reasons }: Said) =>
    single === 'as-planned' && reasons.length > 0 ? 'unknown' : single;
  const own = new Set<string>(after.reasons);
  for (const [list, each] of listsIn(found)) {
    const key = asRecorded(each);
    const single = after.single.get(key);
    // Of another project, only what is listed is compared.
    const then = seen(single?.forecast, after) ?? listedAs(after.listed.get(key), each.forecast);
    const without = seen(before.single.get(key)?.forecast, before) ?? each.before;
    expect([list, key, each.before, each.forecast]).toEqual([list, key, without, then]);
    expect(each.reasons).toEqual(expect.arrayContaining([...(single?.reasons ?? [])]));
    expect([each.forecast, each.reasons.length > 0]).not.toEqual(['as-planned', true]);
    if (list === 'edited') for (const reason of single?.reasons ?? []) own.add(reason);
  }
  expect(new Set(found.reasons)).toEqual(own);
}

/** What is listed as planned may be unknown, by its own forecast. */
const listedAs = (listed: ForecastOutcome | undefined, shown: ForecastOutcome) =>
  listed === 'as-planned' && shown === 'unknown' ? shown : listed;

const listsIn = (found: Awaited<ReturnType<typeof previewIn>>) =>
  (['worse', 'better', 'edited'] as const).flatMap((list) =>
    found[list].map((each) => [list, each] as const),
  );
