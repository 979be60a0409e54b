import type { Sent } from './described-responses.ts';

/** A request to both Unleash and Forewarn. */
export interface DescribedRequest extends Sent {
  /** What is special about it; absent if it is valid. */
  readonly title?: string;
  /** Default: a key that may do everything. A viewer may only read. */
  readonly key?: 'viewer' | 'wrong' | 'none';
  readonly body?: unknown;
  /** Default: JSON if there is a body. */
  readonly type?: string;
}

const ADMIN = '/api/admin';
const LIST = `${ADMIN}/strategies`;
const ONE = `${LIST}/described`;
const PLAIN = { name: 'described', parameters: [] };
const FULL = {
  name: 'described-fully',
  displayName: 'Described',
  title: 'Fully described',
  description: 'has all fields',
  deprecated: false,
  editable: true,
  parameters: [
    { name: 'days', type: 'number', description: 'how many', required: true },
    { name: 'rollout', type: 'percentage' },
  ],
};
const UPDATE = { description: 'changed', parameters: FULL.parameters };

/** Bodies that are wrong for a new definition and for an update. */
const WRONG_BODIES = {
  'no parameters': { name: 'described-wrongly' },
  'a text as parameters': { name: 'described-wrongly', parameters: 'none' },
  'a parameter of an unknown type': {
    name: 'described-wrongly',
    parameters: [{ name: 'a', type: 'colour' }],
  },
  'a list': [],
  'broken JSON': '{"name":',
};

const wrong = (method: string, path: string): readonly DescribedRequest[] => [
  ...Object.entries(WRONG_BODIES).map(([title, body]) => ({ title, method, path, body })),
  { title: 'text', method, path, body: 'name', type: 'text/plain' },
];

/** The same requests with keys that may not send them. */
const denied = (method: string, path: string, body?: object): readonly DescribedRequest[] =>
  (['none', 'wrong', 'viewer'] as const).map((key) => ({
    title: `${key} key`,
    method,
    path,
    key,
    ...(body === undefined ? {} : { body }),
  }));

const unknown = (method: string, path: string, body?: object): readonly DescribedRequest[] =>
  ['never', '%25', 'a%2Fb', 'n'.repeat(101)].map((name) => ({
    title: name === 'never' ? 'an unknown name' : 'an invalid name',
    method,
    path: path.replace('{name}', name),
    ...(body === undefined ? {} : { body }),
  }));

/** Their order matters: later requests need the effects of earlier ones. */
export const DESCRIBED_REQUESTS: readonly DescribedRequest[] = [
  { method: 'GET', path: '/health' },
  { method: 'GET', path: '/ready' },
  { method: 'POST', path: LIST, body: PLAIN },
  { method: 'POST', path: LIST, body: FULL },
  { title: 'a taken name', method: 'POST', path: LIST, body: PLAIN },
  { title: 'a built-in name', method: 'POST', path: LIST, body: { ...PLAIN, name: 'default' } },
  { title: 'an invalid name', method: 'POST', path: LIST, body: { ...PLAIN, name: 'a b' } },
  ...wrong('POST', LIST),
  ...denied('POST', LIST, { ...PLAIN, name: 'described-secretly' }),
  { method: 'GET', path: LIST },
  ...denied('GET', LIST),
  { method: 'GET', path: ONE },
  { method: 'GET', path: `${LIST}/described-fully` },
  { title: 'a built-in definition', method: 'GET', path: `${LIST}/default` },
  ...unknown('GET', `${LIST}/{name}`),
  ...denied('GET', ONE),
  { method: 'PUT', path: ONE, body: UPDATE },
  { title: 'a built-in definition', method: 'PUT', path: `${LIST}/default`, body: UPDATE },
  ...wrong('PUT', ONE),
  ...unknown('PUT', `${LIST}/{name}`, UPDATE),
  ...denied('PUT', ONE, UPDATE),
  ...['deprecate', 'reactivate'].flatMap((how): readonly DescribedRequest[] => [
    { method: 'POST', path: `${ONE}/${how}` },
    { title: 'again', method: 'POST', path: `${ONE}/${how}` },
    { title: 'a built-in definition', method: 'POST', path: `${LIST}/flexibleRollout/${how}` },
    ...unknown('POST', `${LIST}/{name}/${how}`),
    ...denied('POST', `${ONE}/${how}`),
  ]),
  ...denied('DELETE', ONE),
  { method: 'DELETE', path: ONE },
  { title: 'again', method: 'DELETE', path: ONE },
  { method: 'DELETE', path: `${LIST}/described-fully` },
  { title: 'a built-in definition', method: 'DELETE', path: `${LIST}/flexibleRollout` },
  ...unknown('DELETE', `${LIST}/{name}`),
  { method: 'GET', path: `${ADMIN}/projects` },
  { method: 'GET', path: `${ADMIN}/projects?archived=true` },
  { title: 'a wrong `archived`', method: 'GET', path: `${ADMIN}/projects?archived=perhaps` },
  ...denied('GET', `${ADMIN}/projects`),
  { method: 'GET', path: `${ADMIN}/user` },
  ...denied('GET', `${ADMIN}/user`),
  { method: 'GET', path: `${ADMIN}/events` },
  { method: 'GET', path: `${ADMIN}/events?project=default` },
  { title: 'a limit', method: 'GET', path: `${ADMIN}/events?limit=1` },
  ...denied('GET', `${ADMIN}/events`),
];
