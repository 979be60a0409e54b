import { memoryOperate } from '@forewarn/operate/memory';
import { createMemoryStore } from '@forewarn/store-memory';
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { DOCUMENT } from '../../packages/service/test/http/documented.ts';
import { makeKey, serve } from '../../packages/service/test/http/served-app.ts';
import { DESCRIBED_REQUESTS, type DescribedRequest } from './described-requests.ts';
import {
  type DescribedApi,
  type DescribedResponses,
  describedResponses,
  type Received,
} from './described-responses.ts';
import { DESCRIBED, LACKING } from './differences.ts';
import { unleashAdmin } from './unleash-admin.ts';
import { makeUserKey } from './user-key.ts';

const unleash = unleashAdmin(inject('sharedUnleash'));
let document: DescribedApi;
let described: DescribedResponses;

beforeAll(async () => {
  document = (await (await fetch(`${unleash.url}/docs/openapi.json`)).json()) as DescribedApi;
  described = describedResponses(document);
});

/** A server, and its keys. */
interface Api {
  readonly url: string;
  readonly keys: Readonly<Record<'all' | 'viewer' | 'wrong', string>>;
}

async function apiOfUnleash(): Promise<Api> {
  const viewer = await makeUserKey(unleash, 'Viewer');
  return { url: unleash.url, keys: { all: unleash.key, viewer, wrong: '*:*.wrong' } };
}

async function apiOfForewarn(): Promise<Api> {
  const store = createMemoryStore({}, [memoryOperate]);
  const served = await serve(store);
  onTestFinished(async () => {
    await served.stop();
    await store.close();
  });
  (await store.projects.register({ id: 'default', name: 'Default' }, 'ann'))._unsafeUnwrap();
  const all = await makeKey(store, 'all');
  const viewer = await makeKey(store, 'viewer', { permissions: ['PROJECT_CHANGE_REQUEST_READ'] });
  return { url: served.url, keys: { all, viewer, wrong: '*:*.wrong' } };
}

async function send({ url, keys }: Api, request: DescribedRequest): Promise<Received> {
  const { method, path, key = 'all', body, type = 'application/json' } = request;
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(key === 'none' ? {} : { Authorization: keys[key] }),
      ...(body === undefined ? {} : { 'Content-Type': type }),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, type: response.headers.get('Content-Type'), body: text };
}

/** The differences from the document that only Forewarn's response has. */
function differencesOf(
  request: DescribedRequest,
  theirs: Received,
  ours: Received,
): readonly string[] {
  if (ours.status !== theirs.status) {
    return [`${ours.status} instead of ${theirs.status} for ${request.title ?? 'a valid request'}`];
  }
  const both = new Set(described.deviations(request, theirs));
  return described.deviations(request, ours).filter((each) => !both.has(each));
}

test('the page names each difference by the OpenAPI document of Unleash, and no other', async () => {
  const [there, here] = [await apiOfUnleash(), await apiOfForewarn()];
  const operations = new Map<string, Set<string>>();
  for (const request of DESCRIBED_REQUESTS) {
    const [theirs, ours] = [await send(there, request), await send(here, request)];
    for (const difference of differencesOf(request, theirs, ours)) {
      const known = operations.get(difference) ?? new Set();
      operations.set(difference, known.add(described.operationOf(request)));
    }
  }

  const found = [...operations].map(([what, where]) => [what, [...where]] as const);
  expect(Object.fromEntries(found)).toEqual(DESCRIBED);
});

/** The operations of a document, such as `GET /api/admin/strategies/{}`, with their ids. */
const operationsOf = ({ paths }: Pick<DescribedApi, 'paths'>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { operationId }]) => [
        `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '{}')}`,
        operationId,
      ]),
    ),
  );

test('sends requests to each operation that both have', () => {
  const [theirs, ours] = [operationsOf(document), operationsOf(DOCUMENT as DescribedApi)];
  const common = [...ours.keys()].flatMap((each) => theirs.get(each) ?? []);

  const tested = new Set(DESCRIBED_REQUESTS.map((request) => described.operationOf(request)));

  expect([...tested].toSorted()).toEqual([...common, 'getHealth', 'getReady'].toSorted());
});

test('the page names the operations on these paths that Forewarn lacks', () => {
  const ours = operationsOf(DOCUMENT as DescribedApi);
  const lacking = [...operationsOf(document)].filter(
    ([each]) =>
      !ours.has(each) &&
      / \/api\/admin\/(?:strategies|projects|events|search\/events)(?:\/|$)/.test(each),
  );
  const elsewhere = lacking.filter(([each]) => !each.includes(' /api/admin/projects/{}/'));

  expect({
    operations: elsewhere.map(([, id]) => id),
    belowProject: lacking.length - elsewhere.length,
  }).toEqual(LACKING);
});
