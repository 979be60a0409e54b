import { SECURITY_HEADERS } from '../../src/http/server/refusal.ts';
import { errorIn } from '../../../http/test/responses.ts';
import type { WireResponse } from './responses-in.ts';

const CALENDAR_TYPE = 'text/calendar; charset=utf-8';
const PAGE_TYPE = 'text/html; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

/** Texts that a response must not leak. */
const INSIDE = /\n\s+at |node:internal|SQLITE_|\bsyntax error at\b|\bpg_|violates .* constraint/;

/** Throws if no request may get this response. */
export function checkResponse({ status, fields, body }: WireResponse): void {
  const fail = (what: string): never => {
    throw new Error(`${what} in ${status} ${JSON.stringify([...fields])} ${body.slice(0, 2_000)}`);
  };
  // A calendar of a project whose change requests nothing listed: to wait does not help.
  const isTooOld = status === 503 && !fields.has('retry-after');
  if (!isTooOld && !(status >= 200 && status < 500)) fail('unexpected status');
  // The page at the root has headers of its own. HEAD has them without it.
  const isPage = body.startsWith('<!doctype html>') || body === '';
  if (status === 200 && isPage && fields.get('content-type') === PAGE_TYPE) return;
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
    if (fields.get(name.toLowerCase()) !== value) fail(`no ${name}`);
  }
  if (fields.has('x-powered-by') || fields.has('server')) fail('it reveals the server software');
  if (body === '') return;
  if (status === 200 && fields.get('content-type') === CALENDAR_TYPE) {
    if (!/^BEGIN:VCALENDAR\r\n[^\0]*\r\nEND:VCALENDAR\r\n$/.test(body)) fail('not a calendar');
    return;
  }
  if (fields.get('content-type') !== JSON_TYPE) fail('unexpected content type');
  if (status < 400) return void JSON.parse(body);
  errorIn({ status, headers: Object.fromEntries(fields), body });
  if (INSIDE.test(body)) fail('it leaks an internal detail');
}
