import { err, ok, type Result } from 'neverthrow';
import type { AdminError } from '../errors/admin-error.ts';
import { type AdminRequest, queryParameters } from '../request/admin-request.ts';

/** Maximum length of a link without its cursor. Many clients and gateways accept 8 or 16 KB of headers. */
const MAX_LINK_LENGTH = 8_000;

/**
 * Leads to the next page of a listing, or from the last one to the first, so that clients notice a gateway that removes the
 * header. It has the query as the client wrote it.
 */
export function linkHeader(
  { path, querystring }: Pick<AdminRequest, 'path' | 'querystring'>,
  cursor: string | undefined,
): Result<{ readonly Link: string }, AdminError> {
  const isKept = (part: string) => part !== '' && queryParameters(part)[0]?.[0] !== 'cursor';
  const query = querystring.split('&').filter(isKept);
  const first = `${path}?${query.join('&')}`
    .toWellFormed()
    .replaceAll(/[^!-;=?-~]/gu, encodeURIComponent);
  if (first.length > MAX_LINK_LENGTH) return err({ type: 'TargetTooLong' });
  if (cursor === undefined) return ok({ Link: `<${first}>; rel="first"` });
  return ok({ Link: `<${first}${query.length > 0 ? '&' : ''}cursor=${cursor}>; rel="next"` });
}
