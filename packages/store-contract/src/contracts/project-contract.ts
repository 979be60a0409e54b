import assert from 'node:assert/strict';
import { answerOf, assertOneSucceeds, errorOf } from '../answer-of.ts';
import { byBytes } from '../by-bytes.ts';
import type { Contract } from '../contract.ts';
import { eventsDuring } from '../events-during.ts';
import { LOOK_ALIKE_NAMES } from '../samples/names.ts';
import { scribbleOver } from '../scribble-over.ts';
import { BY, registerProjects } from '../store-calls.ts';

const shop = { id: 'shop', name: 'The "Shop"\n100 % é 😀' };

/** What becomes of projects. */
export const projectContract: Contract = {
  port: 'ProjectRepository',
  cases: [
    {
      name: 'registers a project with one event that has it as data and its id as project',
      run: async ({ store }) => {
        const events = await eventsDuring(store, () => answerOf(store.projects.register(shop, BY)));
        assert.deepEqual(events, [
          { type: 'project-created', data: shop, preData: null, createdBy: BY, project: 'shop' },
        ]);
        assert.deepEqual(await answerOf(store.projects.list()), [shop]);
      },
    },
    {
      name: 'returns ProjectExists, and changes nothing, when there is one of that id',
      run: async ({ store }) => {
        await answerOf(store.projects.register(shop, BY));
        const events = await eventsDuring(store, async () => {
          const other = { id: 'shop', name: 'Another' };
          assert.deepEqual(await errorOf(store.projects.register(other, BY)), {
            type: 'ProjectExists',
            projectId: 'shop',
          });
        });
        assert.deepEqual(events, []);
        assert.deepEqual(await answerOf(store.projects.list()), [shop]);
      },
    },
    {
      name: 'registers exactly one of many concurrent projects of one id',
      run: async ({ store }) => {
        const events = await eventsDuring(store, async () => {
          const calls = Array.from({ length: 20 }, () => store.projects.register(shop, BY));
          await assertOneSucceeds(calls, { type: 'ProjectExists', projectId: 'shop' });
        });
        assert.equal(events.length, 1);
      },
    },
    {
      name: 'compares ids byte for byte, and lists them in byte order',
      run: async ({ store }) => {
        // The last two are in another order by UTF-16 code units.
        const ids = [...LOOK_ALIKE_NAMES, 'B', '\u{1f600}', '\uff61'];
        const distinct = [...new Set(ids)];
        await registerProjects(store, ...distinct);
        assert.deepEqual(
          (await answerOf(store.projects.list())).map(({ id }) => id),
          distinct.toSorted(byBytes),
        );
      },
    },
    {
      name: "leaves what was passed the caller's: mutating it later changes nothing in the store",
      run: async ({ store }) => {
        const passed = structuredClone(shop);
        const [event] = await eventsDuring(store, async () => {
          await answerOf(store.projects.register(passed, BY));
          scribbleOver(passed);
        });
        assert.deepEqual(event?.data, shop);
        assert.deepEqual(await answerOf(store.projects.list()), [shop]);
      },
    },
    {
      name: "lists what is the caller's own: mutating it changes nothing in the store",
      run: async ({ store }) => {
        await answerOf(store.projects.register({ ...shop }, BY));
        scribbleOver(await answerOf(store.projects.list()));
        assert.deepEqual(await answerOf(store.projects.list()), [shop]);
      },
    },
  ],
};
