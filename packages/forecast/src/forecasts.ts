import {
  type BadData,
  type CallOptions,
  type ChangeRequestKey,
  type InProject,
  type NoAccess,
  type Ports,
  type Principal,
  projectUseCase,
  type ScheduledChangeRequest,
  type StoreUnavailable,
  toResultAsync,
  useCase,
} from '@forewarn/core';
import {
  dataOf,
  type ImpactData,
  type ImpactReader,
  MAX_REPORT_LENGTH,
  outcomeOf,
  touchedIn,
} from '@forewarn/impact';
import {
  askedEnvironments,
  type ChangeRequestNotFound,
  type DataAgeLimit,
  hidesProjects,
  type Hiding,
  type KnownNames,
  type ListingPlace,
  listingPlaceOf,
  listReadable,
  notBeforeNow,
  type ProjectRepository,
  scheduledAtOf,
  unlessAborted,
  unlessNoChangeRequest,
  unlessOdd,
  unlessUnregistered,
} from '@forewarn/record';
import { err, errAsync, ok, type Result, type ResultAsync } from 'neverthrow';
import { BREAKS_NOTHING, breaksInTurns } from './breaks-of.ts';
import { isPlanned, mayTouchMore } from './effects-of.ts';
import { forecastInTurns, unforeseen } from './forecast-of.ts';
import type { ForecastFindings, ForecastQuery, ForecastReader } from './forecast-reader.ts';
import type {
  Breaks,
  Forecast,
  ForecastOutcome,
  ForecastReason,
  ForecastWithBreaks,
} from './forecast.ts';

/** A page of forecasts. Filters combine with AND; an absent one lets all through. */
export interface ForecastCommand extends Pick<
  ForecastQuery,
  'environments' | 'from' | 'to' | 'after' | 'limit'
> {
  /** Only those with one of these forecasts. `as-planned` is never listed. */
  readonly forecasts?: readonly ForecastOutcome[] | undefined;
}

/** How much is known behind forecasts. */
export interface ForecastData extends ImpactData {
  /** Why there may be causes that the forecasts lack; empty if none. */
  readonly reasons: readonly ForecastReason[];
}

/** A page of the change requests that will not go as planned. */
export interface ForecastPage extends ForecastData {
  /** By time, project and id. */
  readonly forecasts: readonly Forecast[];
  /** Where the next page begins; absent on the last one. A page can be short, or empty, and not be the last one. */
  readonly next?: ListingPlace;
}

/** The forecast of one change request, whatever it is. */
export interface SingleForecast extends ForecastData {
  /** It is `unknown`, and not `as-planned`, if there are reasons. One that failed, or is suspended, just does so. */
  readonly forecast: ForecastWithBreaks;
}

type ForecastPorts<Credentials> = DataAgeLimit &
  Hiding &
  KnownNames &
  Ports<
    Credentials,
    {
      readonly projects: Pick<ProjectRepository, 'list'>;
      readonly reader: ImpactReader;
      readonly forecasts: ForecastReader;
    }
  >;

/**
 * Returns a page of the change requests that will not go as planned, in all projects in which the principal has
 * PROJECT_CHANGE_REQUEST_READ. Without any such project, the result is `NoAccess`. A cause in another project is only
 * counted.
 */
export const makeGetForecasts = <Credentials>(ports: ForecastPorts<Credentials>) =>
  useCase(ports, undefined, (command: ForecastCommand, principal, options) =>
    listReadable(ports, principal, options).andThen(
      ({ readable, hasNone }): ResultAsync<ForecastPage, BadData | NoAccess | StoreUnavailable> =>
        hasNone
          ? errAsync({ type: 'NoAccess', permission: 'PROJECT_CHANGE_REQUEST_READ' })
          : find(ports, { ...command, projectIds: [...readable] }, principal, options).andThen(
              (found) => unlessAborted(options, () => pageOf(found, command, readable, options)),
            ),
    ),
  );

/**
 * Returns the same of one project, with causes in all. Needs PROJECT_CHANGE_REQUEST_READ in the project.
 */
