import { expect, test } from 'vitest';
import { lineOf } from '../src/unleash-failure.ts';

const UNAVAILABLE = { type: 'UnleashUnavailable', path: '/projects' } as const;

test.each([
  ['self-signed certificate', /; name the file .* NODE_EXTRA_CA_CERTS$/],
  ['connect ECONNREFUSED 127.0.0.1:1', /; check the URL, and that Unleash is running$/],
])('says what to do about an Unleash that does not respond: %s', (reason, what) => {
  expect(lineOf({ ...UNAVAILABLE, reason })).toMatch(what);
});

const FAILS = 'UNLEASH_URL: Unleash, or a proxy before it, fails to serve GET /projects';

test.each([
  ['status 500', undefined, `${FAILS}: status 500; look in its log`],
  [
    'status 503',
    3_600_000,
    `${FAILS}: status 503; it asks to wait 60 minutes, which a restart ends; look in its log`,
  ],
  ['status 429', 0, `${FAILS}: status 429; let it accept more requests of Forewarn`],
])('does not say that what responds with %s does not respond', (reason, retryAfterMs, line) => {
  const wait = retryAfterMs === undefined ? {} : { retryAfterMs };

  expect(lineOf({ ...UNAVAILABLE, reason, ...wait })).toBe(line);
});
