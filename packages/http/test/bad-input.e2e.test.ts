import { describe, expect, test } from 'vitest';
import { deletionsIn, POWERLESS } from './admin-world.ts';
import { errorIn, serveAdmin } from './serve.ts';

const SEARCH = '/api/admin/projects/default/change-requests/scheduled';
const STRATEGIES = '/api/admin/strategies';
const searchIn = (project: string): string =>
  `/api/admin/projects/${project}/change-requests/scheduled`;

describe('a broken encoding', () => {
  test.each(['%', '%E0%A4%A'])(
    'differs: returns 400 for broken percent-encoding: %s',
    async (text) => {
      const { ask, store } = await serveAdmin({ strategies: [text] });
      const refusalOf = (what: string) => ({
        status: 400,
        name: 'BadDataError',
        message: `${what}: expected percent-encoded UTF-8.`,
      });

      for (const [method, path] of [
        ['DELETE', `${STRATEGIES}/${text}`],
        ['GET', searchIn(text)],
      ] as const) {
        expect(errorIn(await ask(method, path))).toMatchObject(refusalOf('the path'));
      }
      for (const part of [`strategyId=${text}`, `nosuch=${text}`, text]) {
        const response = await ask('GET', `${SEARCH}?feature=checkout&${part}`);
        expect(errorIn(response)).toMatchObject(refusalOf(`the query's "${part}"`));
      }
      expect(await deletionsIn(store)).toEqual([]);
    },
  );
});

test.each(['%00', 'a%00b', '%0A', 'x'.repeat(256), 'x'.repeat(10_000), '%F0%9F%98%80'.repeat(128)])(
  'differs: returns 404 for a name with a control character, or too long: %.20s',
  async (text) => {
    const { ask } = await serveAdmin();
    const notFound = { status: 404, name: 'NotFoundError' };

    expect(errorIn(await ask('DELETE', `${STRATEGIES}/${text}`))).toMatchObject(notFound);
    expect(errorIn(await ask('GET', searchIn(text)))).toMatchObject(notFound);
  },
);

test.each(['%00', 'a%00b', '%0A', '%20checkout', 'checkout%C2%A0', '%EF%BB%BFcheckout'])(
  'returns 400 to a search for the odd name %s, and says what is expected',
  async (text) => {
    const { ask } = await serveAdmin();

    const found = errorIn(await ask('GET', `${SEARCH}?feature=search&feature=${text}`));
    expect(found).toMatchObject({ status: 400, paths: ['feature'] });
    expect(found.message).toMatch(/^feature: expected .*: nothing is recorded as "/);
  },
);

const NO_IDS =
  '-1 1.5 9007199254740992 99999999999999999999 1e3 one %201 007 01 1.0 +1 %2B1 1e0 0x1';

test.each(NO_IDS.split(' '))('%s is no id of a change request: 400', async (id) => {
  const { ask } = await serveAdmin({ isWhole: true });

  for (const method of ['GET', 'PUT', 'DELETE']) {
    expect(errorIn(await ask(method, `${SEARCH}/${id}`))).toMatchObject({
      status: 400,
      paths: ['the id in the path'],
    });
  }
});

test.each([
  ['a stranger', {}, 401],
  ['a key without permissions', { Authorization: POWERLESS }, 400],
])('issue 10, finding 15: %s with a wrong id or query', async (_who, key, status) => {
  const { ask } = await serveAdmin({ isWhole: true });
  const strict = { Prefer: 'handling=strict' };

  for (const [method, path, more] of [
    ['DELETE', `${STRATEGIES}/%zz`, {}],
    ['GET', `${SEARCH}/seven`, {}],
    ['GET', `${SEARCH}?feature=%zz`, {}],
    ['GET', `${SEARCH}?nosuch=1`, strict],
    ['GET', '/api/admin/events?limit=none', {}],
  ] as const) {
    expect((await ask(method, path, { headers: { ...key, ...more } })).status).toBe(status);
  }
});
