import assert from 'node:assert/strict';
import type { Breaks, Gone } from '@forewarn/forecast';
import { doubtsIn, type ImportEntry } from '@forewarn/record';
import { MAX_LISTED } from '@forewarn/impact';
import type { ScheduledChangeRequest } from '@forewarn/core';
import { ok, type Result } from 'neverthrow';
import { expect, onTestFinished, test } from 'vitest';
import { assertForecasts, type ForecastJson } from '../../../../test/forecast/assert-forecasts.ts';
import {
  forecastsByOracle,
  type OracleForecast,
} from '../../../../test/forecast/forecast-oracle.ts';
import { generatedSchedule, PROJECTS } from '../../../../test/forecast/generated-schedule.ts';
import { LOCATIONS, openAt, type TestLocation } from './open-stores.ts';
import { makeKey, type ServedApp } from './served-app.ts';
import { serveHere } from './with-stores.ts';

/** `FORECAST_SCHEDULES=200` compares as many as a release needs. */
const SCHEDULES = Number(process.env['FORECAST_SCHEDULES'] ?? 2);
const FIRST_SEED = Number(process.env['FORECAST_SEED'] ?? 1);
const CHANGE_REQUESTS = 2_000;
const DAY_MS = 86_400_000;
const READABLE = PROJECTS.slice(0, 2);
const LISTED = ['fails', 'suspended', 'changed', 'unknown'];

async function* entriesOf(
  scheduled: readonly ScheduledChangeRequest[],
): AsyncGenerator<Result<ImportEntry, never>> {
  for (const id of PROJECTS) {
    yield ok({ kind: 'project', project: { id, name: id }, coverage: { kind: 'live' } });
  }
  for (const changeRequest of scheduled) yield ok({ kind: 'scheduled', changeRequest });
}

/** A store that is served over HTTP, with a key for all projects. */
interface Served {
  readonly app: ServedApp;
  readonly key: string;
  readonly gone: readonly Gone[];
}

async function open(make: () => Promise<TestLocation>): Promise<Served> {
  const location = await make();
  onTestFinished(() => location.remove());
  const store = await openAt(location);
  onTestFinished(async () => {
    await store.close();
  });
  const app = await serveHere(store, '', [], undefined, { deadlineMs: 60_000 });
  return { app, key: await makeKey(store, 'all'), gone: [await deleteDefinition(store)] };
}

/** Deletes a strategy definition that change requests use, and returns how that is known. */
async function deleteDefinition({ strategies, events }: ServedApp['store']): Promise<Gone> {
  const name = 'ramp';
  const definition = { name, parameters: [], deprecated: false, editable: true };
  (await strategies.register(definition, 'test'))._unsafeUnwrap();
  (await strategies.delete(name, 'test'))._unsafeUnwrap();
  const page = (await events.list({ limit: 1, maxBytes: 1 }))._unsafeUnwrap();
  const [event] = page.events;
  assert.equal(event?.type, 'strategy-deleted');
  const { id, type, createdAt, createdBy } = event;
  const target = { kind: 'strategyDefinition', name } as const;
  return { target, removals: ['delete'], event: { id, type, createdAt, createdBy } };
}

/** The same forecasts, where what is gone was deleted by another event. */
const withEvent = (expected: readonly OracleForecast[], { gone }: Served): OracleForecast[] =>
  expected.map((forecast) => ({
    ...forecast,
    causes: forecast.causes.map((cause) =>
      cause.gone === undefined ? cause : { ...cause, event: gone[0]?.event },
    ),
  }));

/** Puts the pages together that begin at a path, by their `Link`. */
async function forecastsAt(app: ServedApp, key: string, path: string): Promise<ForecastJson[]> {
  const forecasts: ForecastJson[] = [];
  for (let next: string | undefined = path; next !== undefined;) {
    const response = await fetch(app.url + next, { headers: { Authorization: key } });
    const body: unknown = await response.json();
    assert.equal(response.status, 200, JSON.stringify(body));
    forecasts.push(...((Array.isArray(body) ? body : [body]) as ForecastJson[]));
    next = /<([^>]*)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1];
  }
  return forecasts;
}

/** Whether others may affect a change request by what it does not say that it touches. */
const isInDoubt = (changeRequest: ScheduledChangeRequest): boolean =>
  doubtsIn(changeRequest).some(({ kinds }) => kinds.some((kind) => kind !== 'contextField'));

/** Whether it does not say which feature it makes a parent, if any. */
const mayHaveAnyParent = (changeRequest: ScheduledChangeRequest): boolean =>
  doubtsIn(changeRequest).some(({ kinds }) => kinds.includes('feature'));

