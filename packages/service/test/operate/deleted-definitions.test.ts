import { createMemoryStore } from '@forewarn/store-memory';
import { expect, test } from 'vitest';
import { recordDeleted } from '../../src/operate/deleted-definitions.ts';

const GONE = { name: 'gone', parameters: [], deprecated: false, editable: true };

test.for([
  ['finishes what an import that was killed began', GONE, ['strategy-deleted']],
  ['keeps another definition of the name', { ...GONE, title: 'Own' }, []],
] as const)('%s', async ([, registered, expected]) => {
  const store = createMemoryStore();
  (await store.strategies.register(registered, 'import'))._unsafeUnwrap();

  (await recordDeleted(store, [GONE]))._unsafeUnwrap();

  const { events } = (await store.events.list({ limit: 10 }))._unsafeUnwrap();
  expect(events.map(({ type }) => type)).toEqual([...expected, 'strategy-created']);
});

test('keeps a definition that was changed since such an import', async () => {
  const store = createMemoryStore();
  (await store.strategies.register(GONE, 'import'))._unsafeUnwrap();
  (await store.strategies.change('gone', { kind: 'deprecate' }, 'ann'))._unsafeUnwrap();

  (await recordDeleted(store, [GONE]))._unsafeUnwrap();

  expect((await store.strategies.find('gone')).isOk()).toBe(true);
});
