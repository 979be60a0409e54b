import { memoryOperate } from '@forewarn/operate/memory';
import { memoryCleanup } from '@forewarn/cleanup/memory';
import { memoryForecast } from '@forewarn/forecast/memory';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { memoryNotify } from '@forewarn/notify/memory';
import { createMemoryStore } from '@forewarn/store-memory';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { apiKeyAuthorizer, createService } from '../src/index.ts';
import { makeKey } from './http/served-app.ts';
import { type InProcess, runInProcess } from './run-in-process.ts';

/** A service over a memory store, with a receiver of webhooks on 127.0.0.1. */
export async function receivingService() {
  const received: { readonly headers: Record<string, string>; readonly body: string }[] = [];
  const receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      received.push({ headers: request.headers as Record<string, string>, body });
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const store = createMemoryStore({}, [memoryForecast, memoryNotify, memoryOperate, memoryCleanup]);
  const created = createService({
    store,
    authorizer: apiKeyAuthorizer(store.apiKeys),
    settings: { port: 0, webhookAllow: ['127.0.0.1'], publicUrl: 'https://flags.example.com' },
    log: pino({ level: 'silent' }),
  });
  const service = created._unsafeUnwrap();
  const url = (await service.listen())._unsafeUnwrap();
  onTestFinished(async () => {
    await service.stop({ serveMs: 0, cutOffMs: 100 });
    receiver.close();
  });
  const all = await makeKey(store, 'ops');
  const ask = async (method: string, path: string, body?: object, key = all) => {
    const response = await fetch(`${url}/api/admin/webhooks${path}`, {
      method,
      headers: { Authorization: key, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, text, body: text === '' ? {} : (JSON.parse(text) as object) };
  };
  const env = { FOREWARN_URL: url, FOREWARN_API_KEY: all };
  const runWith = (given: InProcess, ...args: string[]) =>
    runInProcess(['webhooks', ...args], {
      folder: tmpdir(),
      ...given,
      env: { ...env, ...given.env },
    });
  const run = (...args: string[]) => runWith({}, ...args);
  const { port } = receiver.address() as AddressInfo;
  return {
    store,
    ask,
    run,
    runWith,
    received,
    hook: `http://127.0.0.1:${port}/secret-path?token=secret`,
  };
}
