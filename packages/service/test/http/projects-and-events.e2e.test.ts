import { describe, expect, it } from 'vitest';
import { LOCATIONS } from './open-stores.ts';
import { changeRequest } from './sample-data.ts';
import { serveFor } from './with-stores.ts';

interface Page {
  readonly events: readonly { readonly id: number; readonly type: string }[];
  readonly nextCursor?: string;
}

describe.for(LOCATIONS)('projects and events, %s', ([, make]) => {
  const world = serveFor(make);
  const add = (id: string) => world.send('POST', '/projects', { id, name: `The ${id}` });
  const page = async (query: string): Promise<Page> =>
    (await world.ask('GET', `/events?${query}`)).json as Page;

  it('adds a project with 201 and Location, 409 for a duplicate; lists it', async () => {
    const added = await add('shop');
    expect(added).toMatchObject({ status: 201, json: { id: 'shop', name: 'The shop' } });
    expect(added.headers.location).toBe('/api/admin/projects/shop');
    expect(await add('shop')).toMatchObject({ status: 409, json: { name: 'NameExistsError' } });
    expect((await world.ask('GET', '/projects')).json).toEqual({
      version: 1,
      projects: [{ id: 'shop', name: 'The shop', coverage: { kind: 'none' } }],
    });
  });

  it('deletes a project with its change requests, with an event for each', async () => {
    await add('closing');
    const body = changeRequest(1, { f: [{ action: 'archiveFeature' }] }, { project: 'closing' });
    await world.send('PUT', '/projects/closing/change-requests/scheduled/1', body);
    const deleted = await world.ask('DELETE', '/projects/closing');
    expect({ status: deleted.status, text: deleted.text }).toEqual({ status: 200, text: '' });
    expect((await world.ask('DELETE', '/projects/closing')).status).toBe(404);
    const search = '/projects/closing/change-requests/scheduled?feature=f';
    expect((await world.ask('GET', search)).status).toBe(404);
    expect((await page('project=closing')).events).toMatchObject([
      {
        type: 'project-deleted',
        preData: { id: 'closing', name: 'The closing' },
        data: null,
        createdBy: 'admin',
      },
      { type: 'change-request-schedule-withdrawn', preData: body, data: null },
      { type: 'change-request-scheduled', preData: null, data: body },
      { type: 'project-created', preData: null, data: { id: 'closing', name: 'The closing' } },
    ]);
    expect((await add('closing')).status).toBe(201);
    expect((await world.ask('GET', search)).json).toEqual([]);
  });

  it("takes a deleted project from its keys, so that they don't open one that gets its id", async () => {
    const paths = ['left', 'kept'].map((id) => `/projects/${id}/change-requests/scheduled`);
    const permissions = ['ADMIN'] as const;
    for (const id of ['left', 'kept']) await add(id);
    const ofBoth = await world.makeKey('team of both', { permissions, projects: ['left', 'kept'] });
    const ofOne = await world.makeKey('team of one', { permissions, projects: ['left'] });

    await world.ask('DELETE', '/projects/left');
    expect((await add('left')).status).toBe(201);

    const statuses = async (key: string): Promise<readonly number[]> =>
      Promise.all(paths.map(async (path) => (await world.ask('GET', path, { key })).status));
    expect(await statuses(ofBoth)).toEqual([403, 200]);
    expect(await statuses(ofOne)).toEqual([401, 401]);
  });

  it('needs ADMIN to add and delete; lists the projects that the key may read', async () => {
    await add('office');
    const reader = await world.makeKey('reader', {
      permissions: ['PROJECT_CHANGE_REQUEST_READ'],
      projects: ['office', 'nowhere'],
    });
    const body = { id: 'mine', name: 'Mine' };
    expect((await world.send('POST', '/projects', body, { key: reader })).status).toBe(403);
    expect((await world.ask('DELETE', '/projects/office', { key: reader })).status).toBe(403);
    const { json } = await world.ask('GET', '/projects', { key: reader });
    expect(json).toMatchObject({ version: 1, projects: [{ id: 'office', name: 'The office' }] });
  });

  it('lists events newest first, in pages that new events do not shift', async () => {
    await Promise.all(['p1', 'p2', 'p3', 'p4', 'p5'].map(add));
    const all = await page('limit=1000');
    const ids = all.events.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    expect(all.nextCursor).toBeUndefined();

    const paged: number[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined;) {
      const one: Page = await page(`limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`);
      paged.push(...one.events.map(({ id }) => id));
      cursor = one.nextCursor;
      await add(`meanwhile-${paged.length}`);
    }
    expect(paged).toEqual(ids);
  });

  it('lists events by type and by project', async () => {
    const created = await page('type=project-created&project=shop');
    expect(created.events).toMatchObject([{ type: 'project-created', project: 'shop' }]);
    expect((await page('type=strategy-deleted')).events).toEqual([]);
    expect((await page('project=Shop')).events).toEqual([]);
    expect((await page('project=a%00b')).events).toEqual([]);
  });

  it('shows events only to admins: all of them, or those of their project', async () => {
    const reader = await world.makeKey('reader of events', {
      permissions: ['PROJECT_CHANGE_REQUEST_READ'],
    });
    const ofShop = await world.makeKey('admin of the shop', {
      permissions: ['ADMIN'],
      projects: ['shop'],
    });
    const status = async (query: string, key: string): Promise<number> =>
      (await world.ask('GET', `/events?${query}`, { key })).status;
    expect(await status('', reader)).toBe(403);
    expect(await status('project=shop', reader)).toBe(403);
    expect(await status('', ofShop)).toBe(403);
    expect(await status('project=shop', ofShop)).toBe(200);
    expect(await status('project=office', ofShop)).toBe(403);
  });
});
