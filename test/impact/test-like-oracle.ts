import type { OpenStore } from '@forewarn/store-contract';
import { expect, test } from 'vitest';
import { askStore, assertLikeOracle, importPopulation } from './assert-like-oracle.ts';

/** Declares that a store returns the same impacts of 1,000 targets over 10,000 change requests as the oracle. */
export function testLikeOracle(name: string, open: OpenStore): void {
  test(`${name} returns the same impact of 1,000 targets as the oracle`, async () => {
    const opened = await open();
    try {
      await importPopulation(opened.store);
      const compared = assertLikeOracle(askStore(opened.store));
      await expect(compared).resolves.toBeUndefined();
    } finally {
      await opened.release();
    }
  }, 120_000);
}
