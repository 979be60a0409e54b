import { describe, expect, test } from 'vitest';
import type { AdminError } from '../src/errors/admin-error.ts';
import { errorResponse } from '../src/errors/error-responses.ts';

const IMPACT = {
  question: { target: { kind: 'strategyDefinition', name: 'byCountry' }, intent: 'delete' },
  outcome: 'unknown',
  reasons: ['no-coverage'],
  isComplete: false,
  coverage: 'none',
  names: 'checked',
  count: 0,
  changeRequests: [],
  doubts: [],
  hidden: 0,
  fingerprint: '01234567.89',
} as const;

const SECRET = new Error('select secret_hash from api_keys');

/** The fields of an error besides its type, and its HTTP response: status, name and message, and more where it has more. */
type Sample<E> = readonly [
  error: Omit<E, 'type'>,
  response: string,
  more?: {
    readonly headers?: Readonly<Record<string, string>>;
    readonly details?: readonly { readonly path: string; readonly message: string }[];
    readonly impact?: object;
  },
];

const SOON = { headers: { 'Retry-After': '1' } };

/** One of each error. A new error does not compile until it has a sample here. */
const SAMPLES: {
  readonly [Type in AdminError['type']]: Sample<Extract<AdminError, { readonly type: Type }>>;
} = {
  AuthenticationRequired: [
    {},
    '401 AuthenticationRequired: Send a valid API key in the Authorization header.',
    { headers: { 'WWW-Authenticate': 'Bearer' } },
  ],
  NoAccess: [
    { permission: 'SYNC', projectId: 'default', environment: 'production' },
    '403 NoAccessError: You need the permission SYNC in the project "default" in the environment "production" to do this.',
  ],
  TooManyAttempts: [
    { retryAfterSeconds: 42 },
    '429 TooManyRequests: Too many invalid API keys from your address. Valid keys still work.',
    { headers: { 'Retry-After': '42' } },
  ],
  StrategyNotEditable: [
    { name: 'default' },
    '403 NoAccessError: The strategy definition "default" is built in and can\'t be changed or deleted. Make one of another name.',
  ],
  ProjectNotFound: [
    { projectId: 'a"b' },
    '404 NotFoundError: There is no project "a"b". GET /projects lists those that you may read.',
  ],
  StrategyNotFound: [
    { name: 'a' },
    '404 NotFoundError: There is no strategy definition "a". GET /strategies lists all.',
  ],
  RouteNotFound: [
    { path: '/nowhere' },
    '404 NotFoundError: Nothing is served at /nowhere. Check the path and the base path.',
  ],
  MethodNotAllowed: [
    { method: 'PUT', allowed: ['GET', 'HEAD'] },
    '405 MethodNotAllowed: PUT is not served here; use GET or HEAD.',
    { headers: { Allow: 'GET, HEAD' } },
  ],
  BadData: [
    {
      problems: [
        { path: 'the path', expected: 'percent-encoded UTF-8' },
        { path: 'the request target', expected: 'a path or a URL' },
      ],
    },
    '400 BadDataError: the path: expected percent-encoded UTF-8. the request target: expected a path or a URL.',
    {
      details: [
        { path: 'the path', message: 'expected percent-encoded UTF-8' },
        { path: 'the request target', message: 'expected a path or a URL' },
      ],
    },
  ],
  ProjectExists: [
    { projectId: 'a' },
    '409 NameExistsError: A project "a" already exists. Choose another id.',
  ],
  StrategyExists: [
    { name: 'a' },
    '409 NameExistsError: A strategy definition "a" already exists. Choose another name, or update it.',
  ],
  StrategyInUse: [
    { name: 'byCountry', impact: IMPACT },
    '409 StrategyInUseError: Scheduled change requests use or may use the strategy definition "byCountry": see "impact". To delete it anyway, acknowledge the fingerprint of the impact.',
    {
      impact: {
        target: { strategyDefinition: 'byCountry', intent: 'delete' },
        coverage: 'none',
        outcome: 'unknown',
        complete: false,
        count: 0,
        changeRequests: [],
        doubts: [],
        reasons: ['no-coverage'],
        names: 'checked',
        hidden: 0,
        fingerprint: '01234567.89',
      },
    },
  ],
  DataTooOld: [
    { projectId: 'shop', coverage: { kind: 'none' }, maxDataAgeMs: 5_400_000 },
    '503 DataTooOldError: No import or sync has listed all change requests of the project "shop" yet. Run one of them, then ask again.',
  ],
  ChangeRequestNotFound: [
    { projectId: 'shop', id: 7 },
    '404 NotFoundError: There is no scheduled change request 7 in the project "shop". Check the id: it may have been applied or withdrawn.',
  ],
  PreconditionFailed: [
    {},
    '412 PreconditionFailed: The resource changed or already exists. Re-read it and retry.',
  ],
  BodyTooLarge: [
    {},
    '413 PayloadTooLarge: The body exceeds 1048576 bytes. Send less at once.',
    { headers: { Connection: 'close' } },
  ],
  UnsupportedMediaType: [
    {},
    '415 UnsupportedMediaType: Send the body as uncompressed JSON in UTF-8, with "Content-Type: application/json".',
  ],
  TargetTooLong: [
    {},
    '414 UriTooLong: The path and the query are too long. Ask about less at once.',
  ],
  HeaderTooLarge: [
    {},
    '431 HeaderTooLarge: The request line and the headers are too long. Send fewer or shorter headers.',
  ],
  RequestTooSlow: [{}, '408 RequestTimeout: The request took too long to arrive. Send it again.'],
  DeadlinePassed: [
    {},
    '503 ServiceUnavailable: The request timed out. A write may have taken effect: read before you repeat a delete or an addition.',
    SOON,
  ],
  ServiceStopping: [
    {},
    '503 ServiceUnavailable: The service is shutting down. Try another node, or try again soon.',
    SOON,
  ],
  StoreUnavailable: [
    { cause: SECRET },
    '503 ServiceUnavailable: The store is unavailable. Retry soon. A write may have taken effect: read before you repeat a delete or an addition.',
    SOON,
  ],
  AuthorizerUnavailable: [
    { cause: SECRET },
    '503 ServiceUnavailable: The key store is unavailable. Retry soon.',
    SOON,
  ],
  InternalError: [
    { cause: SECRET },
    '500 InternalError: Something went wrong. The log of the server has details under this id.',
  ],
};

