import { cursorOf } from '@forewarn/http/capability';
import fc from 'fast-check';
import {
  bodyOf,
  changeRequest,
  coverage,
  definition,
  editsOf,
  impactTargets,
  newDefinition,
  project,
  webhook,
} from './arbitrary-body.ts';
import { type Bytes, encoded, hostileText, mostly, rarely } from './arbitrary-text.ts';
import { FEATURES, PROJECTS, SECRETS, STRATEGIES, WEBHOOKS } from './fuzz-world.ts';

/** A request without its framing. */
export interface PlainRequest {
  /** The name that it is counted under. */
  readonly route: string;
  readonly method: string;
  readonly target: Bytes;
  readonly headers: readonly (readonly [name: Bytes, value: Bytes])[];
  /** Undefined if it has none. */
  readonly body: Bytes | undefined;
}

const IDS = [0, 1, 2, 3, 4, Number.MAX_SAFE_INTEGER];

const name = encoded(mostly(...STRATEGIES, 'default'));
const projectId = encoded(mostly(...PROJECTS));
const webhookId = encoded(mostly(WEBHOOKS[0]));
const deletedWebhookId = encoded(mostly(WEBHOOKS[1]));
const requestId = encoded(mostly(...IDS.map(String)));

const PARAMETERS =
  'feature strategyId variantForFlag limit cursor type project environment status from to needsAttention forecast strategyDefinition quietDays';

/** Values of the parameters of a listing. */
const LISTING =
  'production pending failed true 2026-11-22T10:00:00Z 9999-12-31T23:59-12:00 fails as-planned';

const CURSORS = [
  ...['list', 'forecast'].map((kind) =>
    cursorOf(kind, { scheduledAt: 1_767_825_600_000, projectId: 'shop', id: 1 }),
  ),
  ...['shop', ''].map((id) => cursorOf('cleanup', { projectId: id, name: 'checkout' })),
].map((cursor) => `cursor=${cursor}`);

const anyParameter = fc
  .tuple(
    mostly(...PARAMETERS.split(' ')),
    encoded(
      mostly(...FEATURES, 'red', 'id-1', '10', 'strategy-deleted', 'shop', ...LISTING.split(' ')),
    ),
  )
  .map(([key, value]) => `${key}=${value}`);

const parameter = fc.oneof(
  { weight: 14, arbitrary: anyParameter },
  { weight: 1, arbitrary: fc.constantFrom(...CURSORS) },
);

/** Sometimes thousands of parameters, or more than fit; sometimes one of them, as often as fits. */
const query: fc.Arbitrary<Bytes> = fc
  .tuple(
    fc.oneof(
      { weight: 30, arbitrary: fc.array(parameter, { maxLength: 4 }) },
      { weight: 1, arbitrary: fc.constant(Array.from({ length: 1_000 }, () => 'feature=sale')) },
    ),
    fc.oneof(
      { weight: 30, arbitrary: fc.constant(1) },
      { weight: 1, arbitrary: fc.constantFrom(300, 3_000) },
    ),
  )
  .map(([list, times]) => `?${[...list, ''].join('&').repeat(times)}`);

const guard = fc
  .array(
    fc.oneof(
      fc.constant('guard=refuse'),
      encoded(mostly('refuse')).map((value) => `guard=${value}`),
      encoded(mostly('01234567.0123456789abcdef0123456789abcdef')).map(
        (value) => `acknowledge=${value}`,
      ),
    ),
    { maxLength: 2 },
  )
  .map((list) => (list.length === 0 ? '' : `?${list.join('&')}`));

type Operation = readonly [method: string, target: fc.Arbitrary<Bytes>, body?: fc.Arbitrary<Bytes>];

const under = (...parts: readonly (string | fc.Arbitrary<Bytes>)[]): fc.Arbitrary<Bytes> =>
  fc
    .tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part)))
    .map((texts) => `/api/admin${texts.join('')}`);

const SCHEDULED = '/change-requests/scheduled';
const ofProject = (...parts: readonly (string | fc.Arbitrary<Bytes>)[]) =>
  under('/projects/', projectId, SCHEDULED, ...parts);

