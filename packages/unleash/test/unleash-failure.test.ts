import { expect, test } from 'vitest';
import { lineOf } from '../src/unleash-failure.ts';

test.each([
  ['self-signed certificate', /; name the file .* NODE_EXTRA_CA_CERTS$/],
  ['connect ECONNREFUSED 127.0.0.1:1', /; check the URL, and that Unleash is running$/],
])('says what to do about an Unleash that does not respond: %s', (reason, what) => {
  expect(lineOf({ type: 'UnleashUnavailable', path: '/projects', reason })).toMatch(what);
});
