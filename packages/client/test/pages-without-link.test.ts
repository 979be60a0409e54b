import { expect, test } from 'vitest';
import type { Client } from '../src/index.ts';
import { callOn, json } from './fake-network.ts';

test.each<[string, (client: Client) => Promise<object>, unknown]>([
  ['change requests', (client) => client.getChangeRequests(), []],
  ['forecasts', (client) => client.listForecasts(), []],
  ['removals', (client) => client.getCleanup(), { coverage: 'live', candidates: [] }],
])('a page of %s is unknown unless its Link says which one it is', async (_of, call, body) => {
  for (const Link of ['', '</page.css>; rel=preload', '</api/admin/x>; rel="next"']) {
    expect((await callOn(() => json(body, 200, { Link }), call)).outcome).toMatchObject({
      outcome: 'unknown',
      failure: { message: expect.stringContaining('Forewarn-As-Of, Forewarn-Reasons and Link') },
    });
  }
});
