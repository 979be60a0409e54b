import { expect, test } from 'vitest';
import { type Client, createClient } from '../src/index.ts';
import { callOn, clientOf, json } from './fake-network.ts';

type Call = (client: Client) => Promise<object>;

// JavaScript callers can pass anything.
const loosely =
  (query?: unknown): Call =>
  (client) =>
    client.getScheduledChangeRequests('shop', query as never);
const listing =
  (query: Parameters<Client['getChangeRequests']>[0]): Call =>
  (client) =>
    client.getChangeRequests(query);

const HELD = { feature: ['a'] };
const circle: Record<string, unknown> = {};
circle['payload'] = circle;
const unwilling = () => {
  throw new Error('no');
};

test.each<[string, Call, RegExp]>([
  ...['', '.', '..', '\ud800'].flatMap((name): [string, Call, RegExp][] => [
    [`the definition "${name}"`, (client) => client.removeStrategy(name), /^A name in the path/],
    [
      `the project "${name}"`,
      (client) => client.getScheduledChangeRequest(name, 7),
      /^A name in the path/,
    ],
    [
      `a search in the project "${name}"`,
      (client) => client.getScheduledChangeRequests(name, HELD),
      /^A name in the path/,
    ],
  ]),
  ['a search without a query', loosely(), /at least one name/],
  ['a search for nothing', loosely({}), /at least one name/],
  ['a search for no feature', loosely({ feature: [] }), /at least one name/],
  ['a search for undefined', loosely({ feature: undefined }), /at least one name/],
  ['a search for a list of undefined', loosely({ feature: [undefined] }), /at least one name/],
  ['a search for a number', loosely({ feature: [7] }), /at least one name/],
  ['a search for an empty name', loosely({ feature: [''] }), /none that is empty/],
  ['a search for half a character', loosely({ strategyId: ['\ud800'] }), /malformed Unicode/],
  ['a search with one empty name', loosely({ ...HELD, strategyId: [''] }), /none that is empty/],
  ['a list of an empty name', listing({ feature: [''] }), /is empty/],
  ['a list of half a character', listing({ environment: ['a\ud800'] }), /malformed Unicode/],
  ['a list from an empty time', listing({ from: '' }), /is empty/],
  ['forecasts of an empty project', (client) => client.listForecasts({ projectId: '' }), /^A name/],
  ['forecasts of no name', (client) => client.listForecasts({ environments: [''] }), /is empty/],
  ['forecasts to an empty time', (client) => client.listForecasts({ to: '' }), /is empty/],
  ['a clean-up of an empty name', (client) => client.getCleanup({ features: [''] }), /is empty/],
  [
    'a clean-up of no names',
    (client) => client.getCleanup({ features: [], definitions: [] }),
    /is empty/,
  ],
  ['an impact of no targets', (client) => client.getProjectImpact('shop', []), /at least one/],
  ...['"a"\n', '"\u{1f600}"'].map((ifMatch): [string, Call, RegExp] => [
    `the entity tag ${JSON.stringify(ifMatch)}`,
    (client) => client.withdrawScheduledChangeRequest('shop', 12, { ifMatch }),
    /does not fit in a header/,
  ]),
  ...(
    [
      ['refers to itself', circle, /circular/],
      ['has a BigInt', { payload: 7n }, /BigInt/],
      ['throws in toJSON', { toJSON: unwilling }, /no$/],
      ['serializes to undefined', { toJSON: () => undefined }, /the type object$/],
      ['is a function', unwilling, /the type function$/],
    ] as const
  ).flatMap(([how, body, why]): [string, Call, RegExp][] => [
    [`a definition that ${how}`, (client) => client.createStrategy(body as never), why],
    [
      `a batch that ${how}`,
      (client) => client.recordScheduledChangeRequests('shop', body as never),
      why,
    ],
  ]),
])('%s is not sent', async (what, call, reason) => {
  const { outcome, requests } = await callOn(() => json([]), call);

  const message = expect.stringMatching(reason) as string;
  expect(outcome).toEqual({
    outcome: what.startsWith('a search') ? 'unknown' : 'refused',
    failure: { type: 'NotSent', message },
  });
  expect(requests).toEqual([]);
});

test('undefined in a query is omitted', async () => {
  const { client, requests } = clientOf([() => json([])]);

  expect(await loosely({ ...HELD, strategyId: undefined })(client)).toEqual({ outcome: 'none' });
  expect(requests[0]?.url.search).toBe('?feature=a');
});

// An environment variable that is not set, in JavaScript.
const NOT_SET = undefined as unknown as string;
const BASE = /^url: expected http\(s\):\/\/host, with a path at most, and no password$/;
const KEY = /^key: expected an API key: ASCII, without line breaks$/;

test.each<[string, readonly unknown[], RegExp]>([
  [
    'url',
    [
      'example.com',
      'ftp://example.com',
      'https://user:word@example.com',
      'https://example.com/?a=b',
      'https://example.com/#a',
      '',
    ],
    BASE,
  ],
  ['key', ['', ' ', 'two\nlines', 'schlüssel', ' a', 'a ', NOT_SET], KEY],
  ['timeoutMs', [0, -1, Number.NaN, Infinity], /^timeoutMs is /],
  ['tries', [0, -1, Number.NaN, Infinity, 1.5], /^tries is /],
  [
    'maxResponseBytes',
    [0, -1, 1.5, Number.NaN],
    /^maxResponseBytes is .*: expected a whole number of bytes from 1$/,
  ],
])('createClient throws a TypeError for a wrong %s, without secrets', (name, values, message) => {
  for (const value of values) {
    const options = { url: 'https://example.com', key: 'a-key', [name]: value };
    expect(() => createClient(options)).toThrow(TypeError);
    expect(() => createClient(options)).toThrow(message);
  }
});
