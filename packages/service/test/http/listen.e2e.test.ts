import { memoryOperate } from '@forewarn/operate/memory';
import { type IncomingMessage, request } from 'node:http';
import { once } from 'node:events';
import { createMemoryStore } from '@forewarn/store-memory';
import { expect, it, onTestFinished } from 'vitest';
import type { GivenSettings } from '../../src/service-settings.ts';
import { serve } from './served-app.ts';

async function served(settings: GivenSettings) {
  const service = await serve(createMemoryStore({}, [memoryOperate]), '', [], undefined, settings);
  onTestFinished(() => service.stop());
  return service;
}

async function headersAt(url: string): Promise<IncomingMessage> {
  const asked = request(url, { headers: { Connection: 'keep-alive' } }).end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  response.resume();
  return response;
}

it('keeps an idle connection open for the time of the setting, and tells the client', async () => {
  const { url } = await served({ keepAliveMs: 620_000 });
  const { headers } = await headersAt(`${url}/health`);
  expect([headers.connection, headers['keep-alive']]).toEqual(['keep-alive', 'timeout=620']);
});

it.each(['127.0.0.1', '[::1]'])('listens on :: also for %s', async (address) => {
  const { url } = await served({ host: '::' });
  const { port } = new URL(url);
  expect((await headersAt(`http://${address}:${port}/health`)).statusCode).toBe(200);
});
