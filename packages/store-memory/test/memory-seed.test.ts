import { expect, test } from 'vitest';
import { changingCheckout } from '../../core/test/samples.ts';
import { createMemoryStore, type MemorySeed } from '../src/index.ts';

const shop = { id: 'shop', name: 'Shop' };
const sale = { name: 'sale', parameters: [], deprecated: false, editable: true };
const changeRequest = changingCheckout();

test('a store finds its seed, in live projects, and records no event', async () => {
  const { reader, strategies, events } = createMemoryStore({
    projects: [shop, { id: 'blog', name: 'Blog', coverage: { kind: 'none' } }],
    changeRequests: [changeRequest],
    strategies: [sale],
  });
  const anyOf = [{ kind: 'feature', name: 'checkout' }] as const;

  expect((await reader.search({ projectId: 'shop', anyOf }))._unsafeUnwrap()).toEqual({
    coverage: { kind: 'live' },
    changeRequests: [{ id: 1, environment: 'production' }],
  });
  expect((await reader.search({ projectId: 'blog', anyOf }))._unsafeUnwrap()).toEqual({
    coverage: { kind: 'none' },
    changeRequests: [],
  });
  expect((await strategies.find('sale'))._unsafeUnwrap()).toEqual(sale);
  expect((await events.list({ limit: 1 }))._unsafeUnwrap().events).toEqual([]);
});

test.each<[reason: string, seed: MemorySeed, message: string]>([
  ['an empty id', { projects: [shop, { id: '', name: '' }] }, 'projects[1]: id: expected 1 to'],
  ['a repeated id', { projects: [shop, shop] }, 'projects[1]: another project has the id "shop"'],
  [
    'an unknown project',
    { changeRequests: [changeRequest] },
    'changeRequests[0]: no project has the id "shop"',
  ],
  [
    'a repeated change request',
    { projects: [shop], changeRequests: [changeRequest, changeRequest] },
    'changeRequests[1]: another change request has the id 1',
  ],
  [
    'a name that is too long',
    { strategies: [{ ...sale, name: 'x'.repeat(1_000) }] },
    'strategies[0]: name: expected 1 to',
  ],
  [
    'the name of a built-in definition',
    { strategies: [sale, { ...sale, name: 'default' }] },
    'strategies[1]: another or a built-in definition has the name "default"',
  ],
  [
    'an entry of another shape',
    { projects: [shop], changeRequests: [{ id: 1, project: 'shop' } as never] },
    'changeRequests[0]: ',
  ],
])('a seed with %s is refused with the name of its entry', (_reason, seed, message) => {
  expect(() => createMemoryStore(seed)).toThrow(`Seed: ${message}`);
});
