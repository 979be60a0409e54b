import type { StoreWithNames } from '@forewarn/store';
import { expect, it } from 'vitest';
import { newPath, openStore, registerShop, scheduled } from './open-store.ts';

/** Returns the types of the events until the one of a deleted project. */
async function typesUntilDeleted(store: StoreWithNames): Promise<readonly string[]> {
  const types: string[] = [];
  for await (const event of store.events.subscribe({ after: 0 })) {
    types.push(event._unsafeUnwrap().type);
    if (types.at(-1) === 'project-deleted') break;
  }
  return types;
}

it('tells a subscription of events that another connection commits', async () => {
  const path = await newPath();
  const [reader, writer] = [await openStore(path), await openStore(path)];
  await registerShop(writer);
  const following = typesUntilDeleted(reader);
  const batch = Array.from({ length: 300 }, (_, id) => scheduled(id));
  (await writer.writer.putAll(batch, 'ann'))._unsafeUnwrap();
  (await writer.projects.delete('shop', 'ann'))._unsafeUnwrap();

  const late = await typesUntilDeleted(writer);
  expect(await following).toEqual(late);
  expect(late).toEqual([
    'project-created',
    ...batch.map(() => 'change-request-scheduled'),
    'project-deleted',
  ]);
});
