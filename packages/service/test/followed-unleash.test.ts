import { expect, test } from 'vitest';
import { readSettings } from '../src/settings.ts';

test.each([
  ['https://unleash.example.com', 'https://unleash.example.com'],
  ['https://unleash.example.com/', 'https://unleash.example.com'],
  ['http://10.0.0.7:4242/flags/', 'http://10.0.0.7:4242/flags'],
  ['https://unleash.example.com/api', 'https://unleash.example.com'],
  ['https://unleash.example.com/flags/api/admin/', 'https://unleash.example.com/flags'],
])('reads the Unleash to follow at %s', (UNLEASH_URL, url) => {
  const settings = readSettings({ UNLEASH_URL, UNLEASH_API_KEY: 'key' })._unsafeUnwrap();

  const defaults = { intervalMs: 60_000, maxResponseBytes: 32_000_000 };
  expect(settings.unleash).toEqual({ url, key: 'key', ...defaults });
});

test.each(['unleash.example.com', 'ftp://host', 'https://me:pw@host', 'https://host/?a=b'])(
  'refuses to follow %s',
  (UNLEASH_URL) => {
    expect(readSettings({ UNLEASH_URL, UNLEASH_API_KEY: 'key' })._unsafeUnwrapErr()).toMatchObject({
      variable: 'UNLEASH_URL',
    });
  },
);

test('requires the key of the Unleash to follow', () => {
  const UNLEASH_URL = 'https://unleash.example.com';

  expect(readSettings({ UNLEASH_URL })._unsafeUnwrapErr().variable).toBe('UNLEASH_API_KEY');
});

test.each(['1000000', '500000000'])('reads at most %s bytes', (MAX_RESPONSE_BYTES) => {
  const following = { UNLEASH_URL: 'https://unleash.example.com', UNLEASH_API_KEY: 'key' };
  const { unleash } = readSettings({ ...following, MAX_RESPONSE_BYTES })._unsafeUnwrap();

  expect(unleash?.maxResponseBytes).toBe(Number(MAX_RESPONSE_BYTES));
});

test.each(['999999', '500000001', '32MB', '-1', 'Infinity'])(
  'does not read at most %s bytes',
  (MAX_RESPONSE_BYTES) => {
    expect(readSettings({ MAX_RESPONSE_BYTES })._unsafeUnwrapErr()).toMatchObject({
      variable: 'MAX_RESPONSE_BYTES',
      expected: 'bytes, from 1000000 to 500000000',
    });
  },
);

test.each(['2s', '60s', '5m', '1h', '30d', '999999d'])('syncs every %s', (SYNC_INTERVAL) => {
  expect(readSettings({ SYNC_INTERVAL }).isOk()).toBe(true);
});

test.each(['1s', '60', '0s', 'often', 'Infinity', 'NaN', '1e9d', '9999999d'])(
  'does not sync every %s',
  (SYNC_INTERVAL) => {
    expect(readSettings({ SYNC_INTERVAL })._unsafeUnwrapErr().variable).toBe('SYNC_INTERVAL');
  },
);
