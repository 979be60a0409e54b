import type { Failure, NoAccess, Problem } from '@forewarn/core';
import { type DataTooOld, MAX_PROBLEMS } from '@forewarn/record';
import { durationText } from '@forewarn/wire';
import type { AdminError } from './admin-error.ts';

/** How one type of error appears over HTTP. */
export interface ErrorRow<E> {
  readonly status: number;
  /** The `name` in the body. */
  readonly name: string;
  /** The `message` in the body: what is wrong, and what to do. */
  readonly message: (error: E) => string;
  readonly headers?: (error: E) => Readonly<Record<string, string>>;
}

/** The maximum length of a body, in bytes. */
export const MAX_BODY_BYTES = 1_048_576;

const RETRY_AFTER_SECONDS = '1';

// A commit may be lost on its way back: only a read tells whether a write took effect.
const MAY_HAVE_HAPPENED =
  'A write may have taken effect: read before you repeat a delete or an addition.';

const unavailable = (message: string): ErrorRow<AdminError> => ({
  status: 503,
  name: 'ServiceUnavailable',
  message: () => message,
  headers: () => ({ 'Retry-After': RETRY_AFTER_SECONDS }),
});

/** The mapping of errors to HTTP, by type. An error without a row does not compile. */
export type ErrorRows<E extends Failure<string> = never> = {
  readonly [Type in E['type']]: ErrorRow<Extract<E, { readonly type: Type }>>;
};