async function compare(
  { app, key }: Served,
  scheduled: readonly ScheduledChangeRequest[],
  expected: readonly OracleForecast[],
  from: number,
): Promise<void> {
  const listed = expected.filter(({ forecast }) => forecast !== 'as-planned');
  const parentless = scheduled.filter(mayHaveAnyParent);
  const keys = new Set(parentless.map(({ project, id }) => `${id} ${project}`));
  /** Why some may be missing: one until then may make any feature a parent, or there are too many of these to see. */
  const reasonsUntil = (end: number, projects: readonly string[]) => {
    const isDoubtful =
      parentless.filter(({ project }) => projects.includes(project)).length >= MAX_LISTED ||
      expected.some(
        ({ project, id, at }) =>
          keys.has(`${id} ${project}`) && projects.includes(project) && at < end,
      );
    return { reasons: isDoubtful ? ['doubt'] : [] };
  };
  const known = reasonsUntil(Infinity, PROJECTS);
  const pages = '/api/admin/change-requests/forecast?limit=400';
  assertForecasts(await forecastsAt(app, key, pages), listed, undefined, known);

  const permissions = ['PROJECT_CHANGE_REQUEST_READ'] as const;
  // It goes with its projects.
  const some = await makeKey(app.store, 'some', { permissions, projects: READABLE });
  const isReadable = (project: string): boolean => READABLE.includes(project);
  const readable = listed.filter((each) => isReadable(each.project));
  assertForecasts(
    await forecastsAt(app, some, pages),
    readable,
    isReadable,
    reasonsUntil(Infinity, READABLE),
  );

  const to = from + 10 * DAY_MS;
  const interval = `from=${new Date(from + DAY_MS).toISOString()}&to=${new Date(to).toISOString()}`;
  const filter = `environment=production&forecast=fails&forecast=unknown&${interval}&limit=100`;
  const isAsked = ({
    project,
    environment,
    at,
  }: Pick<OracleForecast, 'project' | 'environment' | 'at'>) =>
    project === 'shop' && environment === 'production' && at >= from + DAY_MS && at < to;
  const filtered = listed.filter(
    (each) => ['fails', 'unknown'].includes(each.forecast) && isAsked(each),
  );
  const inShop = `/api/admin/projects/shop/change-requests/forecast?${filter}`;
  assertForecasts(
    await forecastsAt(app, key, inShop),
    filtered,
    undefined,
    reasonsUntil(to, ['shop']),
  );

  const reasonsOf = ({ project, at }: OracleForecast) => reasonsUntil(at + 1, [project]);
  const alone = async (each: OracleForecast, body: object, why: { reasons: readonly string[] }) => {
    const { project, id } = each;
    const one = `/api/admin/projects/${encodeURIComponent(project)}/change-requests/${id}/forecast`;
    const [{ breaks, breakCount, hiddenBreaks, mayBreakMore, ...forecast }] = (await forecastsAt(
      app,
      key,
      one,
    )) as unknown as readonly [ForecastJson & Breaks];
    assertForecasts([forecast], [{ ...each, body }], undefined, why);
    const broken = expected.flatMap(({ causes, ...victim }) =>
      causes.flatMap((cause) =>
        cause.id === id && cause.project === project ? [`${victim.id} ${victim.project}`] : [],
      ),
    );
    expect(breaks.map((of) => `${of.id} ${of.project}`)).toEqual(broken.slice(0, 100));
    expect({ breakCount, hiddenBreaks, mayBreakMore }).toEqual({
      breakCount: broken.length,
      hiddenBreaks: 0,
      mayBreakMore: false,
    });
  };
  for (const forecast of LISTED) {
    const each = expected.find((one) => one.forecast === forecast);
    if (each !== undefined) await alone(each, each.body, reasonsOf(each));
  }
  const doubtful = new Set(
    scheduled.filter(isInDoubt).map(({ project, id }) => `${id} ${project}`),
  );
  const planned = expected.filter(({ forecast }) => forecast === 'as-planned');
  const DOUBT = { reasons: ['doubt'] };
  const isUnsure = (each: OracleForecast): boolean => reasonsOf(each).reasons.length > 0;
  for (const [isUnsureAt, isDoubtful] of [
    [false, false],
    [false, true],
    [true, false],
  ]) {
    const each = planned.find(
      (one) =>
        isUnsure(one) === isUnsureAt && doubtful.has(`${one.id} ${one.project}`) === isDoubtful,
    );
    if (each === undefined) continue;
    const isSure = !isUnsureAt && !isDoubtful;
    const body = isSure ? each.body : { ...each.body, forecast: 'unknown' };
    await alone(each, body, isSure ? { reasons: [] } : DOUBT);
  }
}

test(
  'forecasts of generated schedules are what the oracle says, on each store',
  { timeout: SCHEDULES * 60_000 },
  async () => {
    const stores = await Promise.all(
      LOCATIONS.map(async ([name, make]) => ({ name, served: await open(make) })),
    );
    const from = Math.ceil(Date.now() / DAY_MS + 2) * DAY_MS;
    const seen = new Set<string>();
    for (let seed = FIRST_SEED; seed < FIRST_SEED + SCHEDULES; seed += 1) {
      const scheduled = generatedSchedule(seed, CHANGE_REQUESTS, from);
      const expected = forecastsByOracle(scheduled, Date.now(), stores[0]?.served.gone);
      for (const { forecast } of expected) seen.add(forecast);
      await Promise.all(
        stores.map(async ({ name, served }) => {
          const { store } = served.app;
          (await store.transfer.import(entriesOf(scheduled)))._unsafeUnwrap();
          try {
            await compare(served, scheduled, withEvent(expected, served), from);
          } catch (error) {
            throw new Error(`schedule ${seed} ${name}`, { cause: error });
          }
          for (const id of PROJECTS) (await store.projects.delete(id, 'test'))._unsafeUnwrap();
        }),
      );
    }
    expect(seen).toEqual(new Set(['as-planned', 'fails', 'suspended', 'unknown']));
  },
);
