import { alertContracts } from '@forewarn/notify/contract';
import {
  type Contract,
  contracts,
  leaseContracts,
  nameContracts,
  type OpenStore,
  originContracts,
  runCase,
} from '@forewarn/store-contract';
import { newState } from './reference-state.ts';
import { referenceStore } from './reference-store.ts';
import type { ServiceStore } from './service-store.ts';
import { wrongAlerting } from './wrong-alerting.ts';
import { wrongCoverage } from './wrong-coverage.ts';
import { wrongEvents } from './wrong-events.ts';
import { wrongExports } from './wrong-exports.ts';
import { wrongFollowers } from './wrong-followers.ts';
import { wrongForecasts } from './wrong-forecasts.ts';
import { wrongGone } from './wrong-gone.ts';
import { wrongGuards } from './wrong-guards.ts';
import { wrongImpacts } from './wrong-impacts.ts';
import { wrongImports } from './wrong-imports.ts';
import { wrongApiKeys } from './wrong-keys.ts';
import { wrongListings } from './wrong-listings.ts';
import { wrongNames } from './wrong-names.ts';
import { wrongPreconditions } from './wrong-preconditions.ts';
import { wrongProjects } from './wrong-projects.ts';
import { wrongRecordings } from './wrong-recordings.ts';
import { wrongSearches } from './wrong-searches.ts';
import { wrongSteps } from './wrong-steps.ts';
import type { Spoil, WrongStore } from './wrong-store.ts';
import { wrongStrategies } from './wrong-strategies.ts';
import { wrongSubscriptions } from './wrong-subscriptions.ts';
import { wrongWholes } from './wrong-wholes.ts';

/** The contracts of a store, and those of its optional ports. */
export const ALL_CONTRACTS: readonly Contract<ServiceStore>[] = [
  ...contracts,
  ...leaseContracts,
  ...originContracts,
  ...nameContracts,
  ...alertContracts,
];

/** Every wrong store but those that take long. */
export const WRONG_STORES: readonly WrongStore[] = [
  ...wrongSearches,
  ...wrongImpacts,
  ...wrongListings,
  ...wrongForecasts,
  ...wrongGone,
  ...wrongRecordings,
  ...wrongPreconditions,
  ...wrongStrategies,
  ...wrongGuards,
  ...wrongProjects,
  ...wrongApiKeys,
  ...wrongCoverage,
  ...wrongEvents,
  ...wrongSubscriptions,
  ...wrongImports,
  ...wrongExports,
  ...wrongFollowers,
  ...wrongNames,
  ...wrongAlerting,
  ...wrongSteps,
  ...wrongWholes,
];

/** Opens a store with a flaw; without one, the reference store. */
export const opening =
  (spoil: Spoil = (right) => right): OpenStore<ServiceStore> =>
  async () => {
    const state = newState();
    const store = spoil(referenceStore(state), state);
    const close = (): Promise<void> => store.close();
    return { store, release: close, breakDown: close };
  };

/** Whether a case of a contract rejects a wrong store. */
export async function isRejected({ spoil }: WrongStore, contract: string): Promise<boolean> {
  const { cases = [] } = ALL_CONTRACTS.find(({ port }) => port === contract) ?? {};
  for (const contractCase of cases) {
    const [outcome] = await Promise.allSettled([runCase(contractCase, opening(spoil))]);
    if (outcome.status === 'rejected') return true;
  }
  return false;
}
