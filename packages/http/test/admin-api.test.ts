import { makeUseCases } from '@forewarn/use-cases';
import type { StoreUnavailable } from '@forewarn/core';
import { createMemoryStore } from '@forewarn/store-memory';
import { err, okAsync, type Result, ResultAsync } from 'neverthrow';
import { expect, test, vi } from 'vitest';
import { type AdminApiOptions, type ApiKeyCredentials, createAdminApi } from '../src/index.ts';
import { ADMIN, createAdminWorld } from './admin-world.ts';
import { recorder } from './serve.ts';

const URL_OF = 'http://localhost/api/admin/';
const JSON_TYPE = { Authorization: ADMIN, 'Content-Type': 'application/json' };

async function open(options: AdminApiOptions<ApiKeyCredentials> = {}) {
  const { everything } = await createAdminWorld(['byCountry']);
  const { reports, reportError } = recorder();
  return { ...createAdminApi(everything, { reportError, ...options }), reports };
}

const posting = (body: ReadableStream<Uint8Array> | string, headers = JSON_TYPE): Request =>
  new Request(`${URL_OF}projects`, { method: 'POST', headers, body, duplex: 'half' });

/** A body of many parts, which ends as `end` says. */
function bodyOf(parts: number, end: (controller: ReadableStreamDefaultController) => void) {
  let sent = 0;
  const cancel = vi.fn<() => void>();
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      sent += 1;
      if (sent > parts) end(controller);
      else controller.enqueue(Buffer.alloc(65_536, ' '));
    },
    cancel,
  });
  return { body, cancel };
}

test('stops reading a body of unknown length once it is too long', async () => {
  const { handle } = await open();
  const { body, cancel } = bodyOf(64, (controller) => controller.close());

  expect((await handle(posting(body)))?.status).toBe(413);
  expect(cancel).toHaveBeenCalledTimes(1);
});

test('a body whose client leaves is no bug', async () => {
  const { handle, reports } = await open();
  const { body } = bodyOf(1, (controller) => controller.error(new Error('reset')));

  expect((await handle(posting(body)))?.status).toBe(400);
  expect(reports).toMatchObject([{ error: { type: 'BadData' } }]);
});

test('a body that the host has read is a bug of the host', async () => {
  const { handle, reports } = await open();
  const request = posting('{}');
  await request.text();

  expect((await handle(request))?.status).toBe(500);
  expect(reports).toMatchObject([{ error: { type: 'InternalError' } }]);
});

test('a body that is too slow is a 408, and closes the connection', async () => {
  const { handle } = await open({ timeoutMs: 5 });
  const response = await handle(posting(new ReadableStream()));

  expect(response?.status).toBe(408);
  expect(response?.headers.get('connection')).toBe('close');
});

test.each(['at the deadline', 'when the client leaves'])('a heavy read ends %s', async (when) => {
  const begun = Promise.withResolvers<AbortSignal | undefined>();
  const real = makeUseCases<ApiKeyCredentials>({
    authorizer: { authenticate: () => okAsync({ name: 'ann' }), authorize: () => okAsync() },
    store: createMemoryStore(),
  });
  const api = createAdminApi(
    {
      ...real,
      listProjects: ({ signal }) => {
        begun.resolve(signal);
        const { promise, resolve } = Promise.withResolvers<Result<never, StoreUnavailable>>();
        const end = () => resolve(err({ type: 'StoreUnavailable', cause: signal?.reason }));
        signal?.addEventListener('abort', end);
        return new ResultAsync(promise);
      },
    },
    { timeoutMs: when === 'at the deadline' ? 5 : 60_000, reportError: () => {} },
  );
  const client = new AbortController();
  const responding = api.handle(new Request(`${URL_OF}projects`, { signal: client.signal }));
  const signal = await begun.promise;
  if (when !== 'at the deadline') client.abort();

  expect((await responding)?.status).toBe(503);
  expect(signal?.aborted).toBe(true);
});

test('gives the Request to credentialsOf and to reportError', async () => {
  const given: unknown[] = [];
  const { handle } = await open({
    credentialsOf: (request) => {
      given.push(request);
      return undefined;
    },
    reportError: (_report, request) => given.push(request),
  });
  const request = new Request(`${URL_OF}user`);

  expect((await handle(request))?.status).toBe(401);
  expect(given).toEqual([request, request]);
});

test('prints bugs without reportError, and no other errors', async () => {
  const print = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const { useCases } = await createAdminWorld();
  const broken = {
    ...useCases,
    searchScheduledChangeRequests: () => {
      throw new Error('a bug');
    },
  };
  const { handle } = createAdminApi(broken);
  const path = `${URL_OF}projects/default/change-requests/scheduled`;

  expect((await handle(new Request(path, { method: 'PATCH' })))?.status).toBe(405);
  expect(print).not.toHaveBeenCalled();
  const response = await handle(new Request(path, { headers: { Authorization: ADMIN } }));
  const { id } = JSON.parse((await response?.text()) ?? '') as { readonly id: string };
  expect(print.mock.calls.join('')).toMatch(new RegExp(`${id}.*a bug`, 's'));
  print.mockRestore();
});

test('documents what it serves', async () => {
  const { document } = await open({ basePath: '/flags' });

  expect(document('1.2.3')).toMatchObject({
    info: { version: '1.2.3' },
    servers: [{ url: '/flags' }],
    paths: { '/api/admin/projects': { get: expect.anything() } },
  });
});
