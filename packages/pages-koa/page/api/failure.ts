/**
 * Why there is no result.
 *
 * - `invalid-key`: the key is unknown, or was revoked.
 * - `not-permitted`: the key lacks a permission.
 * - `not-found`: it does not exist, or no longer.
 * - `refused`: the service refused the request for another reason; repeating it changes nothing.
 * - `timed-out`, `unreachable`, `unavailable`: it may work in a moment.
 * - `unreadable`: something else than Forewarn responded, such as the login page of a proxy.
 */
export type FailureKind =
  | 'invalid-key'
  | 'not-permitted'
  | 'not-found'
  | 'refused'
  | 'timed-out'
  | 'unreachable'
  | 'unavailable'
  | 'unreadable';

/** A failed request, in words. */
export interface Failure {
  readonly kind: FailureKind;
  /** What is wrong. */
  readonly message: string;
  /** What the user can do. */
  readonly advice: string;
  /** The body of the error response, if there was one. */
  readonly body?: unknown;
}

const ADVICE: Readonly<Record<FailureKind, string>> = {
  'invalid-key': 'Sign in with a valid API key.',
  'not-permitted': 'Ask an administrator for a key with this permission, and sign in with it.',
  'not-found': 'It may have been applied, cancelled or deleted in the meantime.',
  refused: 'Check what you entered.',
  'timed-out': 'The service is slow.',
  unreachable: 'Check your connection and the service.',
  unavailable: '',
  unreadable: 'A proxy may ask you to log in: reload this page.',
};

const PASSING: ReadonlySet<FailureKind> = new Set(['timed-out', 'unreachable', 'unavailable']);

/** Whether the same request may succeed in a moment. */
export const isPassing = ({ kind }: Failure): boolean => PASSING.has(kind);

/** Makes a failure with the advice of its kind. */
export const failureOf = (kind: FailureKind, message: string, body?: unknown): Failure => ({
  kind,
  message,
  advice: ADVICE[kind],
  body,
});

/** Returns the failure that an error response means. */
export function failureOfResponse(status: number, text: string): Failure {
  const body = parseObject(text);
  const message = body?.['message'];
  const kind = kindOf(status);
  if (typeof message !== 'string') {
    return failureOf(
      // A proxy responds while the service restarts, or is slow.
      kind === 'unavailable' ? kind : 'unreadable',
      `The response is not Forewarn's (status ${status}).`,
    );
  }
  // The service says it to programs. A calendar's key is not valid here either.
  return failureOf(kind, kind === 'invalid-key' ? 'This key is not valid here.' : message, body);
}

function kindOf(status: number): FailureKind {
  if (status === 401) return 'invalid-key';
  if (status === 403) return 'not-permitted';
  if (status === 404) return 'not-found';
  return status === 429 || status >= 500 ? 'unavailable' : 'refused';
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
