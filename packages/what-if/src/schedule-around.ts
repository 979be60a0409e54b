import type { CallOptions, ScheduledChangeRequest } from '@forewarn/core';
import {
  changeDependencies,
  type Forecast,
  type Gone,
  inTurns,
  type Planned,
  ReadSchedule,
  type StoredSchedule,
} from '@forewarn/forecast';
import { keyOf } from '@forewarn/record';
import { editedBy, type EditedChangeRequest, editedIds, schedulesOf } from './edit.ts';
import { forecastingBoth } from './preview-of.ts';
import { victimsOf } from './victims-of.ts';
import { MAX_ROUNDS, type WhatIfFindings, type WhatIfQuery } from './what-if-reader.ts';

/** What is edited, and what is gone. */
export interface AroundQuery extends WhatIfQuery {
  readonly gone: readonly Gone[];
}

/**
 * Reads what edits may affect, and what decides how that will go. Those that an edited one may affect directly are looked at
 * first. Of these, one affects others in turn that fails or is suspended with the edits and not without, or without and not with;
 * of those that add or remove a dependency, also one that may.
 */
export async function scheduleAround(
  stored: StoredSchedule,
  { projectId, edits, now, gone }: AroundQuery,
  options: CallOptions = {},
): Promise<Pick<WhatIfFindings, 'scheduled' | 'affected' | 'isCut'>> {
  const read = new ReadSchedule(stored, { now, editCount: edits.length }, options);
  const named = await stored.read(
    editedIds(edits).map((id) => ({ projectId, id })),
    Infinity,
  );
  const byId = new Map(named?.map((each) => [each.id, each]));
  const edited = editedBy({ projectId, edits }, (id) => byId.get(id)).unwrapOr([]);
  const cut = { scheduled: [...byId.values()], affected: new Set<string>(), isCut: true } as const;
  const own = read.add(edited, cut.scheduled);
  const affected = await affectedBy({ own, edited, now, gone }, read, options);
  return affected === undefined ? cut : { scheduled: read.scheduled, affected };
}

interface Edits extends Pick<AroundQuery, 'now' | 'gone'> {
  readonly own: readonly Planned[];
  readonly edited: readonly EditedChangeRequest[];
}

/** Finds what edits may affect; undefined if that is too much. */
async function affectedBy(
  { own, edited, now, gone }: Edits,
  read: ReadSchedule,
  options: CallOptions,
): Promise<ReadonlySet<string> | undefined> {
  const affected = new Set<string>();
  const edits = new Set(own.map(({ changeRequest }) => keyOf(changeRequest)));
  const spread = new Set(edits);
  let victims = await victimsOf(own, read, true);
  if (!(await read.addCausesOf(own))) return undefined;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    if (victims === undefined || !(await read.addCausesOf(victims))) return undefined;
    for (const { changeRequest } of victims) affected.add(keyOf(changeRequest));
    const isAsked = (each: ScheduledChangeRequest): boolean => affected.has(keyOf(each));
    const scope = { now, gone, isAsked };
    const schedules = schedulesOf(read.scheduled, edited);
    const forecasts = await inTurns(forecastingBoth(schedules, scope), options);
    const before = new Map(forecasts.before.map((each) => [keyOf(each), doubtOf(each, read)]));
    const turned = forecasts.after
      .filter((each) => before.get(keyOf(each)) !== doubtOf(each, read))
      .map(keyOf)
      .filter((key) => !spread.has(key));
    if (turned.length === 0) return affected;
    for (const key of turned) spread.add(key);
    victims = await victimsOf(read.plannedAt(turned), read, false);
  }
  return undefined;
}

/** Returns what of a forecast matters to others. */
function doubtOf(forecast: Forecast, read: ReadSchedule): 'broken' | 'unsure' | undefined {
  if (forecast.forecast === 'fails' || forecast.forecast === 'suspended') return 'broken';
  const { causes, causeCount } = forecast;
  const isSure = causes.every(({ consequence }) => consequence.outcome !== 'unknown');
  if (isSure && causes.length === causeCount) return undefined;
  const [planned] = read.plannedAt([keyOf(forecast)]);
  return planned !== undefined && changeDependencies(planned.effects) ? 'unsure' : undefined;
}
