import Koa from 'koa';
import { describe, expect, test } from 'vitest';
import { errorHandler, notFoundHandler, type ErrorReport } from '../src/index.ts';
import { deletionsIn, POWERLESS } from './admin-world.ts';
import { errorIn, serve, serveAdmin } from './serve.ts';

const SEARCH = '/api/admin/projects/default/change-requests/scheduled';
const searchIn = (project: string): string =>
  `/api/admin/projects/${project}/change-requests/scheduled`;

describe('a broken encoding', () => {
  // Truncated, not hexadecimal, not UTF-8, a surrogate, an overlong NUL.
  const BROKEN = ['%', '%a', '%zz', 'a%', '%E0%A4%A', '%FF', '%ED%A0%80', '%C0%80'];

  test.each(BROKEN)('%s in a path is a 400', async (text) => {
    const { ask, store } = await serveAdmin({ strategies: [text] });

    const responses = [
      await ask('DELETE', `/api/admin/strategies/${text}`),
      await ask('GET', searchIn(text)),
    ];

    for (const response of responses) {
      expect(errorIn(response)).toMatchObject({
        status: 400,
        name: 'BadDataError',
        message: 'the path: expected percent-encoded UTF-8.',
      });
    }
    expect(await deletionsIn(store)).toEqual([]);
  });

  test.each(BROKEN)('%s in a query is a 400, not a guess', async (text) => {
    const { ask } = await serveAdmin();

    const responses = await Promise.all(
      [`feature=checkout&strategyId=${text}`, `nosuch=${text}`, text].map((query) =>
        ask('GET', `${SEARCH}?${query}`),
      ),
    );

    expect(responses.map(errorIn)).toMatchObject([
      {
        status: 400,
        name: 'BadDataError',
        message: `the query's "strategyId=${text}": expected percent-encoded UTF-8.`,
      },
      { status: 400, message: `the query's "nosuch=${text}": expected percent-encoded UTF-8.` },
      { status: 400, message: `the query's "${text}": expected percent-encoded UTF-8.` },
    ]);
  });
});

describe('an invalid name', () => {
  const IMPOSSIBLE = [
    '%00',
    'a%00b',
    '%0A',
    'x'.repeat(256),
    'x'.repeat(10_000),
    '%F0%9F%98%80'.repeat(128),
  ];

  test.each(IMPOSSIBLE)('is a 404 in a path: %.20s', async (text) => {
    const { ask } = await serveAdmin();

    const responses = [
      await ask('DELETE', `/api/admin/strategies/${text}`),
      await ask('GET', searchIn(text)),
    ];

    expect(responses.map(errorIn)).toMatchObject([
      { status: 404, name: 'NotFoundError' },
      { status: 404, name: 'NotFoundError' },
    ]);
  });

  test.each(IMPOSSIBLE)('matches nothing in a query: %.20s', async (text) => {
    const { ask } = await serveAdmin();

    const response = await ask('GET', `${SEARCH}?feature=${text}`);

    expect(response.status).toBe(200);
    expect(response.body).toBe('[]');
  });
});

test.each(['-1', '1.5', '9007199254740992', '99999999999999999999', '1e3', 'one', '%201', '007'])(
  '%s is no id of a change request: 400',
  async (id) => {
    const { ask } = await serveAdmin({ isWhole: true });

    for (const method of ['GET', 'PUT', 'DELETE']) {
      expect(errorIn(await ask(method, `${SEARCH}/${id}`))).toMatchObject({ status: 400 });
    }
  },
);

describe('a request target that Koa throws on', () => {
  test('is a 400, not a bug, with errorHandler', async () => {
    const reports: ErrorReport[] = [];
    const report = (each: ErrorReport): void => void reports.push(each);
    const app = new Koa().use(errorHandler(report)).use(notFoundHandler(report));
    const { ask } = await serve(app);

    const response = await ask('GET', 'http://[::1/');

    expect(errorIn(response)).toMatchObject({
      status: 400,
      name: 'BadDataError',
      message: 'the request target: expected a path or a URL.',
    });
    expect(reports.map(({ error }) => error.type)).toEqual(['BadData']);
  });
});

describe('issue 10, finding 15: a stranger with a wrong id or query', () => {
  test('gets 401, not 400', async () => {
    const { ask } = await serveAdmin({ isWhole: true });

    const responses = [
      await ask('DELETE', '/api/admin/strategies/%zz', { headers: {} }),
      await ask('GET', `${SEARCH}/seven`, { headers: {} }),
      await ask('GET', `${SEARCH}?feature=%zz`, { headers: {} }),
      await ask('GET', `${SEARCH}?nosuch=1`, { headers: { Prefer: 'handling=strict' } }),
    ];

    expect(responses.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  });

  test('gets 400 with a valid key, whatever its permissions', async () => {
    const { ask } = await serveAdmin({ isWhole: true });
    const headers = { Authorization: POWERLESS };

    const responses = [
      await ask('DELETE', '/api/admin/strategies/%zz', { headers }),
      await ask('GET', `${SEARCH}?feature=%zz`, { headers }),
      await ask('GET', `${SEARCH}/seven`, { headers }),
      await ask('GET', '/api/admin/events?limit=none', { headers }),
    ];

    expect(responses.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  });
});
