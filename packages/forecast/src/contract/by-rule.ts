import assert from 'node:assert/strict';
import { type ScheduledChangeRequest, targetsOf } from '@forewarn/core';
import {
  compareListingPlaces,
  isListed,
  listingEntryOf,
  type ListingPlace,
  listingPlaceOf,
  scheduledAtOf,
  targetKey,
} from '@forewarn/record';
import { bytesOf, sameList, valueOf } from '@forewarn/store-contract/writing';
import { forecastOf } from '../forecast-of.ts';
import {
  type ForecastAmong,
  type ForecastFindings,
  type ForecastQuery,
  MAX_FORECAST_BYTES,
  MAX_FORECAST_READ,
} from '../forecast-reader.ts';
import type { Forecast, Gone } from '../forecast.ts';
import type { ForecastPorts } from './forecast-ports.ts';
import { FORECAST_AT } from './arbitrary-schedule.ts';

export type ForecastsAsked = Partial<ForecastQuery> & Pick<ForecastQuery, 'projectIds'>;

/** Returns what a store finds for a forecast: a long page, unless the query says otherwise. */
export const forecastFrom = (
  store: Pick<ForecastPorts, 'forecasts'>,
  query: ForecastsAsked,
): Promise<ForecastFindings> =>
  valueOf(store.forecasts.forecast({ now: FORECAST_AT, limit: 1_000, ...query }));

/** Returns a page and those after it. */
async function* pagesFrom(
  store: Pick<ForecastPorts, 'forecasts'>,
  query: ForecastsAsked,
): AsyncGenerator<ForecastFindings> {
  let { after } = query;
  do {
    const page: ForecastFindings = await forecastFrom(store, { ...query, after });
    yield page;
    after = page.next;
  } while (after !== undefined);
}

type Place = Pick<ScheduledChangeRequest, 'project' | 'id' | 'schedule'>;

const textOf = ({ projectId, id, scheduledAt }: ListingPlace): string =>
  `${scheduledAt} ${id} ${projectId}`;
const placeTextOf = (each: Place): string => textOf(listingPlaceOf(each));

/** Whether a query names a change request. */
const isAmong = (changeRequest: ScheduledChangeRequest, among: ForecastAmong): boolean => {
  const { project, id } = changeRequest;
  if ('keys' in among) return among.keys.some((key) => key.projectId === project && key.id === id);
  const keys = new Set(targetsOf(changeRequest).map(targetKey));
  return among.touching.some(
    ({ target, projectId = project, from }) =>
      projectId === project && keys.has(targetKey(target)) && scheduledAtOf(changeRequest) >= from,
  );
};

/** Whether a query is about a change request. */
const isAskedBy =
  ({ projectIds, only, among, ...filter }: ForecastsAsked) =>
  (each: ScheduledChangeRequest): boolean =>
    projectIds.includes(each.project) &&
    (among === undefined || isAmong(each, among)) &&
    (only === undefined || (only.projectId === each.project && only.id === each.id)) &&
    isListed(listingEntryOf(each), {
      environments: filter.environments,
      from: filter.from,
      to: filter.to,
    });

const isWithinBounds = (read: readonly ScheduledChangeRequest[]): boolean =>
  read.length <= MAX_FORECAST_READ &&
  read.reduce((bytes, each) => bytes + bytesOf(each), 0) <= MAX_FORECAST_BYTES;

/**
 * Asserts that the findings keep the promises for one page.
 *
 * @param all all that is scheduled
 * @param expected the forecasts of all that is asked about
 */
