/** Unleash responded with an error that a retry does not change. */
interface UnleashRefused {
  readonly type: 'UnleashRefused';
  /** The path after `/api/admin`. */
  readonly path: string;
  readonly status: number;
}

/** Unleash itself says that it has nothing at the path, or that it does not serve the path at all. */
export interface UnleashAbsent {
  readonly type: 'UnleashAbsent';
  readonly path: string;
  /** The open-source edition does not serve the paths of change requests. */
  readonly isServed: boolean;
}

/** Unleash did not respond, or responded with a temporary error. */
export interface UnleashUnavailable {
  readonly type: 'UnleashUnavailable';
  readonly path: string;
  readonly reason: string;
  /** Milliseconds that Unleash asks to wait. */
  readonly retryAfterMs?: number;
}

/** The response is not what Unleash's API returns. */
interface UnleashUnreadable {
  readonly type: 'UnleashUnreadable';
  readonly path: string;
  /** What it is, such as `text/html`. */
  readonly found: string;
}

/** Why something could not be read from Unleash. */
export type UnleashFailure =
  | UnleashRefused
  | UnleashAbsent
  | UnleashUnavailable
  | UnleashUnreadable;

/** Whether Unleash serves the path and says that nothing is there. */
export const isAbsence = (failure: UnleashFailure): boolean =>
  failure.type === 'UnleashAbsent' && failure.isServed;

/** Returns one line that says what is wrong and what to do. */
export function lineOf(failure: UnleashFailure): string {
  const { path } = failure;
  switch (failure.type) {
    case 'UnleashRefused':
      return refusalOf(path, failure.status);
    case 'UnleashAbsent':
      return `UNLEASH_URL: there is no ${path} in Unleash (404); check the URL and the version of Unleash`;
    case 'UnleashUnavailable':
      return `UNLEASH_URL: Unleash does not respond to GET ${path}: ${failure.reason}; check the URL, and that Unleash is running`;
    case 'UnleashUnreadable':
      return `UNLEASH_URL: GET ${path} returns ${failure.found}, which is not from Unleash's admin API; check the URL`;
  }
}

function refusalOf(path: string, status: number): string {
  switch (status) {
    case 401:
      return `UNLEASH_API_KEY: Unleash does not accept the key (401); set an admin key of this Unleash`;
    case 403:
      return `UNLEASH_API_KEY: the key may not read ${path} (403); grant it the permission in Unleash`;
    default:
      return `UNLEASH_URL: Unleash refuses GET ${path} (${status}); check the URL and the version of Unleash`;
  }
}
