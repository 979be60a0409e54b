import { PERMISSIONS } from '@forewarn/core';
import { describe, expect, it } from 'vitest';
import { LOCATIONS } from './open-stores.ts';
import { serveFor } from './with-stores.ts';

describe.for(LOCATIONS)('GET /user, %s', ([, make]) => {
  const world = serveFor(make);
  const addProjects = async () => {
    for (const id of ['office', 'shop']) await world.send('POST', '/projects', { id, name: id });
  };

  it('names the key and each permission of an admin', async () => {
    await addProjects();

    const { status, json } = await world.ask('GET', '/user');

    expect(status).toBe(200);
    expect(json).toEqual({
      user: { name: 'admin' },
      permissions: PERMISSIONS.map((permission) => ({ permission })),
    });
  });

  it('names the project of a permission that a key has only there', async () => {
    await addProjects();
    const key = await world.makeKey('deployer', {
      permissions: ['PROJECT_CHANGE_REQUEST_READ', 'DELETE_STRATEGY'],
      projects: ['shop', 'later'],
    });

    expect((await world.ask('GET', '/user', { key })).json).toEqual({
      user: { name: 'deployer' },
      permissions: [
        { permission: 'DELETE_STRATEGY' },
        { permission: 'PROJECT_CHANGE_REQUEST_READ', project: 'shop' },
      ],
    });
  });

  it('lists what ADMIN of one project implies there', async () => {
    await addProjects();
    const key = await world.makeKey('shopkeeper', { permissions: ['ADMIN'], projects: ['shop'] });

    const { json } = await world.ask('GET', '/user', { key });

    expect(json).toMatchObject({
      permissions: [
        { permission: 'ADMIN', project: 'shop' },
        { permission: 'PROJECT_CHANGE_REQUEST_READ', project: 'shop' },
        { permission: 'PROJECT_CHANGE_REQUEST_WRITE', project: 'shop' },
        { permission: 'SYNC', project: 'shop' },
        { permission: 'READ_CALENDAR', project: 'shop' },
      ],
    });
  });

  it('needs a valid key: 401', async () => {
    expect((await world.ask('GET', '/user', { key: 'guess' })).status).toBe(401);
  });
});
