import {
  type ForecastFindings,
  type ForecastQuery,
  MAX_FORECAST_BYTES,
  MAX_FORECAST_READ,
} from '@forewarn/forecast';
import type { ScheduledChangeRequest } from '@forewarn/core';
import { scheduledAtOf } from '@forewarn/record';
import { okAsync } from 'neverthrow';
import { bytesOf, forecastIn, type ForecastRule } from './reference-forecast.ts';
import { firstOf } from './first-of.ts';
import { at, wrong, type WrongStore } from './wrong-store.ts';

const readerForecast = at('reader.forecast');

const SIZE = 'ScheduledChangeRequestReader.forecast, size';
const VICTIMS = 'ScheduledChangeRequestReader.forecast, victims';
const COUNT = 'ScheduledChangeRequestReader.forecast, count';

const changing = (change: (findings: ForecastFindings) => ForecastFindings) =>
  readerForecast.returning(change);

/** Reads as much as another rule lets it. */
const fitting = (
  fits: ForecastRule['fits'],
  change: (findings: ForecastFindings, query: ForecastQuery) => ForecastFindings = (same) => same,
) =>
  readerForecast.instead(({ state }, query) =>
    okAsync(change(forecastIn(state, query, { fits }), query)),
  );

/** Reads everything, and returns a part of it. */
const readingFirst = (
  first: (all: readonly ScheduledChangeRequest[]) => readonly ScheduledChangeRequest[],
) =>
  fitting(
    () => true,
    (found) => ({ ...found, scheduled: first(found.scheduled) }),
  );

const withVictims = (change: (findings: ForecastFindings) => Partial<ForecastFindings>) =>
  changing((found) => (found.victims === undefined ? found : { ...found, ...change(found) }));

const withoutMark = changing(({ isCut: _cut, ...findings }) => findings);

const isOfCount = ({ length }: readonly unknown[]): boolean => length <= MAX_FORECAST_READ;
const isOfSize = (read: readonly ScheduledChangeRequest[]): boolean =>
  bytesOf(read) <= MAX_FORECAST_BYTES;

/** Stores that break the bounds of a forecast. Each takes long. */
export const wrongForecastBounds: readonly WrongStore[] = [
  ...wrong([SIZE], {
    'reads more than 32 MiB for a forecast': fitting(isOfCount),
    'counts UTF-16 code units for the 32 MiB of a forecast': fitting(
      (read) => JSON.stringify(read).length <= MAX_FORECAST_BYTES,
    ),
    'reads less than 32 MiB for a forecast': fitting(
      (read) => bytesOf(read) < MAX_FORECAST_BYTES / 2,
    ),
    'reads the first 32 MiB for a forecast, and says nothing': readingFirst((all) =>
      firstOf(all, MAX_FORECAST_BYTES),
    ),
    'does not say that causes of a candidate are missing': withoutMark,
    'says that causes are missing, and has some of them': readerForecast.instead(
      ({ state }, query) => {
        const cut = forecastIn(state, query);
        const whole = forecastIn(
          state,
          { ...query, limit: cut.candidates.length },
          { fits: () => true },
        );
        return okAsync(
          cut.isCut === true ? { ...cut, scheduled: whole.scheduled.slice(0, 2) } : cut,
        );
      },
    ),
    'cuts a page where fewer candidates would do': readerForecast.instead(({ state }, query) => {
      const whole = forecastIn(state, query, { fits: () => true });
      if (isOfSize(whole.scheduled)) return okAsync(whole);
      const places = new Set(whole.candidates.map(({ projectId, id }) => `${id} ${projectId}`));
      const scheduled = whole.scheduled.filter(({ id, project }) => places.has(`${id} ${project}`));
      return okAsync({ ...whole, scheduled, isCut: true as const });
    }),
    'ends with the candidate that needs more': changing(({ next, ...findings }) =>
      findings.isCut === true || next === undefined ? findings : { ...findings, next },
    ),
  }),
  ...wrong([COUNT], {
    'reads more than 10,000 change requests for a forecast': fitting(isOfSize),
    'reads 10,000 for a forecast, and says nothing': readingFirst((all) =>
      all.slice(0, MAX_FORECAST_READ),
    ),
    'reads 5,000 for a forecast, and says nothing': changing((found) => ({
      ...found,
      scheduled: found.scheduled.slice(0, 5_000),
    })),
    'does not say that it needs more than 10,000': withoutMark,
  }),
  ...wrong([VICTIMS], {
    'finds what a change request breaks though only its forecast is asked for':
      readerForecast.passing((_, query, options) => [{ ...query, withVictims: true }, options]),
    'finds only the later ones that a change request breaks': readerForecast.returning(
      (found, _, { only }) => {
        const of = found.scheduled.find(
          ({ id, project }) => id === only?.id && project === only.projectId,
        );
        const isLater = (each: ScheduledChangeRequest): boolean =>
          of === undefined || scheduledAtOf(each) >= scheduledAtOf(of);
        return found.victims === undefined
          ? found
          : { ...found, scheduled: found.scheduled.filter(isLater) };
      },
    ),
    'finds what a suspended change request would break': readerForecast.returning(
      (found, { scheduled }, { only }) => {
        const isOnly = ({ id, project }: ScheduledChangeRequest): boolean =>
          id === only?.id && project === only.projectId;
        const isSuspended = found.scheduled.some(
          (each) => isOnly(each) && each.schedule?.status === 'suspended',
        );
        return isSuspended
          ? { ...found, victims: scheduled.filter((each) => !isOnly(each)) }
          : found;
      },
    ),
    'does not say that there are more victims': withVictims(({ victims = [] }) => ({
      victims: victims.slice(0, 3),
    })),
    'always says that there are more victims': withVictims(() => ({ hasMoreVictims: true })),
  }),
];
