import {
  type ForecastFindings,
  forecastOf,
  type ForecastQuery,
  isPlanned,
  MAX_EFFECTIVE,
} from '@forewarn/forecast';
import type { ScheduledChangeRequest } from '@forewarn/core';
import { compareListingPlaces, listingPlaceOf } from '@forewarn/record';
import { err, errAsync, ok, okAsync, ResultAsync } from 'neverthrow';
import {
  changesTouched,
  forecastIn,
  type ForecastRule,
  passesForecast,
  type Planned,
  removesDependency,
} from './reference-forecast.ts';
import { hasProject, storedIn } from './reference-state.ts';
import { type WrongStore, aMoment, at, withOwn, wrong } from './wrong-store.ts';

const readerForecast = at('reader.forecast');

const PLAIN = 'ScheduledChangeRequestReader.forecast';
const NAMED = 'ScheduledChangeRequestReader.forecast, of those named';
const PAGES = 'ScheduledChangeRequestReader.forecast, pages';
const RULE = 'ScheduledChangeRequestReader.forecast, against the rule';
const ATOMICITY = 'ScheduledChangeRequestReader.forecast, atomicity';

/** Forecasts with another rule. */
const finding = (rule: Partial<ForecastRule>) =>
  readerForecast.instead(({ state }, query) => okAsync(forecastIn(state, query, rule)));

const affecting = (
  isCause: (cause: Planned, victim: Planned, query: ForecastQuery) => boolean,
  affects: (cause: Planned, victim: Planned) => boolean = (cause, victim) =>
    changesTouched(cause, victim) || removesDependency(cause, victim),
) =>
  finding({
    affects: (cause, victim, query) => affects(cause, victim) && isCause(cause, victim, query),
  });

const asking = (change: (query: ForecastQuery) => ForecastQuery) =>
  readerForecast.passing((_, query, options) => [change(query), options]);

const changing = (
  change: (findings: ForecastFindings, query: ForecastQuery) => Partial<ForecastFindings>,
) =>
  readerForecast.returning((findings, _, query) => ({ ...findings, ...change(findings, query) }));

const isPendingFrom = (each: ScheduledChangeRequest, now: number): boolean =>
  listingPlaceOf(each).scheduledAt >= now;

const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : Number(a !== b));

/** Does not see the effects on targets of a kind. */
const blindTo = (kind: string) =>
  affecting(
    () => true,
    (cause, victim) => {
      const plans = cause.plans.filter(({ target }) => target.kind !== kind);
      return changesTouched({ ...cause, plans }, victim) || removesDependency(cause, victim);
    },
  );

