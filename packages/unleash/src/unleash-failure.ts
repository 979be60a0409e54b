import { certificateRemedy } from '@forewarn/client/exchange';
import { durationText } from '@forewarn/wire/duration';
import type { Origin } from './origin-repository.ts';

/** Unleash did not respond, or responded with a temporary error. */
export interface UnleashUnavailable {
  readonly type: 'UnleashUnavailable';
  readonly path: string;
  readonly reason: string;
  /** Milliseconds that Unleash asks to wait. */
  readonly retryAfterMs?: number;
}

/** Why something could not be read from Unleash. Each `path` is after `/api/admin`. */
export type UnleashFailure =
  | UnleashUnavailable
  /** Unleash responded with an error that a retry does not change. */
  | { readonly type: 'UnleashRefused'; readonly path: string; readonly status: number }
  /**
   * Unleash itself says that it has nothing at the path, or that it does not serve the path at all: the open-source edition
   * does not serve those of change requests.
   */
  | { readonly type: 'UnleashAbsent'; readonly path: string; readonly isServed: boolean }
  /** The response is not what Unleash's API returns, but something such as `text/html`. */
  | { readonly type: 'UnleashUnreadable'; readonly path: string; readonly found: string }
  /** The response is longer than the maximum. */
  | { readonly type: 'UnleashTooLarge'; readonly path: string; readonly maxBytes: number }
  /** The store follows another Unleash. */
  | { readonly type: 'UnleashForeign'; readonly followed: Origin; readonly found: Origin };

/** What is found where Unleash always has something. */
export const EMPTY_LIST = 'an empty list';

/** Whether Unleash serves the path and says that nothing is there. */
export const isAbsence = (failure: UnleashFailure): boolean =>
  failure.type === 'UnleashAbsent' && failure.isServed;

/** Returns one line that says what is wrong and what to do. */
export function lineOf(failure: UnleashFailure): string {
  switch (failure.type) {
    case 'UnleashRefused':
      return refusalOf(failure.path, failure.status);
    case 'UnleashAbsent':
      return `UNLEASH_URL: there is no ${failure.path} in Unleash (404); check the URL and the version of Unleash`;
    case 'UnleashUnavailable':
      return unavailabilityOf(failure);
    case 'UnleashUnreadable':
      if (failure.found === EMPTY_LIST) {
        return `UNLEASH_API_KEY: GET ${failure.path} lists nothing for this key; give its user a role in Unleash, or check UNLEASH_URL`;
      }
      return `UNLEASH_URL: GET ${failure.path} returns ${failure.found}, which is not from Unleash's admin API; check the URL`;
    case 'UnleashForeign':
      return `UNLEASH_URL: the store follows another Unleash, ${nameOf(failure.followed)}, not ${nameOf(failure.found)}; correct the URL, or run "forewarn sync --replace-upstream" to follow this one, which deletes what it does not have`;
    case 'UnleashTooLarge':
      return `MAX_RESPONSE_BYTES: GET ${failure.path} returns more than ${failure.maxBytes} bytes; check UNLEASH_URL, or set a higher maximum`;
  }
}

function unavailabilityOf({ path, reason, retryAfterMs = 0 }: UnleashUnavailable): string {
  if (!reason.startsWith('status ')) {
    return `UNLEASH_URL: Unleash does not respond to GET ${path}: ${reason}; ${certificateRemedy(reason) ?? 'check the URL, and that Unleash is running'}`;
  }
  const wait =
    retryAfterMs > 0 ? `; it asks to wait ${durationText(retryAfterMs)}, which a restart ends` : '';
  const remedy =
    reason === 'status 429' ? 'let it accept more requests of Forewarn' : 'look in its log';
  return `UNLEASH_URL: Unleash, or a proxy before it, fails to serve GET ${path}: ${reason}${wait}; ${remedy}`;
}

const nameOf = ({ url, instanceId }: Origin): string =>
  instanceId === undefined ? url : `${url} (instance ${instanceId})`;

function refusalOf(path: string, status: number): string {
  switch (status) {
    case 401:
      return `UNLEASH_API_KEY: Unleash does not accept the key (401); set an access token of this Unleash`;
    case 403:
      return `UNLEASH_API_KEY: the key may not read ${path} (403); grant it the permission in Unleash`;
    default:
      return `UNLEASH_URL: Unleash refuses GET ${path} (${status}); check the URL and the version of Unleash`;
  }
}
