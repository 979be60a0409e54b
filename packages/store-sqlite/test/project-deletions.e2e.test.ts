import { StoreBusy } from '@forewarn/core';
import { expect, it } from 'vitest';
import { projectDeletions } from '../src/project-deletions.ts';
import { newPath, openStore, registerShop, withinFile } from './open-store.ts';

it('tries again when too many long writes wait', async () => {
  const busy = Promise.withResolvers<void>();
  const refuse = async (): Promise<never> => {
    busy.resolve();
    throw new StoreBusy('too many wait');
  };
  const deletions = projectDeletions(
    refuse,
    async () => {},
    () => false,
  );

  deletions.resume();
  await busy.promise;

  await expect(deletions.close()).resolves.toBeUndefined();
});

it('goes on with a removal that another process left', async () => {
  const path = await newPath();
  const store = await openStore(path);
  withinFile(path, (file) => file.exec("insert into deletions (project_id) values ('shop')"));

  await expect(registerShop(store)).resolves.toBeUndefined();
});
