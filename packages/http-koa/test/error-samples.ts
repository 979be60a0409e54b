import type { AdminError } from '../src/errors/admin-error.ts';

const IMPACT = {
  question: { target: { kind: 'strategyDefinition', name: 'byCountry' }, intent: 'delete' },
  outcome: 'unknown',
  reasons: ['no-coverage'],
  count: 0,
  changeRequests: [],
  doubts: [],
  hidden: 0,
  fingerprint: '01234567.89',
} as const;

const SECRET = new Error('select secret_hash from api_keys');

/** An error, and its HTTP response. */
export interface ErrorSample<E> {
  readonly error: E;
  readonly is: readonly [status: number, name: string, message: string];
  readonly headers?: Readonly<Record<string, string>>;
  readonly details?: readonly { readonly path: string; readonly message: string }[];
  readonly impact?: object;
}

/** One of each error. A new error does not compile until it has a sample here. */
export const ERROR_SAMPLES: {
  readonly [Type in AdminError['type']]: ErrorSample<Extract<AdminError, { readonly type: Type }>>;
} = {
  AuthenticationRequired: {
    error: { type: 'AuthenticationRequired' },
    is: [401, 'AuthenticationRequired', 'Send a valid API key in the Authorization header.'],
    headers: { 'WWW-Authenticate': 'Bearer' },
  },
  NoAccess: {
    error: {
      type: 'NoAccess',
      permission: 'PROJECT_CHANGE_REQUEST_WRITE',
      projectId: 'default',
      environment: 'production',
    },
    is: [
      403,
      'NoAccessError',
      'You need the permission PROJECT_CHANGE_REQUEST_WRITE in the project "default" in the environment "production" to do this.',
    ],
  },
  TooManyAttempts: {
    error: { type: 'TooManyAttempts', retryAfterSeconds: 42 },
    is: [
      429,
      'TooManyRequests',
      'Too many invalid API keys from your address. Valid keys still work.',
    ],
    headers: { 'Retry-After': '42' },
  },
  StrategyNotEditable: {
    error: { type: 'StrategyNotEditable', name: 'default' },
    is: [
      403,
      'NoAccessError',
      'The strategy "default" is built in and can\'t be changed or deleted.',
    ],
  },
  ProjectNotFound: {
    error: { type: 'ProjectNotFound', projectId: 'a"b' },
    is: [404, 'NotFoundError', 'There is no project "a"b".'],
  },
  StrategyNotFound: {
    error: { type: 'StrategyNotFound', name: 'byCountry' },
    is: [404, 'NotFoundError', 'There is no strategy "byCountry".'],
  },
  RouteNotFound: {
    error: { type: 'RouteNotFound', path: '/nowhere' },
    is: [404, 'NotFoundError', 'Nothing is served at /nowhere.'],
  },
  MethodNotAllowed: {
    error: { type: 'MethodNotAllowed', method: 'PUT', allowed: ['GET', 'HEAD'] },
    is: [405, 'MethodNotAllowed', 'PUT is not served here; use GET or HEAD.'],
    headers: { Allow: 'GET, HEAD' },
  },
  BadData: {
    error: {
      type: 'BadData',
      problems: [
        { path: 'the path', expected: 'percent-encoded UTF-8' },
        { path: 'the request target', expected: 'a path or a URL' },
      ],
    },
    is: [
      400,
      'BadDataError',
      'the path: expected percent-encoded UTF-8. the request target: expected a path or a URL.',
    ],
    details: [
      { path: 'the path', message: 'expected percent-encoded UTF-8' },
      { path: 'the request target', message: 'expected a path or a URL' },
    ],
  },
  ProjectExists: {
    error: { type: 'ProjectExists', projectId: 'shop' },
    is: [409, 'NameExistsError', 'A project "shop" already exists.'],
  },
  StrategyExists: {
    error: { type: 'StrategyExists', name: 'byCountry' },
    is: [409, 'NameExistsError', 'A strategy "byCountry" already exists.'],
  },
  StrategyInUse: {
    error: { type: 'StrategyInUse', name: 'byCountry', impact: IMPACT },
    is: [
      409,
      'StrategyInUseError',
      'Scheduled change requests use or may use the strategy "byCountry": see "impact". To delete it anyway, acknowledge the fingerprint of the impact.',
    ],
    impact: {
      target: { strategyDefinition: 'byCountry', intent: 'delete' },
      outcome: 'unknown',
      count: 0,
      changeRequests: [],
      doubts: [],
      reasons: ['no-coverage'],
      hidden: 0,
      fingerprint: '01234567.89',
    },
  },
  OwnedByUpstream: {
    error: { type: 'OwnedByUpstream', url: 'https://unleash.example.com' },
    is: [
      409,
      'OwnedByUpstreamError',
      'Projects and strategy definitions are copied from https://unleash.example.com. Change them there: the next sync copies the change.',
    ],
  },
  UpstreamRefused: {
    error: { type: 'UpstreamRefused', reason: 'Unleash refuses it.' },
    is: [502, 'UpstreamRefusedError', 'Unleash refuses it.'],
  },
  UpstreamUnavailable: {
    error: { type: 'UpstreamUnavailable', reason: 'Unleash is away.', retryAfterMs: 1_001 },
    is: [503, 'UpstreamUnavailableError', 'Unleash is away.'],
    headers: { 'Retry-After': '2' },
  },
  DataTooOld: {
    error: {
      type: 'DataTooOld',
      projectId: 'shop',
      coverage: { kind: 'none' },
      maxDataAgeMs: 5_400_000,
    },
    is: [
      503,
      'DataTooOldError',
      'No import or sync has listed all change requests of the project "shop" yet. Run one of them, then ask again.',
    ],
  },
  ChangeRequestNotFound: {
    error: { type: 'ChangeRequestNotFound', projectId: 'shop', id: 7 },
    is: [404, 'NotFoundError', 'There is no scheduled change request 7 in the project "shop".'],
  },
  PreconditionFailed: {
    error: { type: 'PreconditionFailed' },
    is: [
      412,
      'PreconditionFailed',
      'The resource changed or already exists. Re-read it and retry.',
    ],
  },
  BodyTooLarge: {
    error: { type: 'BodyTooLarge' },
    is: [413, 'PayloadTooLarge', 'The body exceeds 1048576 bytes. Send less at once.'],
    headers: { Connection: 'close' },
  },
  UnsupportedMediaType: {
    error: { type: 'UnsupportedMediaType' },
    is: [
      415,
      'UnsupportedMediaType',
      'Send the body as uncompressed JSON in UTF-8, with "Content-Type: application/json".',
    ],
  },
  TargetTooLong: {
    error: { type: 'TargetTooLong' },
    is: [414, 'UriTooLong', 'The path and the query are too long. Ask about less at once.'],
  },
  HeaderTooLarge: {
    error: { type: 'HeaderTooLarge' },
    is: [
      431,
      'HeaderTooLarge',
      'The request line and the headers are too long. Send fewer or shorter headers.',
    ],
  },
  RequestTooSlow: {
    error: { type: 'RequestTooSlow' },
    is: [408, 'RequestTimeout', 'The request took too long to arrive. Send it again.'],
  },
  DeadlinePassed: {
    error: { type: 'DeadlinePassed' },
    is: [
      503,
      'ServiceUnavailable',
      'The request timed out. A write may have taken effect: read before you repeat a delete.',
    ],
    headers: { 'Retry-After': '1' },
  },
  ServiceStopping: {
    error: { type: 'ServiceStopping' },
    is: [
      503,
      'ServiceUnavailable',
      'The service is shutting down. Try another node, or try again soon.',
    ],
    headers: { 'Retry-After': '1' },
  },
  StoreUnavailable: {
    error: { type: 'StoreUnavailable', cause: SECRET },
    is: [
      503,
      'ServiceUnavailable',
      'The store is unavailable. Retry soon. A write may have taken effect: read before you repeat a delete.',
    ],
    headers: { 'Retry-After': '1' },
  },
  AuthorizerUnavailable: {
    error: { type: 'AuthorizerUnavailable', cause: SECRET },
    is: [503, 'ServiceUnavailable', 'The authorization is unavailable. Retry soon.'],
    headers: { 'Retry-After': '1' },
  },
  InternalError: {
    error: { type: 'InternalError', cause: SECRET },
    is: [
      500,
      'InternalError',
      'Something went wrong. The log of the server has details under this id.',
    ],
  },
};
