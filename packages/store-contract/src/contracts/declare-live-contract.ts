import assert from 'node:assert/strict';
import type { Coverage } from '@forewarn/core';
import { contractOf, type Contract } from '../contract.ts';
import { assertCovered } from '../covered.ts';
import { eventsDuring } from '../events-during.ts';
import { PROJECT } from '../samples/change-request.ts';
import { INHERITED_NAMES } from '../samples/names.ts';
import { asOf, complete, LIVE, NONE, scheduled } from '../samples/coverage.ts';
import { assertSameState, stateOf } from '../state-of.ts';
import { BY, importAll, record, registerProjects } from '../store-calls.ts';
import { errorOf, valueOf } from '../value-of.ts';

const shop = { id: PROJECT, name: 'The "Shop" é 😀' };

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
    const before = await stateOf(store);
    const events = await eventsDuring(store, async () => {
      for (const projectId of ['gone', 'Shop', 'shop ', 'sho_', '%', ...INHERITED_NAMES]) {
        assert.deepEqual(await errorOf(store.projects.declareLive(projectId, BY)), {
          type: 'ProjectNotFound',
          projectId,
        });
      }
    });
    assert.deepEqual(events, []);
    assertSameState(await stateOf(store), before);
  },
});
