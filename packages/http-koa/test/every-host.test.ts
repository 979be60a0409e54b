import { setTimeout } from 'node:timers/promises';
import { okAsync, ResultAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import { ADMIN, createAdminWorld, POWERLESS, UNLUCKY } from '../../http/test/admin-world.ts';
import { SERVED_PATHS } from '../../http/test/operations.ts';
import { recorder } from '../../http/test/serve.ts';
import type { AdminUseCases, ApiKeyCredentials } from '../src/index.ts';
import { type Host, type HostOptions, HOSTS, type Sent } from './every-host.ts';

type UseCases = AdminUseCases<ApiKeyCredentials>;

/** What differs from a whole API with its defaults. */
interface Setting extends Omit<HostOptions, 'reportError'> {
  readonly strategies?: readonly string[];
  readonly useCases?: Partial<Required<UseCases>>;
}

const SEARCH = '/api/admin/projects/default/change-requests/scheduled';
const FOUND = `${SEARCH}?feature=checkout`;
const ONE = `${SEARCH}/1`;
const STRATEGY = '/api/admin/strategies/byCountry';
const PROJECTS = '/api/admin/projects';
const CALENDAR = '/api/admin/projects/default/change-requests.ics';
type Headers = Readonly<Record<string, string>>;
const as = (key: string, more: Headers = {}): Headers => ({ authorization: key, ...more });
const STRICT = as(ADMIN, { prefer: 'handling=strict' });
const JSON_TYPE = as(ADMIN, { 'content-type': 'application/json' });
const post = (body: string, headers = JSON_TYPE): Sent => ({
  method: 'POST',
  path: PROJECTS,
  headers,
  body,
});
const OFFICE = '{"id":"office","name":"Office"}';

/** Sends a request to the API in one host. */
async function sendTo(host: Host, sent: Sent, setting: Setting = {}) {
  const { strategies = ['byCountry'], useCases, ...options } = setting;
  const { everything } = await createAdminWorld(strategies);
  const { reports, reportError } = recorder();
  const response = await host({ ...everything, ...useCases }, { ...options, reportError }, sent);
  return { ...response, reported: reports.map(({ error }) => error.type) };
}

const throwing: UseCases['searchScheduledChangeRequests'] = () => {
  throw new Error('a bug');
};
/** Breaks its type, which only a bug does. */
const big: UseCases['searchScheduledChangeRequests'] = () =>
  okAsync({ coverage: { kind: 'live' }, changeRequests: [{ id: 1n, environment: '' }] } as never);
const never = (): ResultAsync<never, never> =>
  new ResultAsync(Promise.withResolvers<never>().promise);
const slow: Required<UseCases>['deleteProject'] = () =>
  ResultAsync.fromSafePromise(setTimeout(100));
const teapot: HostOptions['mapError'] = (_error, mapping) => ({
  ...mapping,
  status: 418,
  headers: { 'X-Help': '/help' },
});

/** What happens, the response in short, the request, and the setting. */
const CASES: readonly (readonly [string, string, Sent, Setting?])[] = [
  ['a search', '200', { path: FOUND }],
  ['a key after Bearer', '200', { path: FOUND, headers: as(`Bearer ${ADMIN}`) }],
  ['HEAD of a search', '200', { method: 'HEAD', path: FOUND }],
  ['a calendar', '200', { path: CALENDAR }],
  ['the key of a calendar in its query', '200', { path: `${CALENDAR}?key=${ADMIN}`, headers: {} }],
  ['two keys in the query', '401', { path: `${CALENDAR}?key=${ADMIN}&key=`, headers: {} }],
  ['a key in another query', '401', { path: `${FOUND}&key=${ADMIN}`, headers: {} }],
  ['HEAD of a calendar', '200', { method: 'HEAD', path: CALENDAR }],
  ['a strict search', '200', { path: FOUND, headers: STRICT }],
  ['an unknown parameter of a strict client', '400', { path: `${FOUND}&a=b`, headers: STRICT }],
  ['a query that nothing reads, strictly', '400', { path: `${ONE}?a=b`, headers: STRICT }],
  ['a broken query', '400', { path: `${SEARCH}?feature=%zz` }],
  ['a broken path', '400', { method: 'DELETE', path: '/api/admin/strategies/%zz' }],
  ['an encoded slash', '404', { path: '/api/admin/strategies/a%2Fb%3F' }],
  ['the current version', '304', { path: ONE, headers: as(ADMIN, { 'if-none-match': '*' }) }],
  [
    'HEAD of the current version',
    '304',
    { method: 'HEAD', path: ONE, headers: as(ADMIN, { 'if-none-match': '*' }) },
  ],
  ['another version', '200', { path: ONE, headers: as(ADMIN, { 'if-none-match': '"a"' }) }],
  [
    'a reload of the current version',
    '200',
    { path: ONE, headers: as(ADMIN, { 'if-none-match': '*', 'cache-control': 'no-cache' }) },
  ],
  ['a wrong precondition', '412', { path: ONE, headers: as(ADMIN, { 'if-match': '"a"' }) }],
  ['a stranger', '401', { path: FOUND, headers: {} }],
  ['a key without the permission', '403', { path: FOUND, headers: as(POWERLESS) }],
  ['an unknown project', '404', { path: '/api/admin/projects/no/change-requests/scheduled' }],
  ['a delete', '200', { method: 'DELETE', path: STRATEGY }],
  ['another method', '405', { method: 'PATCH', path: STRATEGY }],
  ['HEAD of a path without GET', '405', { method: 'HEAD', path: '/api/admin/impact' }],
  ['OPTIONS', '204', { method: 'OPTIONS', path: STRATEGY, headers: {} }],
  ['a new project', '201', post(OFFICE)],
  ['a form', '415', post('id=office', as(ADMIN, { 'content-type': 'text/plain' }))],
  ['a compressed body', '415', post(OFFICE, { ...JSON_TYPE, 'content-encoding': 'gzip' })],
  ['broken JSON', '400', post('{')],
  ['a wrong body', '400', post('{"id":7}')],
  ['no body', '400', { method: 'POST', path: PROJECTS, headers: JSON_TYPE }],
  ['a body that is too long', '413', post(' '.repeat(1_048_577))],
  ['the body of a stranger', '401', post('{', as('no', { 'content-type': 'application/json' }))],
  ['an outage', '503', { path: FOUND, headers: as(UNLUCKY) }],
  ['a bug', '500', { path: FOUND }, { useCases: { searchScheduledChangeRequests: throwing } }],
  ['what is no JSON', '500', { path: FOUND }, { useCases: { searchScheduledChangeRequests: big } }],
  [
    'a deadline',
    '503',
    { path: FOUND },
    { timeoutMs: 5, useCases: { searchScheduledChangeRequests: never } },
  ],
  [
    'a deadline of a write that leaves its body',
    '503',
    { method: 'DELETE', path: STRATEGY, body: ' '.repeat(65_537) },
    { timeoutMs: 5, useCases: { deleteStrategy: never } },
  ],
  [
    'a long operation',
    '200',
    { method: 'DELETE', path: `${PROJECTS}/other` },
    { timeoutMs: 50, useCases: { deleteProject: slow } },
  ],
  ['a mapped error', '418', { path: FOUND, headers: {} }, { mapError: teapot }],
  [
    'a mapped deadline',
    '418',
    { path: FOUND },
    { mapError: teapot, timeoutMs: 5, useCases: { searchScheduledChangeRequests: never } },
  ],
  ['a base path', '200', { path: `/flags${FOUND}` }, { basePath: '/flags' }],
  ['a path without the base path', '404 host', { path: FOUND }, { basePath: '/flags' }],
  ['a guarded delete', '409', { method: 'DELETE', path: STRATEGY }, { guardDeletes: true }],
  ["the host's own path", '404 host', { path: '/api/admin/ui-config' }],
  ["the host's own path, strictly", '404 host', { path: '/api/admin/ui-config', headers: STRICT }],
  ['a path that begins alike', '404 host', { path: '/api/adminX/strategies' }],
];

test.for(CASES)('%s: %s in every host', async ([_what, expected, sent, setting]) => {
  const [koa, ...others] = await Promise.all(
    Object.values(HOSTS).map((host) => sendTo(host, sent, setting)),
  );

  expect(`${koa?.status}${koa?.body === 'host' ? ' host' : ''}`).toBe(expected);
  expect(others).toEqual([koa, koa]);
});

test.for([FOUND, `${SEARCH}?feature=`, `${ONE}0`, CALENDAR])('no cache keeps %s', async (path) => {
  const hosts = Object.values(HOSTS);
  const headers = [as(ADMIN), as(ADMIN, { 'if-none-match': '*' }), {}];
  const responses = await Promise.all(
    hosts.flatMap((host) => headers.map((each) => sendTo(host, { path, headers: each }))),
  );

  expect(responses.map((each) => each.headers['cache-control'])).toEqual(
    responses.map(() => 'no-store'),
  );
});

/** Ways to write a path, and whether it is still the same. */
const WRITTEN: Readonly<Record<string, readonly [(path: string) => string, boolean]>> = {
  'as it is': [(path) => path, true],
  'with a slash at its end': [(path) => `${path}/`, true],
  'in another case': [
    (path) => path.replace(/\/api\/admin\/\w+/, (part) => part.toUpperCase()),
    true,
  ],
  'with a query': [(path) => `${path}?a=%zz`, true],
  'with two slashes at its end': [(path) => `${path}//`, false],
  'with two slashes in it': [(path) => path.replace('/admin/', '/admin//'), false],
  'below another path': [(path) => `/x${path}`, false],
  'with an encoded letter': [(path) => path.replace('/admin', '/%61dmin'), false],
  'with a segment more': [(path) => `${path}/x/y/z`, false],
};

describe.each(Object.entries(WRITTEN))('a path %s', (_how, [write, isServed]) => {
  test.each(Object.entries(HOSTS))('%s', async (_name, host) => {
    const responses = await Promise.all(
      SERVED_PATHS.map(({ path }) => sendTo(host, { method: 'OPTIONS', path: write(path) })),
    );

    expect(responses.map(({ status, headers }) => [status, headers['allow']])).toEqual(
      SERVED_PATHS.map(({ allow }) => (isServed ? [204, allow] : [404, undefined])),
    );
  });
});
