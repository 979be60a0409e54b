import type { FollowerStore } from '@forewarn/core/operator';
import {
  type Contract,
  contracts,
  leaseContracts,
  type OpenStore,
  originContracts,
} from '@forewarn/store-contract';
import { newState } from './reference-state.ts';
import { referenceStore } from './reference-store.ts';
import { wrongBatchesAndFinds } from './wrong-batches.ts';
import { wrongCoverage } from './wrong-coverage.ts';
import { wrongDeclarations } from './wrong-declarations.ts';
import { wrongEventFilters, wrongEvents } from './wrong-events.ts';
import { wrongGuards } from './wrong-guards.ts';
import { wrongImpacts } from './wrong-impacts.ts';
import { wrongListings } from './wrong-listings.ts';
import { wrongLeases } from './wrong-leases.ts';
import { wrongOrigins } from './wrong-origins.ts';
import { wrongOutdatedImports } from './wrong-outdated-imports.ts';
import { wrongPreconditions } from './wrong-preconditions.ts';
import { wrongProjectDeletes } from './wrong-project-deletes.ts';
import { wrongProjectKeys } from './wrong-project-keys.ts';
import { wrongRecordings } from './wrong-recordings.ts';
import { wrongRegistrations } from './wrong-registrations.ts';
import { wrongSearches } from './wrong-searches.ts';
import { wrongSignals } from './wrong-signals.ts';
import { wrongStrategies } from './wrong-strategies.ts';
import { wrongExports, wrongWholes } from './wrong-exports.ts';
import { wrongImports } from './wrong-imports.ts';
import type { WrongStore } from './wrong-store.ts';

/** The contracts of a store, and those of its optional ports. */
export const ALL_CONTRACTS: readonly Contract<FollowerStore>[] = [
  ...contracts,
  ...leaseContracts,
  ...originContracts,
];

/** Every wrong store. */
export const WRONG_STORES: readonly WrongStore[] = [
  ...wrongSearches,
  ...wrongImpacts,
  ...wrongListings,
  ...wrongRecordings,
  ...wrongBatchesAndFinds,
  ...wrongPreconditions,
  ...wrongRegistrations,
  ...wrongStrategies,
  ...wrongGuards,
  ...wrongProjectDeletes,
  ...wrongProjectKeys,
  ...wrongCoverage,
  ...wrongDeclarations,
  ...wrongEvents,
  ...wrongEventFilters,
  ...wrongLeases,
  ...wrongOrigins,
  ...wrongImports,
  ...wrongOutdatedImports,
  ...wrongExports,
  ...wrongWholes,
  ...wrongSignals,
];

/** Opens wrong stores. */
export const openWrong =
  ({ spoil }: WrongStore): OpenStore<FollowerStore> =>
  async () => {
    const state = newState();
    const store = spoil(referenceStore(state), state);
    return { store, release: () => store.close() };
  };
