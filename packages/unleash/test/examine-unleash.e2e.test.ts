import { expect, onTestFinished, test } from 'vitest';
import { examineUnleash } from '../src/examine-unleash.ts';
import { unleashApi } from '../src/unleash-api.ts';
import {
  fakeChangeRequest,
  fakeStrategy,
  type FakeResponse,
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
  const api = unleashApi({ url, key, firstWaitMs: 1 });
  const report = await examineUnleash({ api, key });
  const at = (wanted: string) => report.endpoints.find((each) => each.path === wanted);
  return { unleash, report, at };
}

/** It looks like a word of Unleash's API, and stands for all that people have written. */
const SECRET = 'hush';
const NO_SECRET = new RegExp(SECRET, 'i');
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
            [SECRET]: 1,
            [`${SECRET}Field`]: SECRET,
          },
        },
        { id, action: `${SECRET}Action`, payload: [{ [SECRET]: 1, name: SECRET }] },
        { id, action: SECRET, payload: { [SECRET]: 1 }, [SECRET]: SECRET },
      ],
      [SECRET]: { [SECRET]: SECRET },
    },
  ],
  segments: [{ id, name: SECRET, action: SECRET, payload: { [SECRET]: 1 } }],
  stateTimestamps: { [SECRET]: SECRET },
  schedule: { status: 'pending', scheduledAt: '2027-01-01T00:00:00Z', [SECRET]: SECRET },
  environmentType: SECRET,
  [SECRET]: SECRET,
});

test('reports statuses, fields and types of each endpoint, and no names and contents', async () => {
  const named = { id: `${SECRET}-shop`, name: SECRET, description: SECRET, health: 94 };
  const project = { ...named, [SECRET]: SECRET, [`${SECRET}project`]: 1 };
  const { unleash, report, at } = await examine({
    projects: [project],
    strategies: [{ ...fakeStrategy(`${SECRET}Sale`), [SECRET]: 1 }],
    changeRequests: Array.from({ length: 14 }, (_, id) => fakeChangeRequest(id, secret(id))),
  });

  expect(report).toMatchObject({
    isReadable: true,
    versions: { oss: '8.2.0' },
    key: { kind: 'admin token', hidesProjects: false },
    counts: { scheduled: 'about 10', problems: '0' },
  });
  expect(at('/projects')).toMatchObject({
    responses: { 200: 'under 10' },
    missing: [],
    unexpected: ['(under 10 others)', 'description: string', 'health: number'],
  });
  expect(at('/strategies')?.unexpected).toEqual(['(under 10 others)']);
  expect(at(LIST)).toMatchObject({ elements: 'about 10', missing: [] });
  expect(at(LIST)?.unexpected).toEqual([
    '(under 10 others)',
    'environmentType: string',
    'features[].(under 10 others)',
    'schedule.(under 10 others)',
  ]);
  expect(at(LIST)?.payloads).toEqual({ '(under 10 others)': ['(under 10 others)'] });
  expect(at(`${LIST}/:id`)?.unexpected).toContain('features[].changes[].(under 10 others)');
  expect(at(`${LIST}/:id`)?.payloads).toEqual({
    '(under 10 others)': ['(under 10 others)', '[].(under 10 others)', '[].name: string'],
    updateStrategy: ['(under 10 others)', 'id: string', 'name: string', 'parameters: object'],
  });
  for (const path of NAMES) expect(at(path)?.responses).toEqual({ 200: 'under 10' });
  for (const path of [`${LIST}/:id`, `${LIST}/count`, '/search/change-requests']) {
    expect(at(path)).toMatchObject({ responses: { 200: expect.any(String) }, missing: [] });
  }
  expect(JSON.stringify(report)).not.toMatch(NO_SECRET);
  expect(new Set(unleash.received.map(({ method }) => method))).toEqual(new Set(['GET']));
});

const SECRETS = { [SECRET]: SECRET, name: SECRET, ['__proto__']: { [SECRET]: SECRET } };
const LONG = JSON.stringify(Array.from({ length: 3_000 }, () => ({ [SECRET]: SECRET.repeat(99) })));

