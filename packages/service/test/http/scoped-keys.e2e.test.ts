import { PERMISSIONS } from '@forewarn/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { serveFor } from './with-stores.ts';

describe('a key in the service', () => {
  const world = serveFor();
  const add = (id: string) => world.send('POST', '/projects', { id, name: id });
  const statusesOf = (key: string, paths: readonly string[]) =>
    Promise.all(paths.map(async (path) => (await world.ask('GET', path, { key })).status));
  beforeAll(async () => {
    for (const id of ['office', 'shop']) await add(id);
  });

  it('of an admin has each permission by name', async () => {
    expect(await world.ask('GET', '/user')).toMatchObject({
      status: 200,
      json: {
        user: { name: 'admin' },
        permissions: PERMISSIONS.map((permission) => ({ permission })),
      },
    });
    expect((await world.ask('GET', '/user', { key: 'guess' })).status).toBe(401);
  });

  it('names the projects of its permissions', async () => {
    const permissions = ['PROJECT_CHANGE_REQUEST_READ', 'DELETE_STRATEGY'] as const;
    const key = await world.makeKey('deployer', { permissions, projects: ['shop', 'x'] });

    const { json } = await world.ask('GET', '/user', { key });

    expect(json).toEqual({
      user: { name: 'deployer' },
      permissions: [
        { permission: 'DELETE_STRATEGY' },
        { permission: 'PROJECT_CHANGE_REQUEST_READ', project: 'shop' },
      ],
    });
  });

  it('lists the projects that it may read, and needs ADMIN to add and delete one', async () => {
    const key = await world.makeKey('reader', {
      permissions: ['PROJECT_CHANGE_REQUEST_READ'],
      projects: ['office', 'nowhere'],
    });

    const { json } = await world.ask('GET', '/projects', { key });

    expect(json).toMatchObject({ version: 1, projects: [{ id: 'office', name: 'office' }] });
    const body = { id: 'mine', name: 'Mine' };
    expect((await world.send('POST', '/projects', body, { key })).status).toBe(403);
    expect((await world.ask('DELETE', '/projects/office', { key })).status).toBe(403);
  });

  it('sees events only as an admin: all of them, or those of its project', async () => {
    const permissions = ['PROJECT_CHANGE_REQUEST_READ'] as const;
    const reader = await world.makeKey('reader of events', { permissions });
    const keeper = { permissions: ['ADMIN'], projects: ['shop'] } as const;
    const paths = ['/events', '/events?project=shop', '/events?project=office'];

    expect(await statusesOf(reader, paths)).toEqual([403, 403, 403]);
    expect(await statusesOf(await world.makeKey('keeper', keeper), paths)).toEqual([403, 200, 403]);
  });

  it('loses a deleted project, so that it does not open one that gets its id', async () => {
    const paths = ['left', 'kept'].map((id) => `/projects/${id}/change-requests/scheduled`);
    const permissions = ['ADMIN'] as const;
    for (const id of ['left', 'kept']) await add(id);
    const ofBoth = await world.makeKey('team of both', { permissions, projects: ['left', 'kept'] });
    const ofOne = await world.makeKey('team of one', { permissions, projects: ['left'] });

    await world.ask('DELETE', '/projects/left');
    expect((await add('left')).status).toBe(201);

    expect(await statusesOf(ofBoth, paths)).toEqual([403, 200]);
    expect(await statusesOf(ofOne, paths)).toEqual([401, 401]);
  });
});
