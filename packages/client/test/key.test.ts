import { expect, test } from 'vitest';
import { createClient, type Key } from '../src/index.ts';
import { callOn, clientOf, json } from './fake-network.ts';

let renewals = 0;

test.each<[kind: string, key: Key, sent: string]>([
  ['a text', 'a-key', 'a-key'],
  ['a function', () => 'Bearer a', 'Bearer a'],
  ['a function that returns a promise', async () => `token ${++renewals}`, 'token 1'],
])('the key can be %s', async (_kind, key, sent) => {
  const { requests } = await callOn(
    () => json({}),
    (client) => client.getMe(),
    { key },
  );

  expect(requests.map(({ headers }) => headers.get('Authorization'))).toEqual([sent]);
});

test('a key of a function is asked for at each request, and kept for its retries', async () => {
  let count = 0;
  const { client, requests } = clientOf([() => json({}, 503, { 'Retry-After': '0' })], {
    key: () => `key-${++count}`,
    tries: 2,
  });

  await client.getMe();
  await client.getMe();

  const keys = requests.map(({ headers }) => headers.get('Authorization'));
  expect(keys).toEqual(['key-1', 'key-1', 'key-2', 'key-2']);
});

test.each<[reason: string, key: Key, message: string]>([
  [
    'fails',
    () => {
      throw new Error('no session');
    },
    'The function `key` failed: Error: no session',
  ],
  [
    'rejects',
    () => Promise.reject(new Error('no session')),
    'The function `key` failed: Error: no',
  ],
  ['returns no key', () => undefined as never, 'The function `key` returned none: expected an API'],
  ['returns a line break', () => 'secret\n', 'The function `key` returned none: expected an API'],
])('a request is not sent if the function %s', async (_reason, key, message) => {
  const { outcome, requests } = await callOn(
    () => json({}),
    (client) => client.getMe(),
    { key },
  );

  expect(outcome).toMatchObject({ outcome: 'refused', failure: { type: 'NotSent' } });
  expect(outcome).toHaveProperty('failure.message', expect.stringContaining(message));
  expect(requests).toEqual([]);
});

test.each([
  [
    'without a key, a request has no Authorization, but the cookies of its origin and what no other site can send',
    {},
    'same-origin',
    ['accept', 'forewarn-page', 'prefer'],
  ],
  [
    'with a key, a request has no cookies',
    { key: 'a-key' },
    'omit',
    ['accept', 'authorization', 'prefer'],
  ],
])('%s', async (_title, options, credentials, headers) => {
  const sent: (RequestInit | undefined)[] = [];
  const client = createClient({
    url: 'https://flags.example.com',
    ...options,
    fetch: async (_url, init) => {
      sent.push(init);
      return json({});
    },
  });

  await client.getMe();

  expect(sent).toHaveLength(1);
  expect(sent[0]).toHaveProperty('credentials', credentials);
  expect([...new Headers(sent[0]?.headers).keys()]).toEqual(headers);
});