const anyProject = fc.constantFrom(...PROJECTS);
const anyId = fc.constantFrom(...IDS);
const batch = anyProject.chain((of) =>
  fc
    .uniqueArray(anyId, { maxLength: 3 })
    .chain((ids) => fc.tuple(...ids.map((id) => changeRequest(of, id))))
    .map((all) => [of, all] as const),
);

/** The operations of the admin API, by the name that they are counted under. */
const OPERATIONS: Readonly<Record<string, Operation>> = {
  'GET search': ['GET', ofProject(query)],
  'GET change requests': ['GET', under('/projects/', projectId, '/change-requests', query)],
  'GET calendar': [
    'GET',
    under('/projects/', projectId, '/change-requests.ics?key=', encoded(mostly(...SECRETS))),
  ],
  'GET all change requests': ['GET', under('/change-requests', query)],
  'GET forecasts of a project': [
    'GET',
    under('/projects/', projectId, '/change-requests/forecast', query),
  ],
  'GET forecasts': ['GET', under('/change-requests/forecast', query)],
  'GET forecast': [
    'GET',
    under('/projects/', projectId, '/change-requests/', requestId, '/forecast'),
  ],
  'GET cleanup of a project': ['GET', under('/projects/', projectId, '/cleanup', query)],
  'GET cleanup': ['GET', under('/cleanup', query)],
  'GET change request': ['GET', ofProject('/', requestId)],
  'DELETE change request': ['DELETE', ofProject('/', requestId)],
  'GET strategies': ['GET', under('/strategies')],
  'GET strategy': ['GET', under('/strategies/', name)],
  'POST strategy': ['POST', under('/strategies'), bodyOf(newDefinition)],
  'PUT strategy': ['PUT', under('/strategies/', name), bodyOf(definition(undefined))],
  'POST deprecate': ['POST', under('/strategies/', name, '/deprecate')],
  'POST reactivate': ['POST', under('/strategies/', name, '/reactivate')],
  'DELETE strategy': ['DELETE', under('/strategies/', name, guard)],
  'GET strategy impact': ['GET', under('/strategies/', name, '/impact')],
  'POST project impact': ['POST', under('/projects/', projectId, '/impact'), bodyOf(impactTargets)],
  'POST impact': ['POST', under('/impact'), bodyOf(impactTargets)],
  'GET projects': ['GET', under('/projects')],
  'POST project': ['POST', under('/projects'), bodyOf(project)],
  'PUT coverage': ['PUT', under('/projects/', projectId, '/coverage'), bodyOf(coverage)],
  'DELETE project': ['DELETE', under('/projects/', projectId)],
  'GET events': ['GET', under('/events', query)],
  'GET webhooks': ['GET', under('/webhooks')],
  'POST webhook': ['POST', under('/webhooks'), bodyOf(webhook)],
  'POST webhook test': ['POST', under('/webhooks/', webhookId, '/test')],
  'GET deliveries': ['GET', under('/webhooks/', webhookId, '/deliveries')],
  'DELETE webhook': ['DELETE', under('/webhooks/', deletedWebhookId)],
  'GET user': ['GET', under('/user')],
  'GET health': ['GET', fc.constantFrom('/health', '/ready', '/health/', '/Ready?x=1')],
  'something else': [
    'GET',
    fc.oneof(
      encoded(hostileText).map((path) => `/${path}`),
      fc.constantFrom('*', 'http://[::1/', '//'),
    ),
  ],
};

/** The names that are counted. */
export const ROUTES = [
  ...Object.keys(OPERATIONS),
  'PUT change request',
  'POST change requests',
  'POST preview',
];