export const makeGetProjectForecasts = <Credentials>(ports: ForecastPorts<Credentials>) =>
  projectUseCase(
    ports,
    'PROJECT_CHANGE_REQUEST_READ',
    ({ projectId, ...command }: ForecastCommand & InProject, principal, options) =>
      listReadable(ports, principal, options, projectId).andThen(({ readable }) =>
        find(ports, { ...command, projectIds: [projectId] }, principal, options)
          .andThrough(({ projects }) => unlessUnregistered(projectId, projects))
          .andThen((found) =>
            unlessAborted(options, () => pageOf(found, command, readable, options)),
          ),
      ),
  );

/** Returns the forecast of one change request, and what it breaks. Needs PROJECT_CHANGE_REQUEST_READ in its project. */
export const makeGetForecast = <Credentials>(ports: ForecastPorts<Credentials>) =>
  useCase(
    ports,
    'PROJECT_CHANGE_REQUEST_READ',
    ({ projectId, id }: ChangeRequestKey, principal, options) => {
      const only = { projectId, id };
      return unlessNoChangeRequest(only)
        .asyncAndThen(() => listReadable(ports, principal, options, projectId))
        .andThen(({ readable }) =>
          find(ports, queryFor(only), principal, options).andThen((found) =>
            unlessAborted(options, () => singleOf(found, only, readable, options)).andThen(
              (single) => single,
            ),
          ),
        );
    },
    ({ projectId }) => ({ projectId }),
  );

const queryFor = (only: ChangeRequestKey) =>
  ({ projectIds: [only.projectId], only, limit: 1, withVictims: true }) as const;

/** Minimum candidates of a page: some go as planned, and a short page should not be empty for that. */
const MIN_CANDIDATES = 50;

interface Found extends ForecastFindings, ForecastData {
  readonly now: number;
}

function find(
  ports: ForecastPorts<unknown>,
  query: Omit<ForecastQuery, 'now'>,
  { name: caller }: Principal,
  options: CallOptions,
): ResultAsync<Found, BadData | StoreUnavailable> {
  const now = Date.now();
  const limit = query.only === undefined ? Math.max(query.limit, MIN_CANDIDATES) : 1;
  const asked = { ...query, limit, now };
  const read = { ...options, caller };
  const isTouched = touchedIn(ports.reader, query.projectIds, read);
  const named = askedEnvironments(query.environments);
  const unlessMistyped = unlessOdd(ports, named, query.projectIds, isTouched, options);
  // First: what is copied or recorded meanwhile must not be missing from what is found.
  const hidden = unlessMistyped.andThen(() => hidesProjects(ports, options));
  return hidden.andThen((hasUnreadableProjects) =>
    toResultAsync(ports.forecasts.forecast(asked, read)).map((found) => {
      const { unlistedAt = Infinity, lacksEnvironment: isNotFound = false, isCut } = found;
      const isDoubtful = unlistedAt < endOf(query, found);
      const knowledge = {
        coverage: found.coverages,
        notBefore: notBeforeNow(ports),
        hasUnreadableProjects,
      };
      const { reasons } = outcomeOf({ ...knowledge, isTouched: false, isDoubtful, isNotFound });
      const cut = isCut === true ? (['too-many-causes'] as const) : [];
      return { ...found, ...dataOf(knowledge), reasons: [...reasons, ...cut], now };
    }),
  );
}

/** The time from which on nothing affects what is asked about. */
function endOf(
  { only, to = Infinity }: Pick<ForecastQuery, 'only' | 'to'>,
  { scheduled }: ForecastFindings,
): number {
  if (only === undefined) return to;
  const one = scheduled.find(({ project, id }) => project === only.projectId && id === only.id);
  return one === undefined || !isPlanned(one) ? -Infinity : scheduledAtOf(one) + 1;
}

/** Forecasts those that are asked about. Of one with too many causes, nothing is known. */
async function forecastsIn(
  { scheduled, gone, now, isCut }: Pick<Found, 'scheduled' | 'gone' | 'now' | 'isCut'>,
  isAsked: (changeRequest: ScheduledChangeRequest) => boolean,
  readable: ReadonlySet<string>,
  options: CallOptions,
): Promise<readonly Forecast[]> {
  if (isCut === true) return scheduled.filter(isAsked).map(unforeseen);
  const isReadable = (projectId: string): boolean => readable.has(projectId);
  return forecastInTurns(scheduled, { now, gone, isAsked, isReadable }, options);
}

