import { expect, test } from 'vitest';
import { describeChangeRequest, describeFailure } from '../../src/impact/describe.ts';

test.each([
  ['pending', '2027-01-11 06:00 UTC'],
  ['suspended', '2027-01-11 06:00 UTC, suspended'],
] as const)('names the zone of the time, not of the status %s', (status, when) => {
  const schedule = { status, scheduledAt: '2027-01-11T06:00:00Z' };

  expect(describeChangeRequest({ environment: 'production', schedule })).toBe(
    `in production, ${when}`,
  );
});

test.each([
  ['self-signed certificate in certificate chain', /; name the file .* NODE_EXTRA_CA_CERTS$/],
  ['unable to verify the first certificate', /; name the file .* NODE_EXTRA_CA_CERTS$/],
  ['unable to get local issuer certificate', /; name the file .* NODE_EXTRA_CA_CERTS$/],
  ['connect ECONNREFUSED 127.0.0.1:1', /; check --url, and that the server runs$/],
])('says what to do about a connection with %s', (reason, what) => {
  const message = `No connection to https://flags.example.com: ${reason}`;

  expect(describeFailure({ type: 'NoConnection', message, cause: undefined })).toMatch(what);
});
