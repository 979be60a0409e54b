import assert from 'node:assert/strict';
import type { Coverage } from '@forewarn/core';
import { PROJECT } from '../samples/change-request.ts';
import { asOf, LIVE, NONE, scheduled } from '../samples/coverage.ts';
import { complete } from '../samples/entries.ts';
import { byBytes, INHERITED_NAMES, UNORDERED_NAMES } from '../samples/names.ts';
import { type Contract, contractOf } from '../suite/contract.ts';
import { assertReturnsCopies, overwriteDeeply } from '../suite/copies.ts';
import { assertCovered } from '../suite/covered.ts';
import { eventsDuring } from '../suite/events-during.ts';
import { assertRefused } from '../suite/state-of.ts';
import { BY, importAll, record, registerProjects } from '../suite/store-calls.ts';
import { assertOneSucceeds, valueOf } from '../suite/value-of.ts';

// A store that keeps or changes what it is passed must not change it for other cases.
const shop = Object.freeze({ id: 'shop', name: 'The "Shop"\n100 % é 😀' });
const listed = Object.freeze({ ...shop, coverage: { kind: 'none' } });

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
    await assertRefused(store, [{ id: 'shop', name: 'Another' }], (other) => [
      store.projects.register(other, BY),
      { type: 'ProjectExists', projectId: 'shop' },
    ]);
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
    await registerProjects(store, ...UNORDERED_NAMES);
    const ids = (await valueOf(store.projects.list())).map(({ id }) => id);
    assert.deepEqual(ids, UNORDERED_NAMES.toSorted(byBytes));
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
    await assertReturnsCopies(() => valueOf(store.projects.list()));
  },
});

/** Making a project live by an act of an administrator. */
export const declareLiveContract: Contract = contractOf('ProjectRepository.declareLive', {
  'makes a project live, with one event that has both coverages, and keeps it live': async ({
    store,
  }) => {
    const before: readonly Coverage[] = [NONE, asOf('import'), asOf('sync')];
    for (const coverage of before) {
      await importAll(store, [{ kind: 'project', project: shop, coverage }]);
      const events = await eventsDuring(store, () =>
        valueOf(store.projects.declareLive(PROJECT, 'bob')),
      );
      assert.deepEqual(events, [
        {
          type: 'project-coverage-updated',
          data: { ...shop, coverage: LIVE },
          preData: { ...shop, coverage },
          createdBy: 'bob',
          project: PROJECT,
        },
      ]);
      await assertCovered(store, LIVE);
      await record(store, scheduled());
      await assertCovered(store, LIVE);
    }
    await importAll(store, [complete(PROJECT, 'sync')]);
    await record(store, scheduled());
    await assertCovered(store, asOf('sync'));
  },
  'makes a new project live, and only that': async ({ store }) => {
    await registerProjects(store, PROJECT, 'other', 'Shop', '%');
    await valueOf(store.projects.declareLive(PROJECT, BY));
    await assertCovered(store, LIVE);
    for (const id of ['other', 'Shop', '%']) await assertCovered(store, NONE, id);
  },
  'changes nothing and records no event when the project is live': async ({ store }) => {
    await registerProjects(store, PROJECT);
    const events = await eventsDuring(store, () =>
      Promise.all(
        Array.from({ length: 10 }, () => valueOf(store.projects.declareLive(PROJECT, BY))),
      ),
    );
    assert.equal(events.length, 1);
    await assertCovered(store, LIVE);
  },
  'returns ProjectNotFound and records no event for an unknown id': async ({ store }) => {
    await registerProjects(store, PROJECT, 'gone');
    await valueOf(store.projects.delete('gone', BY));
    await assertRefused(
      store,
      ['gone', 'Shop', 'shop ', 'sho_', '%', ...INHERITED_NAMES],
      (projectId) => [
        store.projects.declareLive(projectId, BY),
        { type: 'ProjectNotFound', projectId },
      ],
    );
  },
});
