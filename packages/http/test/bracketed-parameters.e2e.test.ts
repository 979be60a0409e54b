import { describe, expect, test } from 'vitest';
import { ADMIN } from './admin-world.ts';
import { errorIn, serveAdmin } from './serve.ts';

const API = '/api/admin';
const SEARCH = `${API}/projects/default/change-requests/scheduled`;
const LISTING = `${API}/projects/default/change-requests`;
const STRICT = { headers: { Authorization: ADMIN, Prefer: 'handling=strict' } };

describe('a parameter with brackets', () => {
  test.each([
    [`${SEARCH}?feature[name]=checkout`, 'feature[name]'],
    [`${SEARCH}?strategyId=s-1&feature[0][name]=checkout`, 'feature[0][name]'],
    [`${LISTING}?environment[=staging`, 'environment['],
    [`${API}/events?type[is]=project-created`, 'type[is]'],
  ])('of a field of an object is refused: %s', async (path, name) => {
    const { ask } = await serveAdmin({ isWhole: true });
    const refused = { status: 400, paths: [`the query parameter "${name}"`] };

    expect(errorIn(await ask('GET', path))).toMatchObject(refused);
    expect(errorIn(await ask('GET', path, STRICT))).toMatchObject(refused);
  });

  test('of a field of something unknown is as unknown', async () => {
    const { ask } = await serveAdmin();

    expect(await ask('GET', `${SEARCH}?constructor[name]=checkout`)).toMatchObject({
      status: 200,
      body: '[]',
    });
  });
});