describe('errorResponse', () => {
  test.each<[string, Sample<AdminError>]>(Object.entries(SAMPLES))(
    'differs: returns an id, a name and a message with every error, and details only for bad input: %s',
    (type, [error, response, { headers = {}, ...more } = {}]) => {
      const [, status, name, message] = /^(\d+) (\w+): (.*)$/.exec(response) ?? [];

      expect(errorResponse({ type, ...error } as AdminError)).toStrictEqual({
        status: Number(status),
        headers,
        body: { id: expect.any(String), name, message, ...more },
      });
    },
  );

  test.each([
    [{}, ''],
    [{ projectId: 'p' }, ' in the project "p"'],
    [{ environment: 'e' }, ' in the environment "e"'],
  ])('names the scope %j of a permission', (scope, where) => {
    const error = { type: 'NoAccess', permission: 'DELETE_STRATEGY', ...scope } as const;

    expect(errorResponse(error).body.message).toBe(
      `You need the permission DELETE_STRATEGY${where} to do this.`,
    );
  });

  test.each([
    [90_000, '90 seconds'],
    [119_999, '119 seconds'],
    [900_000, '15 minutes'],
    [86_400_000, '24 hours'],
    [604_800_000, '7 days'],
  ])('says how old data is, and that the limit is %d ms, in words', (maxDataAgeMs, limit) => {
    const asOf = new Date(Date.now() - 3 * 86_400_000).toISOString();
    const coverage = { kind: 'as-of', asOf, source: 'import' } as const;
    const error = { type: 'DataTooOld', projectId: 'shop', coverage, maxDataAgeMs } as const;

    expect(errorResponse(error).body.message).toBe(
      `The data of the project "shop" is 3 days old, from ${asOf}, and the limit is ${limit}. List all its change requests again, with an import or a sync.`,
    );
  });

  test('says that a clock is wrong if data is of the future', () => {
    const coverage = { kind: 'as-of', asOf: '2100-01-01T00:00:00Z', source: 'sync' } as const;
    const error = { type: 'DataTooOld', projectId: 'shop', coverage, maxDataAgeMs: 1 } as const;

    expect(errorResponse(error).body.message).toMatch(
      /^The data of the project "shop" is from 2100-01-01T00:00:00Z, which is to come by the clock of this server/,
    );
  });

  test('lists one hundred problems, and says how many more there are', () => {
    const wrong = (count: number) => {
      const [first, ...others] = Array.from({ length: count }, (_, i) => ({
        path: `[${i}]`,
        expected: 'less',
      }));
      if (first === undefined) throw new Error('none');
      return errorResponse({ type: 'BadData', problems: [first, ...others] }).body;
    };

    expect(wrong(100).details).toHaveLength(100);
    expect(wrong(100).message).toMatch(/ \[99\]: expected less\.$/);
    expect(wrong(5_000).details).toEqual(wrong(100).details);
    expect(wrong(5_000).message).toBe(`${wrong(100).message} And more.`);
  });

  test('calls an empty path the body, and gives each response its own id', () => {
    const problems = [{ path: '', expected: 'JSON' }] as const;
    const [one, other] = [1, 2].map(() => errorResponse({ type: 'BadData', problems }).body);

    expect(one).toMatchObject({
      message: 'the body: expected JSON.',
      details: [{ path: '', message: 'expected JSON' }],
    });
    expect(one?.id).not.toBe(other?.id);
  });
});
