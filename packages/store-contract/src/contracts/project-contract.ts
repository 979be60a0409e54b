import assert from 'node:assert/strict';
import { valueOf, assertOneSucceeds, errorOf } from '../value-of.ts';
import { byBytes } from '../by-bytes.ts';
import { contractOf, type Contract } from '../contract.ts';
import { eventsDuring } from '../events-during.ts';
import { LOOK_ALIKE_NAMES } from '../samples/names.ts';
import { overwriteDeeply } from '../overwrite-deeply.ts';
import { BY, registerProjects } from '../store-calls.ts';

const shop = { id: 'shop', name: 'The "Shop"\n100 % é 😀' };
const listed = { ...shop, coverage: { kind: 'none' } };

/** Registering and listing projects. */
export const projectContract: Contract = contractOf('ProjectRepository', {
  'registers a project, with one event whose data is the project': async ({ store }) => {
    const events = await eventsDuring(store, () => valueOf(store.projects.register(shop, BY)));
    assert.deepEqual(events, [
      { type: 'project-created', data: shop, preData: null, createdBy: BY, project: 'shop' },
    ]);
    assert.deepEqual(await valueOf(store.projects.list()), [listed]);
  },
  'returns ProjectExists and changes nothing for a duplicate id': async ({ store }) => {
    await valueOf(store.projects.register(shop, BY));
    const events = await eventsDuring(store, async () => {
      const other = { id: 'shop', name: 'Another' };
      assert.deepEqual(await errorOf(store.projects.register(other, BY)), {
        type: 'ProjectExists',
        projectId: 'shop',
      });
    });
    assert.deepEqual(events, []);
    assert.deepEqual(await valueOf(store.projects.list()), [listed]);
  },
  'registers exactly one of many concurrent projects with the same id': async ({ store }) => {
    const events = await eventsDuring(store, async () => {
      const calls = Array.from({ length: 20 }, () => store.projects.register(shop, BY));
      await assertOneSucceeds(calls, { type: 'ProjectExists', projectId: 'shop' });
    });
    assert.equal(events.length, 1);
  },
  'compares ids byte for byte and lists them in byte order': async ({ store }) => {
    // The last two have the opposite order by UTF-16 code units.
    const ids = [...LOOK_ALIKE_NAMES, 'B', '\u{1f600}', '\uff61'];
    const distinct = [...new Set(ids)];
    await registerProjects(store, ...distinct);
    assert.deepEqual(
      (await valueOf(store.projects.list())).map(({ id }) => id),
      distinct.toSorted(byBytes),
    );
  },
  'copies its arguments: mutating them later changes nothing in the store': async ({ store }) => {
    const passed = structuredClone(shop);
    const [event] = await eventsDuring(store, async () => {
      await valueOf(store.projects.register(passed, BY));
      overwriteDeeply(passed);
    });
    assert.deepEqual(event?.data, shop);
    assert.deepEqual(await valueOf(store.projects.list()), [listed]);
  },
  'returns copies: mutating a result changes nothing in the store': async ({ store }) => {
    await valueOf(store.projects.register({ ...shop }, BY));
    overwriteDeeply(await valueOf(store.projects.list()));
    assert.deepEqual(await valueOf(store.projects.list()), [listed]);
  },
});