/** The mapping of the errors of the whole API. */
export const ERROR_TABLE: ErrorRows<AdminError> = {
  AuthenticationRequired: {
    status: 401,
    name: 'AuthenticationRequired',
    message: ({ reason = 'Send a valid API key in the Authorization header.' }) => reason,
    headers: () => ({ 'WWW-Authenticate': 'Bearer' }),
  },
  NoAccess: {
    status: 403,
    name: 'NoAccessError',
    message: (error) => `You need the permission ${error.permission}${scopeOf(error)} to do this.`,
  },
  TooManyAttempts: {
    status: 429,
    name: 'TooManyRequests',
    message: () => 'Too many invalid API keys from your address. Valid keys still work.',
    headers: ({ retryAfterSeconds }) => ({ 'Retry-After': String(retryAfterSeconds) }),
  },
  StrategyNotEditable: {
    status: 403,
    name: 'NoAccessError',
    message: ({ name }) =>
      `The strategy definition "${name}" is built in and can't be changed or deleted. Make one of another name.`,
  },
  ProjectNotFound: {
    status: 404,
    name: 'NotFoundError',
    message: ({ projectId }) =>
      `There is no project "${projectId}". GET /projects lists those that you may read.`,
  },
  StrategyNotFound: {
    status: 404,
    name: 'NotFoundError',
    message: ({ name }) => `There is no strategy definition "${name}". GET /strategies lists all.`,
  },
  RouteNotFound: {
    status: 404,
    name: 'NotFoundError',
    message: ({ path }) => `Nothing is served at ${path}. Check the path and the base path.`,
  },
  MethodNotAllowed: {
    status: 405,
    name: 'MethodNotAllowed',
    message: ({ method, allowed }) => `${method} is not served here; use ${allowed.join(' or ')}.`,
    headers: ({ allowed }) => ({ Allow: allowed.join(', ') }),
  },
  BadData: {
    status: 400,
    name: 'BadDataError',
    message: ({ problems }) => messagesOf(problems).join(' '),
  },
  ProjectExists: {
    status: 409,
    name: 'NameExistsError',
    message: ({ projectId }) => `A project "${projectId}" already exists. Choose another id.`,
  },
  StrategyExists: {
    status: 409,
    name: 'NameExistsError',
    message: ({ name }) =>
      `A strategy definition "${name}" already exists. Choose another name, or update it.`,
  },
  StrategyInUse: {
    status: 409,
    name: 'StrategyInUseError',
    message: ({ name }) =>
      `Scheduled change requests use or may use the strategy definition "${name}": see "impact". To delete it anyway, acknowledge the fingerprint of the impact.`,
  },
  ChangeRequestNotFound: {
    status: 404,
    name: 'NotFoundError',
    message: ({ projectId, id }) =>
      `There is no scheduled change request ${id} in the project "${projectId}". Check the id: it may have been applied or withdrawn.`,
  },
  PreconditionFailed: {
    status: 412,
    name: 'PreconditionFailed',
    message: () => 'The resource changed or already exists. Re-read it and retry.',
  },
  BodyTooLarge: {
    status: 413,
    name: 'PayloadTooLarge',
    message: () => `The body exceeds ${MAX_BODY_BYTES} bytes. Send less at once.`,
    headers: () => ({ Connection: 'close' }),
  },
  UnsupportedMediaType: {
    status: 415,
    name: 'UnsupportedMediaType',
    message: () =>
      'Send the body as uncompressed JSON in UTF-8, with "Content-Type: application/json".',
  },
  TargetTooLong: {
    status: 414,
    name: 'UriTooLong',
    message: () => 'The path and the query are too long. Ask about less at once.',
  },
  HeaderTooLarge: {
    status: 431,
    name: 'HeaderTooLarge',
    message: () => 'The request line and the headers are too long. Send fewer or shorter headers.',
  },
  RequestTooSlow: {
    status: 408,
    name: 'RequestTimeout',
    message: () => 'The request took too long to arrive. Send it again.',
  },
  DeadlinePassed: {
    status: 503,
    name: 'ServiceUnavailable',
    message: () => `The request timed out. ${MAY_HAVE_HAPPENED}`,
    headers: () => ({ 'Retry-After': RETRY_AFTER_SECONDS }),
  },
  ServiceStopping: {
    status: 503,
    name: 'ServiceUnavailable',
    message: () => 'The service is shutting down. Try another node, or try again soon.',
    headers: () => ({ 'Retry-After': RETRY_AFTER_SECONDS }),
  },
  StoreUnavailable: unavailable(`The store is unavailable. Retry soon. ${MAY_HAVE_HAPPENED}`),
  // Without Retry-After: only an import or a sync helps.
  DataTooOld: {
    status: 503,
    name: 'DataTooOldError',
    message: dataTooOldText,
  },
  AuthorizerUnavailable: unavailable('The key store is unavailable. Retry soon.'),
  InternalError: {
    status: 500,
    name: 'InternalError',
    message: () => 'Something went wrong. The log of the server has details under this id.',
  },
};

function dataTooOldText({ projectId, coverage, maxDataAgeMs }: DataTooOld): string {
  if (coverage.kind === 'none') {
    return `No import or sync has listed all change requests of the project "${projectId}" yet. Run one of them, then ask again.`;
  }
  const ageMs = Date.now() - Date.parse(coverage.asOf);
  if (ageMs < 0) {
    return `The data of the project "${projectId}" is from ${coverage.asOf}, which is to come by the clock of this server, so that its age is not known. Correct the clock, and list all change requests again, with an import or a sync.`;
  }
  const age = durationText(ageMs);
  return `The data of the project "${projectId}" is ${age} old, from ${coverage.asOf}, and the limit is ${durationText(maxDataAgeMs)}. List all its change requests again, with an import or a sync.`;
}

function scopeOf({ projectId, environment }: NoAccess): string {
  const project = projectId === undefined ? '' : ` in the project "${projectId}"`;
  return environment === undefined ? project : `${project} in the environment "${environment}"`;
}

function messagesOf(problems: readonly Problem[]): readonly string[] {
  const more = problems.length - MAX_PROBLEMS;
  const shown = problems.slice(0, MAX_PROBLEMS).map(messageOf);
  return more > 0 ? [...shown, 'And more.'] : shown;
}

function messageOf({ path, expected }: Problem): string {
  return `${path === '' ? 'the body' : path}: expected ${expected}.`;
}