function assertPage(
  { candidates, next, scheduled, gone, isCut }: ForecastFindings,
  query: ForecastsAsked & Pick<ForecastQuery, 'limit'>,
  all: ReadonlyMap<string, ScheduledChangeRequest>,
  expected: readonly Forecast[],
): void {
  const { after, limit } = query;
  assert.ok(candidates.length <= limit, `${candidates.length} candidates`);
  const places = [...(after === undefined ? [] : [after]), ...candidates];
  for (const [index, place] of places.slice(1).entries()) {
    const isNext = compareListingPlaces(places[index] ?? place, place) < 0;
    assert.ok(isNext, 'the candidates are in order, after the place of the query');
  }
  if (next !== undefined) {
    for (const place of [...(after === undefined ? [] : [after]), ...candidates.slice(0, -1)]) {
      assert.ok(compareListingPlaces(place, next) < 0, 'the next page begins later');
    }
    const last = candidates.at(-1);
    assert.ok(last === undefined || compareListingPlaces(last, next) <= 0, 'nothing is repeated');
  }

  const isOnPage = (place: ListingPlace): boolean =>
    (after === undefined || compareListingPlaces(place, after) > 0) &&
    (next === undefined || compareListingPlaces(place, next) <= 0);
  const found = new Set(candidates.map(textOf));
  const askedTexts = new Set(expected.map(placeTextOf));
  const wrong = [...found].filter((each) => !askedTexts.has(each));
  assert.deepEqual(wrong, [], 'each candidate is asked about');
  const missing = expected
    .filter((each) => query.among !== undefined || each.forecast !== 'as-planned')
    .filter((each) => isOnPage(listingPlaceOf(each)) && !found.has(placeTextOf(each)))
    .map(({ project, id, forecast }) => `${project} ${id} ${forecast}`);
  assert.deepEqual(missing, [], 'each that does not go as planned, or is named, is a candidate');

  const read = scheduled.map(placeTextOf);
  assert.equal(new Set(read).size, read.length, 'each change request is there once');
  assert.ok(isWithinBounds(scheduled) || read.length === 1, `${read.length} are read`);
  sameList(
    scheduled,
    read.map((each) => all.get(each)),
  );
  if (isCut === true) {
    assert.ok(!isWithinBounds([...all.values()]), 'nothing is cut that could be read');
    assert.deepEqual([candidates.length, read], [1, [...found]], 'one candidate is cut, and alone');
    return;
  }
  const now = query.now ?? FORECAST_AT;
  const isCandidate = (each: Place): boolean => found.has(placeTextOf(each));
  sameList(
    forecastOf(scheduled, { now, gone, isAsked: isCandidate }),
    expected.filter(isCandidate),
  );
}

/**
 * Asserts that the pages of queries find what `forecastOf` finds in all that is scheduled, in one page and in pages of each of
 * some lengths. Returns all these pages.
 */
export async function assertForecastsByRule(
  store: Pick<ForecastPorts, 'forecasts'>,
  scheduled: readonly ScheduledChangeRequest[],
  queries: readonly ForecastsAsked[],
  limits: readonly number[] = [1_000, 2],
  gone: readonly Gone[] = [],
): Promise<readonly ForecastFindings[]> {
  const all = new Map(scheduled.map((each) => [placeTextOf(each), each]));
  const found = queries.flatMap((query) => {
    const now = query.now ?? FORECAST_AT;
    const expected = forecastOf(scheduled, { now, gone, isAsked: isAskedBy(query) });
    return limits.map(async (limit) => {
      const asked = { limit, ...query };
      const pages: ForecastFindings[] = [];
      for await (const page of pagesFrom(store, asked)) {
        assertPage(page, { ...asked, after: pages.at(-1)?.next ?? query.after }, all, expected);
        pages.push(page);
      }
      return pages;
    });
  });
  return (await Promise.all(found)).flat();
}

/** Asserts that forecasts are those of the rule, in all projects and in each of them. */
export const assertForecastsInEach = (
  store: ForecastPorts,
  scheduled: readonly ScheduledChangeRequest[],
  queries: readonly Partial<ForecastQuery>[] = [{}],
  limits?: readonly number[],
  gone?: readonly Gone[],
): Promise<unknown> => {
  const projects = [...new Set(scheduled.map(({ project }) => project))];
  const inEach = [projects, ...(projects.length > 1 ? projects.map((id) => [id]) : [])];
  const asked = queries.flatMap((query) => inEach.map((projectIds) => ({ projectIds, ...query })));
  return assertForecastsByRule(store, scheduled, asked, limits, gone);
};

/** Which of the candidates do not go as planned, of all pages. */
export async function brokenIn(
  store: ForecastPorts,
  query: ForecastsAsked,
): Promise<readonly string[]> {
  const broken: string[] = [];
  for await (const page of pagesFrom(store, query)) {
    const texts = new Set(page.candidates.map(({ projectId, id }) => `${projectId} ${id}`));
    const forecasts = forecastOf(page.scheduled, {
      now: query.now ?? FORECAST_AT,
      gone: page.gone,
      isAsked: ({ project, id }) => texts.has(`${project} ${id}`),
    });
    for (const { project, id, forecast } of forecasts) {
      if (forecast !== 'as-planned') broken.push(`${project} ${id} ${forecast}`);
    }
  }
  return broken;
}
