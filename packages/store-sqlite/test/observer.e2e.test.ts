import { expect, it } from 'vitest';
import { newPath, observing, openStore } from './open-store.ts';

/** A store, and the statements that its observer saw; a failed one is marked. */
async function openObserved() {
  const told: string[] = [];
  const observer: ReturnType<typeof observing> = {
    ...observing(() => {}),
    statement: async (text, send) => {
      try {
        const sent = await send();
        told.push(text.trim());
        return sent;
      } catch (error) {
        told.push(`failed: ${text.trim()}`);
        throw error;
      }
    },
  };
  const store = await openStore(await newPath(), { observer });
  return { store, take: (): readonly string[] => told.splice(0) };
}

it('sees each statement, without its values', async () => {
  const { store, take } = await openObserved();
  (await store.projects.register({ id: 'shop', name: 'the shop' }, 'ann'))._unsafeUnwrap();
  const sent = take();
  expect([sent.at(0), sent.at(-1)]).toEqual(['begin immediate', 'commit']);
  expect(sent.join('\n')).toMatch(/insert into "projects"/);
  const anyOf = [{ kind: 'feature', name: 'checkout' }] as const;
  (await store.reader.search({ projectId: 'shop', anyOf }))._unsafeUnwrap();
  const searched = take();
  expect(searched).toEqual([expect.stringContaining('touches')]);
  const asked = [{ target: anyOf[0] }];
  (await store.reader.impact({ asked, projectIds: ['shop'] }))._unsafeUnwrap();
  const impact = take();
  expect(impact).toContainEqual(expect.stringContaining('doubts'));
  (await store.strategies.findUse('default'))._unsafeUnwrap();
  expect(take()).toContainEqual(expect.stringContaining('doubts'));
  expect([...sent, ...searched, ...impact].join('\n')).not.toMatch(/shop|ann|checkout/);
});

it('sees a statement fail', async () => {
  const { store, take } = await openObserved();
  await store.close();
  const search = await store.reader.search({ projectId: 'shop', anyOf: [] });
  expect(search._unsafeUnwrapErr().type).toBe('StoreUnavailable');
  expect(take()).toEqual([expect.stringMatching(/^failed: select p.coverage, c.id/)]);
});
