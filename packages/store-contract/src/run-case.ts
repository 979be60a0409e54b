import type { Store } from '@forewarn/core';
import type { ContractCase } from './contract.ts';
import type { OpenedStore, OpenStore } from './open-store.ts';

/** Runs one case with new stores, and releases them whether or not the promise is kept. */
export async function runCase(contractCase: ContractCase, open: OpenStore): Promise<void> {
  const opened: OpenedStore[] = [];
  const openAnother = async (): Promise<Store> => {
    const another = await open();
    opened.push(another);
    return another.store;
  };

  try {
    await contractCase.run({ store: await openAnother(), open: openAnother });
  } finally {
    await releaseAll(opened);
  }
}

async function releaseAll(opened: readonly OpenedStore[]): Promise<void> {
  const released = await Promise.allSettled(opened.map((each) => each.release()));
  for (const outcome of released) {
    if (outcome.status === 'rejected') throw outcome.reason;
  }
}
