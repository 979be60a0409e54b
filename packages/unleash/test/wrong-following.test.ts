import { toResultAsync } from '@forewarn/core';
import { createMemoryStore } from '@forewarn/store-memory';
import { okAsync } from 'neverthrow';
import { expect, it } from 'vitest';
import { rejects } from '../../store-contract/test/wrong-store.ts';
import { followingContracts } from '../src/contract/index.ts';
import type { FollowingPorts } from '../src/following-ports.ts';
import { memoryUnleash } from '../src/memory/index.ts';

type Spoil = (right: FollowingPorts) => Partial<FollowingPorts>;

/** By each contract, ports that it must reject. */
const WRONG: Readonly<Record<string, readonly [flaw: string, Spoil]>> = {
  LeaseRepository: [
    'give a lease to each holder',
    ({ leases }) => ({
      leases: {
        ...leases,
        acquire: (...args) => toResultAsync(leases.acquire(...args)).map(() => true),
      },
    }),
  ],
  OriginRepository: [
    'say to each upstream that it is the origin',
    ({ origins }) => ({ origins: { ...origins, claim: (origin) => okAsync(origin) } }),
  ],
};

it.for(followingContracts)('$port rejects ports with a flaw', { timeout: 60_000 }, async (each) => {
  const [flaw, spoil] = WRONG[each.port] ?? ['there are none', (right: FollowingPorts) => right];
  const isRejected = await rejects(each, async () => {
    const right = createMemoryStore({}, [memoryUnleash]);
    return { store: { ...right, ...spoil(right) }, release: () => right.close() };
  });
  expect({ flaw, isRejected }).toEqual({ flaw, isRejected: true });
});