test.each<[string, FakeResponse]>([
  ['an object', { body: SECRETS }],
  ['a list', { body: [SECRETS, SECRET, [SECRET]] }],
  [
    'elements',
    {
      body: {
        version: SECRET,
        projects: [SECRETS, SECRET],
        strategies: [SECRETS, SECRET],
        features: [SECRETS],
        segments: [SECRETS],
        environments: [SECRETS],
        total: SECRET,
        changeRequests: [SECRETS],
        scheduled: SECRET,
        rootRole: SECRETS,
        versionInfo: { current: { [SECRET]: SECRET, oss: SECRET }, instanceId: SECRETS },
        permissions: [{ permission: SECRET }, { permission: 'HUSH_PERMISSION' }],
      },
    },
  ],
  ['broken elements', { body: [{ ...secret(1), schedule: SECRETS, state: SECRET, id: SECRET }] }],
  ['a value', { body: JSON.stringify(SECRET) }],
  ['broken JSON', { body: `{"${SECRET}":[${SECRET}` }],
  ['a broken list', { body: `[{"id":1},${SECRET}` }],
  ['a long broken list', { body: `${LONG.slice(0, -1)},${SECRET}` }],
  ['a long list', { body: LONG }],
  ['another type', { body: SECRET, headers: { 'Content-Type': `text/${SECRET}` } }],
  ['a type of its own', { body: SECRET, headers: { 'Content-Type': SECRET } }],
  ['a 404', { status: 404, headers: { 'Content-Type': `text/${SECRET}` } }],
  ['its own 404', { status: 404, body: { name: 'NotFoundError', message: SECRET, id: SECRET } }],
  ['a redirect', { status: 302, headers: { Location: `http://${SECRET}` } }],
  ['a failure', { status: 500, body: SECRET }],
])('reports no names and contents if each path responds with %s', async (_what, response) => {
  const secretShop = { id: `${SECRET}shop`, name: SECRET };
  const paths = ['/ui-config', '/user', '/user/profile', '/projects', '/strategies'];
  const later = ['/segments', '/context', '/search/features', '/search/change-requests'];
  const ofProject = [
    ...['', '/count', '/1'].map((end) => `/projects/${SECRET}shop/change-requests${end}`),
    `/projects/${SECRET}shop/features`,
    `/environments/project/${SECRET}shop`,
  ];
  for (const others of [
    [...paths, ...later],
    [...later, ...ofProject],
  ]) {
    const unleash = await startFakeUnleash({ projects: [secretShop] });
    onTestFinished(() => unleash.close());
    unleash.state.changeRequests = [fakeChangeRequest(1, { project: secretShop.id })];
    for (const path of others) unleash.respond(path, response);
    const api = unleashApi({ ...unleash, firstWaitMs: 1 });

    const report = await examineUnleash({ api, key: unleash.key });

    expect(report.endpoints.length).toBeGreaterThan(4);
    expect(JSON.stringify(report)).not.toMatch(NO_SECRET);
  }
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
    '/search/features',
    { status: 429, headers: { 'Retry-After': '3600' } },
    { 429: 'under 10' },
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
  expect(JSON.stringify(report)).not.toMatch(NO_SECRET);
});

test.each<[string, readonly string[] | undefined, boolean]>([
  ['0', undefined, true],
  ['3600', undefined, false],
  ['3600', ['nowhere'], false],
])(
  'a search that has to wait %s s in the middle, of %j, is readable: %j',
  async (wait, projectIds, isReadable) => {
    const { unleash } = await examine();
    let pages = 0;
    unleash.respond('/search/features', (_request, response) => {
      pages += 1;
      if (pages === 2) response.writeHead(429, { 'Retry-After': wait });
      response.end('{"features":[]}');
    });
    const { key } = unleash;
    const report = await examineUnleash({ api: unleashApi(unleash), key, projectIds });

    const search = report.endpoints.find(({ path }) => path === '/search/features');
    expect(search?.responses).toEqual({ 200: 'under 10', 429: 'under 10' });
    expect(report.isReadable).toBe(isReadable);
  },
);

test('reports the role and the permissions of the key, if Unleash tells them', async () => {
  const permissions = ['CREATE_STRATEGY', 'CREATE_STRATEGY', 'HUSH'].map((permission) => ({
    permission,
    project: SECRET,
  }));
  const { unleash } = await examine();
  unleash.respond('/user', { body: { user: {}, permissions } });
  unleash.respond('/user/profile', { body: { rootRole: { name: 'Viewer' }, projects: [SECRET] } });
  const api = unleashApi(unleash);
  const report = () => examineUnleash({ api, key: 'user:key' });

  expect((await report()).key).toEqual({
    kind: 'token of a user or a service account',
    permissions: ['CREATE_STRATEGY', '(under 10 others)'],
    rootRole: 'Viewer',
    hidesProjects: true,
  });
  unleash.respond('/user/profile', { body: { rootRole: { name: SECRET } } });
  expect((await report()).key).toMatchObject({ rootRole: 'custom', hidesProjects: false });
  unleash.respond('/user/profile', { status: 404 });
  expect((await report()).key).toMatchObject({ hidesProjects: true });
});

test('reports the numbers of versions only', async () => {
  const current = {
    oss: '8.2.0-beta.1+hush',
    enterprise: 'hush',
    [SECRET]: '1.2.3',
    toString: '1',
  };
  const { unleash } = await examine();
  unleash.respond('/ui-config', { body: { versionInfo: { current } } });

  const report = await examineUnleash({ api: unleashApi(unleash), key: unleash.key });

  expect(report.versions).toEqual({ oss: '8.2.0-beta.1' });
});
