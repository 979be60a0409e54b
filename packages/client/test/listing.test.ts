import { describe, expect, test } from 'vitest';
import { clientOf, json } from './fake-network.ts';

const CHANGE_REQUEST = {
  id: 7,
  project: 'shop',
  environment: 'production',
  state: 'Scheduled',
  features: [],
  segments: [],
};

const page = (body: unknown, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(JSON.stringify(body), {
    headers: { 'Content-Type': 'application/json', ...headers },
  });

describe('a list of change requests', () => {
  test('has the age of its data and the cursor of the next page', async () => {
    const { client, requests } = clientOf([
      () =>
        page([CHANGE_REQUEST], {
          'Forewarn-As-Of': '2026-11-22T10:00:00.000Z',
          Link: '</flags/api/admin/change-requests?status=failed&cursor=WzEsInMiLDFd>; rel="next"',
        }),
    ]);

    expect(await client.getChangeRequests({ status: ['failed'], limit: 1 })).toEqual({
      outcome: 'done',
      value: {
        changeRequests: [CHANGE_REQUEST],
        asOf: '2026-11-22T10:00:00.000Z',
        cursor: 'WzEsInMiLDFd',
      },
    });
    expect(requests[0]?.url.search).toBe('?status=failed&limit=1');
  });

  test('is incomplete if the server has no complete list of a project', async () => {
    const { client } = clientOf([() => page([CHANGE_REQUEST], { 'Forewarn-As-Of': 'none' })]);

    expect(await client.getChangeRequests()).toEqual({
      outcome: 'done',
      value: { changeRequests: [CHANGE_REQUEST], isIncomplete: true },
    });
  });

  test('is unknown if it is empty and the server has no complete list', async () => {
    const { client } = clientOf([() => page([], { 'Forewarn-As-Of': 'none' })]);

    expect(await client.getChangeRequestsForProject('shop')).toMatchObject({
      outcome: 'unknown',
      failure: { type: 'NoCoverage' },
    });
  });

  test.each([[{}], [[1]], [[{ id: 7, environment: 'production' }]]])(
    'is unknown after the body %j',
    async (body) => {
      const { client } = clientOf([() => json(body)]);

      expect(await client.getChangeRequestsForProject('shop')).toMatchObject({
        outcome: 'unknown',
        failure: { type: 'UnreadableResponse', status: 200 },
      });
    },
  );

  test.each([{ feature: [''] }, { environment: ['a\ud800'] }, { from: '' }])(
    'is not sent with %j',
    async (query) => {
      const { client, requests } = clientOf([() => json([])]);

      expect(await client.getChangeRequests(query)).toMatchObject({
        outcome: 'refused',
        failure: { type: 'NotSent' },
      });
      expect(requests).toEqual([]);
    },
  );
});
