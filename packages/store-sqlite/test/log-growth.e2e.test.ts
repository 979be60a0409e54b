import { stat } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { newPath, openStore, registerShop, scheduled } from './open-store.ts';

const MIB = 2 ** 20;

async function openShop() {
  const path = await newPath();
  const store = await openStore(path);
  await registerShop(store);
  let written = 0;
  return {
    path,
    store,
    /** Writes as many MiB twice: as a change request, and as its event. */
    write: async (count: number) => {
      for (const end = written + count; written < end; written += 1) {
        const id = written;
        const title = `${id} `.padEnd(MIB, 'x');
        (await store.writer.put({ ...scheduled(id), title }, 'ann'))._unsafeUnwrap();
      }
    },
    logSize: async () => (await stat(`${path}-wal`)).size / MIB,
  };
}

it('does not let the log grow while the reader of an export sleeps', async () => {
  const { store, write, logSize } = await openShop();
  const entries = store.transfer.export()[Symbol.asyncIterator]();
  expect((await entries.next()).done).toBe(false);
  await write(20);
  expect(await logSize()).toBeLessThan(10);
  // It is of the moment when it began.
  let changeRequests = 0;
  for (let next = await entries.next(); next.done !== true; next = await entries.next()) {
    if (next.value._unsafeUnwrap().kind === 'scheduled') changeRequests += 1;
  }
  expect(changeRequests).toBe(0);
});

it('truncates a log that grew because another process reads', async () => {
  const { path, write, logSize } = await openShop();
  const other = new DatabaseSync(path, { readOnly: true });
  onTestFinished(() => other.close());
  other.exec('begin; select * from projects');
  await write(15);
  expect(await logSize()).toBeGreaterThan(25);
  other.exec('rollback');
  await write(2);
  expect(await logSize()).toBeLessThan(17);
});