/** Stores with wrong forecasts. */
export const wrongForecasts: readonly WrongStore[] = [
  ...wrong([PLAIN, RULE], {
    'forgets the causes of causes': finding({ looksOn: (distance) => distance === 0 }),
    'looks for causes in the projects of the query': affecting(({ changeRequest }, _, query) =>
      query.projectIds.includes(changeRequest.project),
    ),
    'looks for causes in the project of the victim': affecting(
      (cause, victim) => cause.changeRequest.project === victim.changeRequest.project,
    ),
    'ignores later ones that remove a dependency': affecting(() => true, changesTouched),
    'ignores what changes a feature before its dependency is removed': affecting(
      (_, victim) => !victim.plans.some(({ hasDependency }) => hasDependency),
    ),
    'looks for removed dependencies only': affecting(() => true, removesDependency),
    'ignores the time from which it forecasts': asking((query) => ({ ...query, now: -Infinity })),
    'forecasts what failed or is suspended': finding({ isPlanned: isPendingFrom }),
    'ignores the projects of a forecast': asking((query) => {
      return { ...query, projectIds: ['a', 'A', '_', 'shop', 'bank'] };
    }),
    'ignores the environments of a forecast': asking(({ environments: _all, ...query }) => query),
    'ignores where a forecast begins in time': asking(({ from: _from, ...query }) => query),
    'ignores where a forecast ends in time': asking(({ to: _to, ...query }) => query),
    'ignores the case of the environments of a forecast': finding({
      passes: (each, { environments, ...query }) =>
        passesForecast(each, query) &&
        (environments === undefined ||
          environments.some((one) => one.toLowerCase() === each.environment.toLowerCase())),
    }),
    'looks for causes in the environment of the victim': affecting(
      (cause, victim) => cause.changeRequest.environment === victim.changeRequest.environment,
    ),
    'applies the filters of a forecast to causes': affecting(
      ({ changeRequest, place }, _, { environments, from = 0 }) =>
        place.scheduledAt >= from && (environments?.includes(changeRequest.environment) ?? true),
    ),
    'returns candidates without their causes': changing(({ scheduled, candidates }) => ({
      scheduled: scheduled.filter(({ project, id }) =>
        candidates.some((each) => each.projectId === project && each.id === id),
      ),
    })),
  }),
  ...wrong([RULE], {
    ...Object.fromEntries(
      ['feature', 'strategy', 'segment', 'featureVariants'].map((kind) => [
        `does not see effects on targets of the kind ${kind}`,
        blindTo(kind),
      ]),
    ),
    'leaves out causes at the time of the victim': affecting(
      (cause, victim) => cause.place.scheduledAt !== victim.place.scheduledAt,
    ),
  }),
  ...wrong([PLAIN], {
    'takes what is due now for overdue': asking((query) => ({ ...query, now: query.now + 1 })),
    'leaves out the moment at which a forecast begins': asking((query) =>
      query.from === undefined ? query : { ...query, from: query.from + 1 },
    ),
    'forecasts the moment at which a forecast ends': asking((query) =>
      query.to === undefined ? query : { ...query, to: query.to + 1 },
    ),
    'forecasts all environments for none': asking(({ environments, ...query }) =>
      environments?.length === 0 ? query : { ...query, environments },
    ),
    'forecasts all in the project of only one': asking(({ only: _only, ...query }) => query),
    'takes only one for that of another project': asking(({ only, projectIds, ...query }) => {
      const [first = ''] = projectIds;
      return only === undefined
        ? { ...query, projectIds }
        : { ...query, projectIds, only: { ...only, projectId: first } };
    }),
    'refuses to forecast a project that is not registered': readerForecast.instead(
      ({ call, state }, query) =>
        query.projectIds.every((id) => hasProject(state, id))
          ? call(query)
          : errAsync({ type: 'StoreUnavailable' }),
    ),
    'returns only one only if it is planned': changing(({ scheduled }, { only }) => ({
      scheduled: only === undefined ? scheduled : scheduled.filter(isPlanned),
    })),
    'returns the projects of a forecast that it was asked about': changing(
      ({ projects }, { projectIds }) => ({
        projects: projects.filter(({ projectId }) => projectIds.includes(projectId)),
      }),
    ),
    'orders the projects of a forecast by UTF-16 code units': changing(({ projects }) => ({
      projects: projects.toSorted((a, b) => byCodeUnits(a.projectId, b.projectId)),
    })),
    'normalizes the names of what is changed': affecting(
      () => true,
      (cause, victim) => {
        const plans = cause.plans.filter(({ key }) => key === key.normalize().trimEnd());
        return changesTouched({ ...cause, plans }, victim);
      },
    ),
    'lists a cause once per victim': changing(({ scheduled }) => ({
      scheduled: scheduled.flatMap((each) => [each, structuredClone(each)]),
    })),
    'keeps what was planned when it was first put': withOwn(
      () => new Map<string, ScheduledChangeRequest>(),
      (first) =>
        readerForecast.instead(({ state }, query) => {
          const scheduled = state.scheduled.map((each) => {
            const key = `${each.id} ${each.project}`;
            first.set(key, first.get(key) ?? structuredClone(each));
            return first.get(key) ?? each;
          });
          return okAsync(forecastIn({ ...state, scheduled }, query));
        }),
    ),
    'drops from a forecast what a database type refuses': readerForecast.returning((found) =>
      JSON.parse(JSON.stringify(found).replaceAll('\\u0000', '')),
    ),
    'returns the change requests of a forecast that it keeps': readerForecast.returning(
      (found, state) => ({
        ...found,
        scheduled: found.scheduled.map((each) => storedIn(state, each) ?? each),
      }),
    ),
  }),
  ...wrong([NAMED], {
    'forecasts only those of the named that another affects': changing(
      ({ candidates, scheduled }, { among, now }) => {
        const broken = new Set(
          forecastOf(scheduled, { now }).flatMap(({ forecast, project, id }) =>
            forecast === 'as-planned' ? [] : [`${id} ${project}`],
          ),
        );
        const isAffected = (each: { projectId: string; id: number }) =>
          broken.has(`${each.id} ${each.projectId}`);
        return { candidates: among === undefined ? candidates : candidates.filter(isAffected) };
      },
    ),
    'forecasts all for those named': asking(({ among: _among, ...query }) => query),
    'ignores from when on the named touch a target': asking(({ among, ...query }) =>
      among === undefined || 'keys' in among
        ? { ...query, among }
        : {
            ...query,
            among: { touching: among.touching.map((each) => ({ ...each, from: 0 })) },
          },
    ),
    'ignores the project of a touched target': asking(({ among, ...query }) =>
      among === undefined || 'keys' in among
        ? { ...query, among }
        : {
            ...query,
            among: { touching: among.touching.map(({ projectId: _id, ...each }) => each) },
          },
    ),
  }),
  ...wrong([PAGES], {
    'ignores the place to begin a forecast after': asking(({ after: _after, ...query }) => query),
    'begins a page of a forecast with the last of the page before': finding({
      compare: (a, b) => compareListingPlaces(a, b) || 1,
    }),
    'says that no forecast has another page': readerForecast.returning(
      ({ next: _next, ...findings }) => findings,
    ),
    'begins the next page of a forecast where this one began': changing(
      ({ next, ...findings }, { after }) =>
        next === undefined ? findings : { ...findings, next: after ?? next },
    ),
    'has one more candidate on a page than it may': asking((query) => ({
      ...query,
      limit: query.limit + 1,
    })),
    'lists the latest candidates first': finding({
      compare: (a, b) => compareListingPlaces(b, a),
    }),
    'orders candidates of the same time by the text of the id': finding({
      compare: (a, b) =>
        compareListingPlaces({ ...a, id: 0 }, { ...b, id: 0 }) ||
        byCodeUnits(String(a.id), String(b.id)),
    }),
    'orders the projects of candidates by UTF-16 code units': finding({
      compare: (a, b) =>
        a.scheduledAt - b.scheduledAt || byCodeUnits(a.projectId, b.projectId) || a.id - b.id,
    }),
    'forgets causes that are on an earlier page': affecting(
      ({ place }, _, { after }) => after === undefined || compareListingPlaces(place, after) > 0,
    ),
    // Each place is taken for the number of those at or before it, which change.
    'pages a forecast by position': withOwn(
      () => new Map<string, number>(),
      (positions) =>
        readerForecast.instead(({ state }, { after, limit, ...query }) => {
          const skipped = positions.get(JSON.stringify(after)) ?? 0;
          const all = forecastIn(state, { ...query, limit: Infinity });
          const candidates = all.candidates.slice(skipped, skipped + limit);
          const { next: _none, ...findings } = all;
          const last = candidates.at(-1);
          if (last === undefined) return okAsync({ ...findings, candidates });
          positions.set(JSON.stringify(last), skipped + candidates.length);
          return okAsync({ ...findings, candidates, next: last });
        }),
    ),
  }),
  ...wrong([ATOMICITY], {
    'reads the candidates of a forecast before their causes': readerForecast.instead(
      ({ call }, query) => {
        const oneByOne = async () => {
          const before = await call(query);
          await aMoment();
          const after = await call(query);
          if (before.isErr() || after.isErr()) return err({ type: 'StoreUnavailable' as const });
          return ok({ ...after.value, candidates: before.value.candidates });
        };
        return new ResultAsync(oneByOne());
      },
    ),
    'reads a thousand for a forecast': changing(({ scheduled }) => ({
      scheduled: scheduled.slice(0, 1_000),
    })),
    'forgets that more than a thousand change the same': finding({
      affects: (cause, victim) =>
        changesTouched(cause, victim) && cause.changeRequest.id < MAX_EFFECTIVE,
    }),
  }),
];
