import type { ContractCase } from './contract.ts';
import type { OpenedStore, OpenStore } from './open-store.ts';

/** Runs one case with new stores, and releases them whether or not it passes. */
export async function runCase<Ports>(
  contractCase: ContractCase<Ports>,
  open: OpenStore<Ports>,
): Promise<void> {
  const opened: OpenedStore<Ports>[] = [];
  const openAnother = async (): Promise<Ports> => {
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

async function releaseAll(opened: readonly OpenedStore<unknown>[]): Promise<void> {
  const released = await Promise.allSettled(opened.map((each) => each.release()));
  for (const outcome of released) {
    if (outcome.status === 'rejected') throw outcome.reason;
  }
}
