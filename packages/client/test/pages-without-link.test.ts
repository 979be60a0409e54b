import { expect, test } from 'vitest';
import type { Client } from '../src/index.ts';
import { callOn, json } from './fake-network.ts';

const LISTS: readonly [string, (client: Client) => Promise<object>, unknown][] = [
  ['change requests', (client) => client.getChangeRequests(), []],
  ['forecasts', (client) => client.listForecasts(), []],
  ['removals', (client) => client.getCleanup(), { coverage: 'live', candidates: [] }],
];

test.each(LISTS)('a page of %s is unknown unless its Link is whole', async (_of, call, body) => {
  for (const Link of ['', '</page.css>; rel=preload', '</api/admin/x>; rel="next"']) {
    expect((await callOn(() => json(body, 200, { Link }), call)).outcome).toMatchObject({
      outcome: 'unknown',
      failure: { message: expect.stringContaining('Forewarn-As-Of, Forewarn-Reasons and Link') },
    });
  }
});

test.each(LISTS)(
  'a page of %s has its cursor, however a gateway writes the Link',
  async (...of) => {
    const [, call, body] = of;
    const written = '</page.css>;rel=preload, </api/admin/x?limit=1&cursor=abc&a=b>;rel=next';

    expect((await callOn(() => json(body, 200, { Link: written }), call)).outcome).toMatchObject({
      outcome: 'done',
      value: { cursor: 'abc' },
    });
  },
);