/** Header fields, with values that they often have. */
const FIELDS: readonly (readonly [names: readonly string[], values: fc.Arbitrary<string>])[] = [
  [['Prefer'], mostly('handling=strict', 'handling="strict";a=b, x')],
  [['If-Match', 'If-None-Match'], mostly('*', '"abc"', 'W/"abc", "d"', '')],
  [['X-Request-Id'], mostly('request-1')],
  [['Expect'], fc.constantFrom('100-continue', '200-maybe')],
  [['Content-Type'], mostly('text/plain', 'application/json; charset=utf-16')],
  [['Content-Encoding'], mostly('identity', 'gzip')],
  [['Accept'], mostly('application/json', 'text/html', '*/*;q=0')],
  // Not gzip: the fuzzer reads text.
  [['Accept-Encoding'], fc.constantFrom('*;q=0', 'br, gzip;q=0, identity;q=0')],
  [['X-Forwarded-For'], mostly('10.0.0.1', '10.0.0.1, 127.0.0.1')],
  [['Connection'], fc.constantFrom('close', 'keep-alive', 'upgrade, http2-settings')],
  [['Upgrade'], fc.constantFrom('websocket', 'h2c')],
  [['Cookie', 'Range', 'Referer', 'X-HTTP-Method-Override'], mostly('DELETE', 'a=b')],
  [['__proto__', 'constructor', 'Host', 'X'], hostileText],
  [['X-Large'], fc.constantFrom(8_000, 40_000).map((size) => 'x'.repeat(size))],
];

const headers: fc.Arbitrary<PlainRequest['headers']> = fc
  .array(
    fc.oneof(...FIELDS.map(([names, values]) => fc.tuple(fc.constantFrom(...names), values))),
    { maxLength: 3 },
  )
  .map((list) => list.filter(([key], at) => key !== 'X-Large' || at === 2));

const authorization: fc.Arbitrary<PlainRequest['headers']> = fc.oneof(
  { weight: 16, arbitrary: fc.constant([['Authorization', SECRETS[0] ?? '']] as const) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(...SECRETS)
      .map((key) => [['Authorization', `Bearer ${key}`]] as const),
  },
  { weight: 1, arbitrary: hostileText.map((key) => [['Authorization', key]] as const) },
  { weight: 1, arbitrary: fc.constant([]) },
);

const scheduling: fc.Arbitrary<Pick<PlainRequest, 'route' | 'target' | 'body' | 'method'>> =
  fc.oneof(
    fc.tuple(anyProject, anyId).chain(([of, id]) =>
      bodyOf(changeRequest(of, id)).map((body) => ({
        route: 'PUT change request',
        method: 'PUT',
        target: `/api/admin/projects/${of}${SCHEDULED}/${id}`,
        body,
      })),
    ),
    batch.chain(([of, all]) =>
      bodyOf(fc.constant(all)).map((body) => ({
        route: 'POST change requests',
        method: 'POST',
        target: `/api/admin/projects/${of}${SCHEDULED}`,
        body,
      })),
    ),
    anyProject.chain((of) =>
      bodyOf(editsOf(of, anyId)).map((body) => ({
        route: 'POST preview',
        method: 'POST',
        target: `/api/admin/projects/${of}${SCHEDULED}/preview`,
        body,
      })),
    ),
  );

const others = Object.entries(OPERATIONS).map(([route, [method, target, body]]) => ({
  // Rare, because other requests miss what is deleted with a project.
  weight: route === 'DELETE project' ? 1 : 3,
  arbitrary: fc.record({
    route: fc.constant(route),
    method: fc.constant(method),
    target,
    body: body ?? rarely(hostileText, 20),
  }),
}));

const METHODS = 'HEAD OPTIONS PATCH TRACE QUERY PROPFIND M-SEARCH PUT POST'.split(' ');

/** A valid request, or one that is nearly valid. */
export const plainRequest: fc.Arbitrary<PlainRequest> = fc
  .tuple(
    fc.oneof({ weight: 12, arbitrary: scheduling }, ...others),
    rarely(fc.constantFrom(...METHODS), 15),
    authorization,
    fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: headers }),
  )
  .map(([request, method, key, more]) => ({
    ...request,
    ...(method === undefined ? {} : { method, route: `${method} anything` }),
    headers: [
      ...key,
      ...(request.body === undefined ? [] : [['Content-Type', 'application/json'] as const]),
      ...more,
    ],
  }));
