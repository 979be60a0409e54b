import assert from 'node:assert/strict';
import type { Store } from '@forewarn/core';
import type { ApiKey } from '@forewarn/core/operator';
import { PROJECT } from '../samples/change-request.ts';
import { INHERITED_NAMES } from '../samples/names.ts';
import { type Contract, contractOf } from '../suite/contract.ts';
import { BY, registerProjects } from '../suite/store-calls.ts';
import { assertFails, errorOf, valueOf } from '../suite/value-of.ts';

const key = (name: string, ...projects: readonly string[]): ApiKey => ({
  name,
  secretHash: Buffer.from(name).toString('hex').padStart(64, '0'),
  permissions: ['ADMIN'],
  projects,
});

const create = async (store: Store, ...keys: readonly ApiKey[]): Promise<void> => {
  for (const each of keys) await valueOf(store.apiKeys.create(each));
};

/** The projects of each key, by name. */
const projectsOfKeys = async (store: Store): Promise<Readonly<Record<string, unknown>>> =>
  Object.fromEntries(
    (await valueOf(store.apiKeys.list())).map(({ name, projects }) => [name, projects]),
  );

const deleteProject = (store: Store, id = PROJECT): Promise<void> =>
  valueOf(store.projects.delete(id, BY));

/** The API keys that are limited to projects. */
export const projectKeyContract: Contract = contractOf('API keys of projects', {
  'lose a project that is deleted, and are revoked without one left': async ({ store }) => {
    await registerProjects(store, PROJECT, 'other');
    const kept = key('of both', 'other', PROJECT, 'later');
    const revoked = key('of one', PROJECT);
    await create(store, kept, revoked, key('twice', PROJECT, PROJECT));
    await deleteProject(store);
    assert.deepEqual(await projectsOfKeys(store), { 'of both': ['other', 'later'] });
    assert.deepEqual(await valueOf(store.apiKeys.find(kept.secretHash)), {
      ...kept,
      projects: ['other', 'later'],
    });
    assert.equal(await valueOf(store.apiKeys.find(revoked.secretHash)), undefined);
    await registerProjects(store, PROJECT);
    assert.deepEqual(await projectsOfKeys(store), { 'of both': ['other', 'later'] });
    await create(store, revoked);
  },
  'stay as they are when another project is deleted': async ({ store }) => {
    const others = ['Shop', 'shop ', 'sho_', '%', 'a","b', '\\', '"', ...INHERITED_NAMES];
    await registerProjects(store, PROJECT, ...others);
    const { projects: _none, ...unlimited } = key('unlimited');
    const keys = [unlimited, key('none'), ...others.map((id) => key(`of ${id}`, id, PROJECT))];
    await create(store, ...keys);
    for (const id of others) await deleteProject(store, id);
    assert.deepEqual(await projectsOfKeys(store), {
      none: [],
      unlimited: undefined,
      ...Object.fromEntries(others.map((id) => [`of ${id}`, [PROJECT]])),
    });
  },
  'stay as they are when no project is deleted': async ({ store }) => {
    await create(store, key('early', PROJECT));
    await errorOf(store.projects.delete(PROJECT, BY));
    assert.deepEqual(await projectsOfKeys(store), { early: [PROJECT] });
  },
  'lose each of several projects that are deleted at once': async ({ store }) => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    await registerProjects(store, ...ids);
    await create(store, key('of all', ...ids, 'later'), key('of each', ...ids));
    await Promise.all(ids.map((id) => deleteProject(store, id)));
    assert.deepEqual(await projectsOfKeys(store), { 'of all': ['later'] });
  },
  'lose a project in the step that deletes it': async ({ store }) => {
    for (let round = 0; round < 5; round += 1) {
      await registerProjects(store, PROJECT);
      await create(store, key('ci', PROJECT, 'later'));
      const look = async (): Promise<void> => {
        for (let looks = 0; looks < 5; looks += 1) {
          const isGone = (await valueOf(store.projects.list())).length === 0;
          const { ci } = await projectsOfKeys(store);
          if (isGone) assert.deepEqual(ci, ['later']);
        }
      };
      await Promise.all([look(), deleteProject(store)]);
      await valueOf(store.apiKeys.revoke('ci'));
    }
  },
  'are not created with a missing project if they need theirs': async ({ store }) => {
    await registerProjects(store, PROJECT);
    for (const missing of ['Shop', 'shop ', '%', ...INHERITED_NAMES]) {
      await assertFails(
        store.apiKeys.create(key('ci', PROJECT, missing, 'none'), { needsProjects: true }),
        { type: 'ProjectNotFound', projectId: missing },
      );
    }
    assert.deepEqual(await projectsOfKeys(store), {});
    await valueOf(store.apiKeys.create(key('ci', PROJECT), { needsProjects: true }));
    await valueOf(store.apiKeys.create(key('none'), { needsProjects: true }));
    assert.deepEqual(await projectsOfKeys(store), { ci: [PROJECT], none: [] });
  },
  'are never created for a project that is deleted at the same time': async ({ store }) => {
    for (let round = 0; round < 5; round += 1) {
      await registerProjects(store, PROJECT);
      const creating = Array.from({ length: 6 }, (_, no) =>
        store.apiKeys.create(key(`${round} ${no}`, PROJECT), { needsProjects: true }),
      );
      const [results] = await Promise.all([Promise.all(creating), deleteProject(store)]);
      for (const result of results) {
        if (result.isErr()) assert.equal(result.error.type, 'ProjectNotFound');
      }
      assert.deepEqual(await projectsOfKeys(store), {});
    }
  },
});
