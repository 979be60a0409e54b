import { openApiDocument } from '@forewarn/http';
import { makeUseCases } from '../../use-cases/src/index.ts';
import { errAsync, okAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import { authorizer, createAdminWorld } from '../../http/test/admin-world.ts';
import { errorIn, json, listenerOf, recorder, serve } from '../../http/test/serve.ts';
import { copiesOf, type CopyError } from '../src/copies-of.ts';
import { httpUnleash } from '../src/http/index.ts';
import { makeSyncProject } from '../src/sync-project.ts';
import type { Upstream } from '../src/upstream.ts';

const API = '/api/admin';

/** An upstream that neither reads a project nor deletes a definition, for this reason. */
const upstreamWith = (
  error: Exclude<CopyError, { readonly type: 'OwnedByUpstream' }>,
): Upstream => ({
  url: 'https://unleash.example.com',
  principal: 'unleash-sync',
  sync: () => okAsync(),
  hidesProjects: () => okAsync(false),
  deleteStrategy: () => errAsync(error),
  syncProject: () => errAsync(error),
});

async function serveCopies(error: Parameters<typeof upstreamWith>[0] = REFUSED) {
  const { store } = await createAdminWorld(['byCountry']);
  const upstream = upstreamWith(error);
  const capabilities = [httpUnleash({ syncProject: makeSyncProject({ authorizer, upstream }) })];
  const useCases = makeUseCases({ authorizer, store, copies: copiesOf(upstream) });
  const { reportError } = recorder();
  const { ask } = await serve(listenerOf(useCases, { capabilities, reportError }));
  return { ask, document: openApiDocument(useCases, { capabilities }) };
}

const REFUSED = { type: 'UpstreamRefused', reason: 'It is kept.' } as const;
const AWAY = { type: 'UpstreamUnavailable', reason: 'It is away.' } as const;
const STRATEGY = { name: 'fresh', parameters: [] };

describe('what the upstream owns', () => {
  test.each([
    ['POST', '/projects', { id: 'p', name: 'P' }],
    ['POST', '/strategies', STRATEGY],
    ['PUT', '/strategies/byCountry', { parameters: [] }],
    ['POST', '/strategies/byCountry/deprecate', {}],
    ['POST', '/strategies/byCountry/reactivate', {}],
  ])('%s %s responds with 409, as documented', async (method, path, body) => {
    const { ask, document } = await serveCopies();

    expect(errorIn(await ask(method, `${API}${path}`, json(body)))).toMatchObject({
      status: 409,
      name: 'OwnedByUpstreamError',
      message:
        'Projects and strategy definitions are copied from https://unleash.example.com. Change them there: the next sync copies the change.',
    });
    const operations = document.paths[`${API}${path.replace('byCountry', '{name}')}`];
    expect(operations?.[method.toLowerCase()]).toMatchObject({
      responses: {
        409: { description: expect.stringContaining('OwnedByUpstreamError') as string },
      },
    });
  });
});

describe.each([
  [REFUSED, '502 UpstreamRefusedError: It is kept.', undefined],
  [AWAY, '503 UpstreamUnavailableError: It is away.', '1'],
  [{ ...AWAY, retryAfterMs: 1_001 }, '503 UpstreamUnavailableError: It is away.', '2'],
])('%j', (error, expected, retryAfter) => {
  test.each([
    ['DELETE', '/strategies/byCountry'],
    ['POST', '/sync/other'],
  ])('%s %s', async (method, path) => {
    const { ask } = await serveCopies(error);

    const response = await ask(method, `${API}${path}`, json({}));

    const { status, name, message } = errorIn(response);
    expect(`${status} ${name}: ${message}`).toBe(expected);
    expect(response.headers['retry-after']).toBe(retryAfter);
  });
});

test('a project can be deleted, since the upstream may no longer have it', async () => {
  const { ask } = await serveCopies();

  expect((await ask('DELETE', `${API}/projects/default`, json({}))).status).toBe(200);
});
