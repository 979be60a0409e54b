import type { Scope } from '@forewarn/core';
import { memoryForecast } from '@forewarn/forecast/memory';
import { createAdminApi } from '@forewarn/http';
import { makeWebhookUseCases } from '@forewarn/notify';
import { memoryNotify } from '@forewarn/notify/memory';
import { createMemoryStore } from '@forewarn/store-memory';
import { errAsync, okAsync } from 'neverthrow';
import { expect, test } from 'vitest';
import { makeUseCases } from '../../use-cases/src/index.ts';
import { addAll, claim, commit, TOO_OLD, webhook } from '../src/contract/samples.ts';
import { httpNotify } from '../src/http/index.ts';
import { webhookPorts } from './webhook-ports.ts';

const ADMIN = 'admin-key';
const POWERLESS = 'powerless-key';

const authorizer = {
  authenticate: (key: string | undefined) =>
    key === ADMIN || key === POWERLESS
      ? okAsync({ name: key })
      : errAsync({ type: 'AuthenticationRequired' as const }),
  // An ADMIN of a project must not see or reroute messages about others.
  authorize: ({ name }: { readonly name: string }, permission: 'ADMIN', scope: Scope) =>
    name === ADMIN && scope.projectId === undefined
      ? okAsync()
      : errAsync({ type: 'NoAccess' as const, permission }),
};

/** The admin API with webhooks. */
function open() {
  const reports: string[] = [];
  const capabilities = [httpNotify(makeWebhookUseCases({ authorizer, ...webhookPorts() }))];
  const { handle, document } = createAdminApi(
    makeUseCases({ authorizer, store: createMemoryStore() }),
    { capabilities, reportError: ({ error }) => void reports.push(error.type) },
  );
  const ask = async (method: string, path: string, body?: object, key = ADMIN) => {
    const response = await handle(
      new Request(`http://localhost/api/admin${path}`, {
        method,
        headers: { Authorization: key, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    const text = (await response?.text()) ?? '';
    return { response, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
  };
  return { ask, document, reports };
}

const NEW = { url: 'https://hooks.example.com/' };
const ROUTES = [
  ['GET', '/webhooks', undefined],
  ['POST', '/webhooks', NEW],
  ['DELETE', '/webhooks/1', undefined],
  ['POST', '/webhooks/1/test', undefined],
  ['GET', '/webhooks/1/deliveries', undefined],
] as const;

test.each(ROUTES)('%s %s needs a valid key with ADMIN everywhere', async (method, path, body) => {
  const { ask } = open();

  const statuses = [];
  for (const key of ['wrong', POWERLESS, ADMIN]) {
    statuses.push((await ask(method, path, body, key)).response?.status);
  }

  expect(statuses).toEqual([401, 403, method === 'POST' && body !== undefined ? 201 : 200]);
});

test('lists webhooks by their origins, without secrets', async () => {
  const { ask } = open();

  expect((await ask('GET', '/webhooks')).body).toEqual({
    version: 1,
    webhooks: [
      {
        id: '1',
        origin: 'https://hooks.example.com',
        template: 'slack',
        createdBy: 'alice',
        createdAt: '2026-11-20T10:00:00.000Z',
      },
    ],
  });
});

test('returns the secret of a new webhook, and where it is', async () => {
  const { ask } = open();

  const { response, body } = await ask('POST', '/webhooks', NEW);

  expect(body).toEqual({ id: 'w-2', secret: 'whsec_bmV3' });
  expect(response?.headers.get('Location')).toBe('/api/admin/webhooks/w-2');
});

test('lists deliveries with what became of each', async () => {
  const { ask } = open();

  expect((await ask('GET', '/webhooks/1/deliveries')).body).toMatchObject({
    version: 1,
    deliveries: [{ id: 'msg_1', type: 'summary', state: 'parked', attempts: 9 }],
  });
});

test('lists what was given up, however many were delivered since', async () => {
  const store = createMemoryStore({}, [memoryForecast, memoryNotify]);
  await addAll(store, webhook('a'));
  for (let nth = 0; nth < 6; nth += 1) {
    const projects = Array.from({ length: 20 }, (_, index) => `p${index}`);
    await commit(
      store,
      projects.map((project) => ({ ...TOO_OLD, project })),
    );
    for (const [index, each] of (await claim(store, { limit: 20 })).entries()) {
      const isFirst = nth + index === 0;
      await store.deliveries.settle(
        each,
        isFirst ? { kind: 'parked', error: 'no' } : { kind: 'delivered' },
      );
    }
  }
  const { deliveries } = store;
  const useCases = makeWebhookUseCases({ authorizer, ...webhookPorts(), deliveries });
  const listed = await useCases.listDeliveries({ credentials: ADMIN, id: 'a' });

  expect(listed._unsafeUnwrap().at(-1)?.state).toBe('parked');
});

test.each([
  ['DELETE', '/webhooks/none'],
  ['POST', '/webhooks/none/test'],
  ['GET', '/webhooks/none/deliveries'],
])('%s %s returns 404 for a webhook that does not exist', async (method, path) => {
  const { ask, reports } = open();

  const { response, body } = await ask(method, path);

  expect(response?.status).toBe(404);
  expect(body).toEqual({
    id: expect.any(String),
    name: 'NotFoundError',
    message: 'There is no webhook "none". GET /webhooks lists all.',
  });
  expect(reports).toEqual(['WebhookNotFound']);
});

test.each(ROUTES.slice(2))(
  '%s %s returns 404 for an id that no webhook can have',
  async (method, path) => {
    const { response } = await open().ask(method, path.replace('1', '%00'));
    expect(response?.status).toBe(404);
  },
);

test('the document has the routes, their errors, and the events of alerts', () => {
  const { paths, components, tags } = open().document();

  const responses = (path: string, method: string) => {
    const operation = paths[`/api/admin${path}`]?.[method] as { readonly responses: object };
    return Object.keys(operation.responses);
  };
  expect(responses('/webhooks', 'get')).not.toContain('404');
  expect(responses('/webhooks/{id}', 'delete')).toContain('404');
  expect(tags.map(({ name }) => name)).toContain('Webhooks');
  expect(JSON.stringify(components.schemas['eventSchema'])).toContain('"forecast-predicted"');
});

test.each([{ project: ['shop'] }, { environment: 'production' }, { type: 'slack' }])(
  'a new webhook has no unknown field, such as %j',
  async (field) => {
    const { ask } = open();

    const { response, body } = await ask('POST', '/webhooks', { ...NEW, ...field });

    expect(response?.status).toBe(400);
    expect(body).toMatchObject({ details: [{ path: Object.keys(field)[0] }] });
  },
);
