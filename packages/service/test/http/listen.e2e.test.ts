import { type IncomingMessage, request } from 'node:http';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import type { GivenSettings } from '../../src/service-settings.ts';
import { serveHere } from './with-stores.ts';

const served = (settings: GivenSettings) => serveHere(undefined, settings);

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
