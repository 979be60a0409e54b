import type { ErrorRows } from '@forewarn/http/capability';
import type { CopyError } from '../copies-of.ts';

const RETRY_AFTER_SECONDS = 1;

/** The errors of an upstream over HTTP. */
export const ERROR_ROWS: ErrorRows<CopyError> = {
  OwnedByUpstream: {
    status: 409,
    name: 'OwnedByUpstreamError',
    message: ({ url }) =>
      `Projects and strategy definitions are copied from ${url}. Change them there: the next sync copies the change.`,
  },
  UpstreamRefused: {
    status: 502,
    name: 'UpstreamRefusedError',
    message: ({ reason }) => reason,
  },
  UpstreamUnavailable: {
    status: 503,
    name: 'UpstreamUnavailableError',
    message: ({ reason }) => reason,
    headers: ({ retryAfterMs }) => ({
      'Retry-After': String(
        retryAfterMs === undefined
          ? RETRY_AFTER_SECONDS
          : Math.max(RETRY_AFTER_SECONDS, Math.ceil(retryAfterMs / 1_000)),
      ),
    }),
  },
};