/** Finds what one breaks. Of one with too many causes, nothing is known. */
async function breaksIn(
  found: ForecastFindings & Pick<Found, 'now'>,
  of: ChangeRequestKey,
  readable: ReadonlySet<string>,
  options: CallOptions,
): Promise<Breaks> {
  const { scheduled, victims = [], hasMoreVictims, isCut, now, gone } = found;
  if (isCut === true) return { ...BREAKS_NOTHING, mayBreakMore: true };
  const isReadable = (projectId: string): boolean => readable.has(projectId);
  const scope = { of, now, gone, isReadable };
  const breaks = await breaksInTurns([...scheduled, ...victims], scope, options);
  return { ...breaks, mayBreakMore: hasMoreVictims === true };
}

async function pageOf(
  { candidates, next, reasons, coverage, asOf, ...found }: Found,
  { limit, forecasts: asked }: ForecastCommand,
  readable: ReadonlySet<string>,
  options: CallOptions,
): Promise<ForecastPage> {
  const keys = new Set(candidates.map(({ projectId, id }) => `${id} ${projectId}`));
  const isAsked = ({ project, id }: ScheduledChangeRequest): boolean =>
    keys.has(`${id} ${project}`);
  const all = await forecastsIn(found, isAsked, readable, options);
  const listed = all.filter(
    ({ forecast }) => forecast !== 'as-planned' && (asked?.includes(forecast) ?? true),
  );
  const forecasts = listed.slice(0, roomFor(listed, limit));
  const last = forecasts.at(-1);
  const end = forecasts.length < listed.length && last !== undefined ? listingPlaceOf(last) : next;
  const data = { reasons, coverage, ...(asOf === undefined ? {} : { asOf }) };
  return { forecasts, ...data, ...(end === undefined ? {} : { next: end }) };
}

/** How many fit on a page, at least one. */
function roomFor(forecasts: readonly Forecast[], limit: number): number {
  let length = 0;
  const end = forecasts.findIndex((each, index) => {
    length += JSON.stringify(each).length;
    return index === limit || (index > 0 && length > MAX_REPORT_LENGTH);
  });
  return end === -1 ? forecasts.length : end;
}

async function singleOf(
  { reasons, coverage, asOf, ...found }: Found,
  { projectId, id }: ChangeRequestKey,
  readable: ReadonlySet<string>,
  options: CallOptions,
): Promise<Result<SingleForecast, ChangeRequestNotFound>> {
  const isAsked = (each: ScheduledChangeRequest): boolean =>
    each.project === projectId && each.id === id;
  const changeRequest = found.scheduled.find(isAsked);
  if (changeRequest === undefined) return err({ type: 'ChangeRequestNotFound', projectId, id });
  const [planned] = await forecastsIn(found, isAsked, readable, options);
  const breaks = await breaksIn(found, { projectId, id }, readable, options);
  const forecast = { ...(planned ?? unforeseen(changeRequest)), ...breaks };
  const isClear = forecast.forecast === 'as-planned';
  const isOverdue = planned === undefined && forecast.forecast === 'unknown';
  const own: readonly ForecastReason[] = [
    ...(isClear && mayTouchMore(changeRequest) ? (['doubt'] as const) : []),
    ...(isOverdue ? (['no-future-time'] as const) : []),
  ];
  const all = [...new Set([...own, ...reasons])];
  return ok({
    forecast: isClear && all.length > 0 ? { ...forecast, forecast: 'unknown' } : forecast,
    reasons: all,
    coverage,
    ...(asOf === undefined ? {} : { asOf }),
  });
}

/** Makes the use cases of forecasts. */
export const makeForecastUseCases = <Credentials>(ports: ForecastPorts<Credentials>) => ({
  getForecasts: makeGetForecasts(ports),
  getProjectForecasts: makeGetProjectForecasts(ports),
  getForecast: makeGetForecast(ports),
});

/** The use cases of forecasts. */
export type ForecastUseCases<Credentials> = Readonly<
  ReturnType<typeof makeForecastUseCases<Credentials>>
>;
