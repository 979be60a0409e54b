/**
 * Previews in a service.
 *
 * @module @forewarn/what-if/service
 */
import type { Authorizer } from '@forewarn/core';
import type { HttpCapability } from '@forewarn/http/capability';
import type { Hiding } from '@forewarn/record';
import type { Store } from '@forewarn/store';
import { httpWhatIf } from '../http/index.ts';
import { makeWhatIfUseCases } from '../previews.ts';
import type { WhatIfStore } from '../what-if-reader.ts';

/** What the service gives. */
interface Given<Credentials> {
  readonly authorizer: Authorizer<Credentials>;
  readonly origins?: Hiding['origins'];
  /** Without the port of previews, there are none. */
  readonly store: Pick<Store, 'projects'> & Partial<WhatIfStore>;
  readonly settings: { readonly maxDataAgeMs?: number | undefined };
  /** Wraps each use case in a span with its name. */
  readonly traced: <Cases extends object>(useCases: Cases) => Cases;
}

/** Previews, for the list of a service, after forecasts. */
export const whatIf = {
  sql: async () => (await import('../sql/index.ts')).sqlWhatIf,
  memory: async () => (await import('../memory/index.ts')).memoryWhatIf,
  settings: {},
  partsOf: <Credentials>(given: Given<Credentials>): { readonly http: HttpCapability } => {
    const { authorizer, origins, traced } = given;
    const { projects, whatIf: port } = given.store;
    if (port === undefined) return { http: { routes: [] } };
    const { maxDataAgeMs } = given.settings;
    const ports = { projects, whatIf: port, origins, maxDataAgeMs, authorizer };
    return { http: httpWhatIf(traced(makeWhatIfUseCases(ports))) };
  },
};
