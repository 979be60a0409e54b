import { expect, test } from 'vitest';
import type { TargetImpact } from '../../src/impact/impact.ts';
import {
  describeChangeRequest,
  describeDoubt,
  describeFailure,
  describeReason,
  unlessUnchecked,
} from '../../src/impact/describe.ts';
import { clear, elsewhere, impactOf, touched } from './impacts.ts';

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

test('says where to look after an error that is not from the API', () => {
  const failure = { type: 'ErrorResponse', status: 502, name: 'HTTP 502' } as const;

  expect(describeFailure({ ...failure, message: 'The response is 502 Bad Gateway.' })).toBe(
    'The response is 502 Bad Gateway; check the proxies before the server',
  );
});

test('names what only a newer server knows', () => {
  const newer = { project: 'shop', id: 7, environment: 'production', path: 'features[0]' };
  const doubt = { ...newer, why: 'encrypted', kinds: ['tag', 'feature'] } as object;

  expect(describeReason('out-of-date' as 'too-old', clear)).toBe('out-of-date');
  expect(describeDoubt(doubt as Parameters<typeof describeDoubt>[0])).toBe(
    'unknown: it may touch more tag or features: encrypted (features[0])',
  );
});

const NOT_CHECKED = { complete: false, reasons: ['unchecked-names'] };

test.each<readonly [what: string, impact: TargetImpact, Partial<TargetImpact>]>([
  ['what exists is clear', clear, {}],
  ['what may not exist is unknown', { ...clear, names: 'unchecked' }, { outcome: 'unknown' }],
  ['what may not exist is touched all the same', { ...touched, names: 'unchecked' }, {}],
  ['more may be affected in an environment that may not exist', elsewhere, { outcome: 'some' }],
])('where all names must be known, %s', (_what, impact, expected) => {
  const changed = 'outcome' in expected ? { ...expected, ...NOT_CHECKED } : {};

  expect(unlessUnchecked(impactOf(impact)).impacts).toEqual([{ ...impact, ...changed }]);
});
