import { toResultAsync } from '@forewarn/core';
import { createMemoryStore } from '@forewarn/store-memory';
import { okAsync } from 'neverthrow';
import { type Flaws, itRejects } from '../../store-contract/test/wrong-store.ts';
import { followingContracts } from '../src/contract/index.ts';
import type { FollowingPorts } from '../src/following-ports.ts';
import { memoryUnleash } from '../src/memory/index.ts';

type Spoil = (right: FollowingPorts) => Partial<FollowingPorts>;

/** By each contract, a store that it must reject. */
const WRONG: Flaws<Spoil> = {
  LeaseRepository: [
    'gives a lease to each holder',
    ({ leases }) => ({
      leases: {
        ...leases,
        acquire: (...args) => toResultAsync(leases.acquire(...args)).map(() => true),
      },
    }),
  ],
  OriginRepository: [
    'says to each upstream that it is the origin',
    ({ origins }) => ({ origins: { ...origins, claim: (origin) => okAsync(origin) } }),
  ],
};

itRejects(followingContracts, WRONG, (spoil) => async () => {
  const right = createMemoryStore({}, [memoryUnleash]);
  return { store: { ...right, ...spoil(right) }, release: () => right.close() };
});
