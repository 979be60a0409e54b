import { ok } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import { ADMIN } from './admin-world.ts';
import { json, serveAdmin } from './serve.ts';

describe('the age of the data', () => {
  const SEARCH = '/change-requests/scheduled?feature=checkout';
  const AS_OF = '2026-11-21T10:42:00.000Z';

  const coverage = { kind: 'as-of', asOf: AS_OF, source: 'import' } as const;

  async function serveAges() {
    const served = await serveAdmin({ isWhole: true });
    async function* entries() {
      yield ok({ kind: 'project', project: { id: 'other', name: 'other' }, coverage } as const);
    }
    (await served.store.transfer.import(entries()))._unsafeUnwrap();
    return served;
  }

  test.each([
    ['default', undefined],
    ['other', AS_OF],
    ['gr%C3%B6%C3%9fe%2F1', 'none'],
  ])('of the project %s is in Forewarn-As-Of of a search, also of a 304: %s', async (id, asOf) => {
    const { ask } = await serveAges();
    const path = `/api/admin/projects/${id}${SEARCH}`;

    const found = await ask('GET', path);
    const headers = { Authorization: ADMIN, 'If-None-Match': String(found.headers.etag) };
    const same = await ask('GET', path, { headers });

    expect([found.status, found.headers['forewarn-as-of']]).toEqual([200, asOf]);
    expect([same.status, same.headers['forewarn-as-of']]).toEqual([304, asOf]);
  });

  test('of each project is in the list of projects', async () => {
    const { ask } = await serveAges();
    const { body } = await ask('GET', '/api/admin/projects');

    expect((JSON.parse(body) as { projects: unknown }).projects).toStrictEqual([
      { id: 'default', name: 'default', coverage: { kind: 'live' } },
      { id: 'größe/1', name: 'größe/1', coverage: { kind: 'none' } },
      { id: 'other', name: 'other', coverage },
    ]);
  });

  test('is asOf of an impact, the oldest that counts', async () => {
    const { ask } = await serveAges();
    const { body } = await ask('POST', '/api/admin/impact', json({ targets: [{ segment: 7 }] }));

    expect(JSON.parse(body)).toMatchObject({ asOf: AS_OF });
  });
});
