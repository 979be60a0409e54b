/**
 * Clean-up in a service.
 *
 * @module @forewarn/cleanup/service
 */
import type { Authorizer } from '@forewarn/core';
import type { ForecastStore } from '@forewarn/forecast';
import type { HttpCapability } from '@forewarn/http/capability';
import type { Hiding } from '@forewarn/record';
import type { Store } from '@forewarn/store';
import { type CleanupStore, makeCleanupUseCases } from '../cleanups.ts';
import { makeReadiness } from '../readiness.ts';
import { httpCleanup } from '../http/index.ts';

/** What the service gives. */
interface Given<Credentials> {
  readonly authorizer: Authorizer<Credentials>;
  readonly origins?: Hiding['origins'];
  /** Without the ports of clean-up and of forecasts, there is none. */
  readonly store: Pick<Store, 'projects' | 'reader' | 'strategies' | 'names'> &
    Partial<ForecastStore & CleanupStore>;
  readonly settings: { readonly maxDataAgeMs?: number | undefined };
  /** Wraps each use case in a span with its name. */
  readonly traced: <Cases extends object>(useCases: Cases) => Cases;
}

/** Clean-up, for the list of a service. */
export const cleanup = {
  sql: async () => (await import('../sql/index.ts')).sqlCleanup,
  memory: async () => (await import('../memory/index.ts')).memoryCleanup,
  settings: {},
  partsOf: <Credentials>(given: Given<Credentials>): { readonly http: HttpCapability } => {
    const ports = portsIn(given);
    if (ports === undefined) return { http: { routes: [] } };
    const { authorizer, traced } = given;
    return { http: httpCleanup(traced(makeCleanupUseCases({ ...ports, authorizer }))) };
  },
  /** Returns who knows what can be cleaned up; undefined without its ports. */
  readiness: (given: GivenPorts) => {
    const ports = portsIn(given);
    return ports && makeReadiness(ports);
  },
};

type GivenPorts = Pick<Given<unknown>, 'store' | 'origins' | 'settings'>;

/** One by one: those of a host's class can be getters, which a spread leaves out. */
function portsIn({ store, origins, settings: { maxDataAgeMs } }: GivenPorts) {
  const { projects, reader, strategies, names, forecasts, featureUse } = store;
  return forecasts === undefined || featureUse === undefined
    ? undefined
    : { projects, reader, strategies, names, forecasts, featureUse, origins, maxDataAgeMs };
}
