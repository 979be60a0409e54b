import { memoryOperate } from '@forewarn/operate/memory';
import { memoryCleanup } from '@forewarn/cleanup/memory';
import { memoryForecast } from '@forewarn/forecast/memory';
import { text } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { memoryNotify } from '@forewarn/notify/memory';
import { createMemoryStore } from '@forewarn/store-memory';
import { onTestFinished } from 'vitest';
import { startLocalServer } from '../../../tools/local-server.ts';
import { ask as askServed } from './http/ask.ts';
import { makeKey } from './http/served-app.ts';
import { serveHere } from './http/with-stores.ts';
import { type InProcess, runInProcess } from './run-in-process.ts';

/** A service over a memory store, with a receiver of webhooks on 127.0.0.1. */
export async function receivingService() {
  const received: { readonly headers: Record<string, string>; readonly body: string }[] = [];
  const receiver = await startLocalServer((request, response) => {
    void (async () => {
      const headers = request.headers as Record<string, string>;
      received.push({ headers, body: await text(request) });
      response.end();
    })();
  });
  onTestFinished(receiver.close);
  const store = createMemoryStore({}, [memoryForecast, memoryNotify, memoryOperate, memoryCleanup]);
  const settings = { webhookAllow: ['127.0.0.1'], publicUrl: 'https://flags.example.com' };
  const served = await serveHere(store, settings);
  const all = await makeKey(store, 'ops');
  const ask = async (method: string, path: string, body?: object) => {
    const { status, json } = await askServed(served, {
      method,
      path: `/api/admin/webhooks${path}`,
      key: all,
      headers: { 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status, body: json };
  };
  const env = { FOREWARN_URL: served.url, FOREWARN_API_KEY: all };
  const runWith = (given: InProcess, ...args: string[]) =>
    runInProcess(['webhooks', ...args], {
      folder: tmpdir(),
      ...given,
      env: { ...env, ...given.env },
    });
  const run = (...args: string[]) => runWith({}, ...args);
  return { store, ask, run, runWith, received, hook: `${receiver.url}/secret-path?token=secret` };
}
