import { expect, test } from 'vitest';
import type { Client } from '../src/index.ts';
import { callOn, json } from './fake-network.ts';

test.each<[string, (client: Client) => Promise<object>, unknown]>([
  ['change requests', (client) => client.getChangeRequests(), []],
  ['forecasts', (client) => client.listForecasts(), []],
  ['removals', (client) => client.getCleanup(), { coverage: 'live', candidates: [] }],
])('a page of %s is unknown if a gateway removed its Link', async (_of, call, body) => {
  const withoutLink = (): Response => {
    const response = json(body);
    response.headers.delete('Link');
    return response;
  };

  expect((await callOn(withoutLink, call)).outcome).toMatchObject({
    outcome: 'unknown',
    failure: { message: expect.stringContaining('let Forewarn-As-Of, Forewarn-Reasons and Link') },
  });
  expect((await callOn(() => json(body), call)).outcome).toMatchObject({ outcome: 'done' });
});
