import { expect, onTestFinished, test } from 'vitest';
import { examineUnleash } from '../src/examine-unleash.ts';
import { unleashApi } from '../src/unleash-api.ts';
import {
  fakeChangeRequest,
  fakeStrategy,
  type FakeState,
  startFakeUnleash,
} from './fake-unleash.ts';

const NAMES = [
  '/segments',
  '/context',
  '/environments/project/:project',
  '/projects/:project/features',
  '/search/features',
];
const LIST = '/projects/:project/change-requests';

async function examine(state: Partial<FakeState> = {}, path = '', response = {}) {
  const unleash = await startFakeUnleash(state);
  onTestFinished(() => unleash.close());
  if (path !== '') unleash.respond(path, response);
  const { url, key } = unleash;
  const api = unleashApi({ url, key, timeoutMs: 1_000, firstWaitMs: 1 });
  const report = await examineUnleash({ api, key });
  const at = (wanted: string) => report.endpoints.find((each) => each.path === wanted);
  return { unleash, report, at };
}

const SECRET = 'Hush';
const secret = (id: number) => ({
  title: `${SECRET} ${id}`,
  environment: `${SECRET}-production`,
  project: `${SECRET}-shop`,
  createdBy: { id: 1, username: `${SECRET}@example.com` },
  comments: [{ text: `${SECRET}!` }],
  features: [
    {
      name: `${SECRET}-checkout`,
      changes: [
        {
          id,
          action: 'updateStrategy',
          payload: {
            id: `${SECRET}-${id}`,
            name: `${SECRET}-rollout`,
            parameters: { [SECRET]: SECRET },
            [`${SECRET}-field`]: SECRET,
          },
        },
        { id, action: `${SECRET} action`, payload: [{ [SECRET]: 1 }] },
      ],
      addedByUnleash: { [SECRET]: SECRET },
    },
  ],
});

test('reports statuses, fields and types of each endpoint, and no names and contents', async () => {
  const project = { id: `${SECRET}-shop`, name: SECRET, description: SECRET, health: 94 };
  const { unleash, report, at } = await examine({
    projects: [project],
    strategies: [{ ...fakeStrategy(`${SECRET}Sale`), [SECRET]: 1 }],
    changeRequests: Array.from({ length: 14 }, (_, id) => fakeChangeRequest(id, secret(id))),
  });

  expect(report).toMatchObject({
    isReadable: true,
    versions: { oss: '8.2.0' },
    key: { kind: 'admin token' },
    counts: { scheduled: 'about 10', problems: '0' },
  });
  expect(at('/projects')).toMatchObject({
    responses: { 200: 'under 10' },
    missing: [],
    unexpected: ['description: string', 'health: number'],
  });
  expect(at('/strategies')?.unexpected).toContain('(another name): number');
  expect(at(LIST)).toMatchObject({ elements: 'about 10', missing: [] });
  expect(at(LIST)?.unexpected).toContain('features[].addedByUnleash: object');
  expect(at(LIST)?.payloads).toEqual({});
  expect(at(`${LIST}/:id`)?.payloads).toEqual({
    '(another name)': ['[].(another name): number'],
    updateStrategy: ['(another name): string', 'id: string', 'name: string', 'parameters: object'],
  });
  for (const path of NAMES) expect(at(path)?.responses).toEqual({ 200: 'under 10' });
  for (const path of [`${LIST}/:id`, `${LIST}/count`, '/search/change-requests']) {
    expect(at(path)).toMatchObject({ responses: { 200: expect.any(String) }, missing: [] });
  }
  expect(JSON.stringify(report)).not.toContain(SECRET);
  expect(new Set(unleash.received.map(({ method }) => method))).toEqual(new Set(['GET']));
});

test('reports the fields that a sync can not read', async () => {
  const { environment: _, ...broken } = fakeChangeRequest(7);
  const { report, at } = await examine({ changeRequests: [broken, fakeChangeRequest(8)] });

  expect(report).toMatchObject({ isReadable: false, counts: { scheduled: 'under 10' } });
  expect(at(LIST)?.missing).toEqual([expect.stringMatching(/^environment: expected string/)]);
});

test('reports an open-source Unleash, which does not serve change requests', async () => {
  const { report, at } = await examine({ changeRequests: undefined });

  expect(report.isReadable).toBe(true);
  expect(at(LIST)?.responses).toEqual({ '404, not served': 'under 10' });
});

test.each([
  ['/projects', { status: 403 }, { 403: 'under 10' }, []],
  [
    '/projects',
    { status: 302, headers: { Location: `http://${SECRET}` } },
    { 'a redirect': 'under 10' },
    [],
  ],
  [
    '/strategies',
    { body: `{"strategies":[{"name":"${SECRET}` },
    { 200: 'under 10' },
    ['broken JSON'],
  ],
])('reports %s that responds with %o', async (path, response, responses, missing) => {
  const { report, at } = await examine({}, path, response);

  expect(report.isReadable).toBe(false);
  expect(at(path)).toMatchObject({ responses });
  expect(at(path)?.missing.map((each) => each.replace(/^.*: /, ''))).toEqual(missing);
  expect(JSON.stringify(report)).not.toContain(SECRET);
});

test('reports the role and the permissions of the key, if Unleash tells them', async () => {
  const permission = { permission: 'CREATE_STRATEGY', project: SECRET };
  const { unleash } = await examine();
  unleash.respond('/user', { body: { user: {}, permissions: [permission, permission] } });
  unleash.respond('/user/profile', { body: { rootRole: { name: 'Viewer' }, projects: [SECRET] } });
  const api = unleashApi(unleash);
  const report = () => examineUnleash({ api, key: 'user:key' });

  expect((await report()).key).toEqual({
    kind: 'token of a user or a service account',
    permissions: ['CREATE_STRATEGY'],
    rootRole: 'Viewer',
  });
  unleash.respond('/user/profile', { body: { rootRole: { name: SECRET } } });
  expect((await report()).key.rootRole).toBe('custom');
});
