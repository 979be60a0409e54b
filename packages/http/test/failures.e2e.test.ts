import { errAsync, okAsync, ResultAsync } from 'neverthrow';
import { describe, expect, test, vi } from 'vitest';
import type { ErrorReport, MapError } from '../src/index.ts';
import { searching, throwing } from './admin-world.ts';
import { errorIn, serveAdmin } from './serve.ts';

const SEARCH = '/api/admin/projects/default/change-requests/scheduled';
const UNKNOWN = '/api/admin/projects/nowhere/change-requests/scheduled';
const STRATEGY = '/api/admin/strategies/byCountry';

test('an outage of the store is a 503 with Retry-After, whose cause is only in the log', async () => {
  const { ask, store, reports } = await serveAdmin();
  await store.close();

  const responses = [await ask('GET', SEARCH), await ask('DELETE', STRATEGY)];

  for (const response of responses) {
    expect(errorIn(response)).toMatchObject({ status: 503, name: 'ServiceUnavailable' });
    expect(response.headers['retry-after']).toBe('1');
  }
  const error = { type: 'StoreUnavailable', cause: new Error('the store is closed') };
  expect(reports.map((report) => report.error)).toEqual([error, error]);
});

describe('a bug', () => {
  const SECRET = 'select * from keys';
  const notFound = Object.assign(new Error(SECRET), { status: 404, expose: true });
  // These break their types, which only a bug does.
  const unwritable = [{ id: 1n, environment: SECRET }] as never;
  test.each([
    ['throws', throwing(new Error(SECRET))],
    ['throws a value that is no error', throwing(SECRET)],
    ['throws undefined', throwing(undefined)],
    ['throws an error that Koa turns into a 404', throwing(notFound)],
    ['rejects', searching(() => new ResultAsync(Promise.reject(new Error(SECRET))))],
    ['returns a value that is not JSON', searching(() => okAsync(unwritable))],
    ['returns an unknown error', searching(() => errAsync({ type: SECRET } as never))],
  ])('that %s is a 500 that tells nothing, and is reported', async (_how, useCases) => {
    const { ask, reports } = await serveAdmin({ useCases });

    const response = await ask('GET', SEARCH);

    const { id, ...error } = errorIn(response);
    expect(error).toEqual({
      status: 500,
      name: 'InternalError',
      message: 'Something went wrong. The log of the server has details under this id.',
    });
    expect(JSON.stringify(response)).not.toContain(SECRET);
    expect(reports).toMatchObject([{ id, status: 500, error: { type: 'InternalError' } }]);
  });

  test.each(['PlanExpired', 'constructor', '__proto__'])(
    'that returns the unknown error type %s is named in the report',
    async (type) => {
      const { ask, reports } = await serveAdmin({
        useCases: searching(() => errAsync({ type, since: 'June' } as never)),
      });

      expect(errorIn(await ask('GET', SEARCH))).toMatchObject({ status: 500 });
      const message = `the error type '${type}' is unknown: map it with mapError`;
      const cause = expect.objectContaining({ message, cause: { type, since: 'June' } });
      expect(reports).toMatchObject([{ status: 500, error: { type: 'InternalError', cause } }]);
    },
  );
});

describe('reportError', () => {
  test("gets each error with the response's id, and nothing else", async () => {
    const told: (readonly [ErrorReport, string])[] = [];
    const { ask } = await serveAdmin({
      strategies: ['byCountry'],
      reportError: (report, { url = '' }) => told.push([report, url]),
    });

    await ask('GET', SEARCH);
    await ask('DELETE', STRATEGY);
    const { id } = errorIn(await ask('DELETE', STRATEGY));

    const error = { type: 'StrategyNotFound', name: 'byCountry' };
    expect(told).toStrictEqual([[{ id, status: 404, error }, STRATEGY]]);
  });
});

describe('mapError', () => {
  const hideProjects: MapError = (error, mapping) =>
    error.type === 'ProjectNotFound'
      ? { status: 403, name: 'Forbidden', message: 'Ask an admin.', headers: { 'X-Help': '/help' } }
      : mapping;

  test('sets the status, name, message and headers of an error', async () => {
    const { ask, reports } = await serveAdmin({ mapError: hideProjects });

    const response = await ask('GET', UNKNOWN);

    const mapped = { status: 403, name: 'Forbidden', message: 'Ask an admin.' };
    expect(errorIn(response)).toMatchObject(mapped);
    expect(response.headers).toMatchObject({ 'x-help': '/help' });
    expect(reports).toMatchObject([{ status: 403, error: { type: 'ProjectNotFound' } }]);
  });

  test('returns the mapping it received to keep it', async () => {
    const { ask } = await serveAdmin({ mapError: hideProjects });

    const response = await ask('PATCH', UNKNOWN);

    expect(errorIn(response)).toMatchObject({ status: 405, name: 'MethodNotAllowed' });
    expect(response.headers).toMatchObject({ allow: 'GET, HEAD, OPTIONS' });
  });

  test('maps bugs too', async () => {
    const { ask } = await serveAdmin({
      useCases: throwing(new Error('a bug')),
      mapError: (_error, mapping) => ({ ...mapping, message: 'Call us.' }),
    });

    expect(errorIn(await ask('GET', UNKNOWN))).toMatchObject({ status: 500, message: 'Call us.' });
  });

  test("gets an error of the host's own, and makes it a response", async () => {
    const error = { type: 'PlanExpired', since: 'June' } as never;
    const mapError = vi.fn<MapError>((_error, mapping) => ({ ...mapping, status: 403 }));
    const { ask, reports } = await serveAdmin({
      useCases: searching(() => errAsync(error)),
      mapError,
    });

    expect(errorIn(await ask('GET', SEARCH))).toMatchObject({ status: 403 });
    expect(mapError.mock.calls).toMatchObject([[error, { status: 500, name: 'InternalError' }]]);
    expect(reports).toMatchObject([{ status: 403, error }]);
  });
});
