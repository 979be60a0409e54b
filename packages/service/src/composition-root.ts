// Before the first decorated class of a host: decorators keep the types of constructors with it.
import type { RequestListener } from 'node:http';
import type { Authorizer } from '@forewarn/core';
import type { AdminUseCases } from '@forewarn/http';
import type { Store } from '@forewarn/store';
import { makeUseCases } from '@forewarn/use-cases';
import { Container, ContainerModule, type ServiceIdentifier } from 'inversify';
import type { Result } from 'neverthrow';
import { pino } from 'pino';
import 'reflect-metadata';
import { capabilities } from './capabilities.ts';
import { createApp } from './http/create-app.ts';
import type { ServiceCredentials } from './http/service-credentials.ts';
import type { Lifecycle } from './http/server/service-server.ts';
import { makeService, type Service } from './http/service.ts';
import type { ServiceLog } from './service-log.ts';
import type { ServiceParts } from './service-capability.ts';
import {
  checkSettings,
  type GivenSettings,
  type ServiceSettings,
  type WrongSetting,
} from './service-settings.ts';
import { createTelemetry, type Telemetry, tracedUseCases } from './telemetry/telemetry.ts';

/** The ports of a store that the service uses. A capability is served if the store has its ports, too. */
export type ServiceStore = Omit<Store, 'transfer' | 'close'>;

// A symbol typed with its binding.
const token = <T>(name: string): ServiceIdentifier<T> => Symbol(name);

/**
 * The tokens of `forewarnModule`, which binds all but the first three. Rebind any of them.
 */
export const TOKENS = {
  /** Bind your store. It is not needed if you rebind `useCases`; `/ready` then says only whether the service is stopping. */
  store: token<ServiceStore>('store'),
  /** Bind your authorizer. It gets the whole request. */
  authorizer: token<Authorizer<ServiceCredentials>>('authorizer'),
  /** Bind what else the service is to have, such as an `unleashFollower`. */
  added: token<readonly ServiceParts[]>('added'),
  /** Settings that `checkSettings` returned. The default ones, unless you rebind them. */
  settings: token<ServiceSettings>('settings'),
  /** The log: JSON on the standard output, unless you rebind it. */
  log: token<ServiceLog>('log'),
  /** Metrics and traces. */
  telemetry: token<Telemetry>('telemetry'),
  /** The use cases over the store and the authorizer. The service serves only the routes of those that are there. */
  useCases: token<AdminUseCases<ServiceCredentials>>('useCases'),
  /** Whether the service is stopping. */
  lifecycle: token<Lifecycle>('lifecycle'),
  /** All routes. Use `onActivation` to add your own in front of them. */
  app: token<RequestListener>('app'),
  /** What capabilities add to the service over the store: routes, and what runs while it listens. */
  capabilities: token<readonly ServiceParts[]>('capabilities'),
  service: token<Service>('service'),
};

const ifBound = <T>(serviceIdentifier: ServiceIdentifier<T>) =>
  ({ serviceIdentifier, optional: true }) as const;

/** The service, for an inversify container: bind your `Store` and `Authorizer`, and get `TOKENS.service`. */
export const forewarnModule = new ContainerModule(({ bind }) => {
  bind(TOKENS.settings)
    .toDynamicValue(() => checkSettings()._unsafeUnwrap())
    .inSingletonScope();
  bind(TOKENS.log)
    .toDynamicValue(() => pino())
    .inSingletonScope();
  bind(TOKENS.telemetry).toResolvedValue(createTelemetry).inSingletonScope();
  bind(TOKENS.lifecycle)
    .toDynamicValue(() => ({ isStopping: false }))
    .inSingletonScope();
  bind(TOKENS.useCases)
    .toResolvedValue(useCasesOf, [
      TOKENS.authorizer,
      TOKENS.store,
      TOKENS.settings,
      TOKENS.telemetry,
      TOKENS.capabilities,
    ])
    .inSingletonScope();
  bind(TOKENS.app)
    .toResolvedValue(createApp, [
      TOKENS.useCases,
      TOKENS.capabilities,
      TOKENS.lifecycle,
      TOKENS.settings,
      TOKENS.log,
      TOKENS.telemetry,
      ifBound(TOKENS.store),
    ])
    .inSingletonScope();
  bind(TOKENS.capabilities)
    .toResolvedValue(partsOf, [
      TOKENS.settings,
      TOKENS.log,
      TOKENS.telemetry,
      ifBound(TOKENS.authorizer),
      ifBound(TOKENS.store),
      ifBound(TOKENS.added),
    ])
    .inSingletonScope();
  bind(TOKENS.service)
    .toResolvedValue(makeService, [
      TOKENS.app,
      TOKENS.lifecycle,
      TOKENS.settings,
      TOKENS.log,
      TOKENS.capabilities,
      TOKENS.telemetry,
    ])
    .inSingletonScope();
});

function useCasesOf(
  authorizer: Authorizer<ServiceCredentials>,
  store: ServiceStore,
  settings: ServiceSettings,
  { tracer }: Telemetry,
  parts: readonly ServiceParts[],
): AdminUseCases<ServiceCredentials> {
  const { maxDataAgeMs } = settings;
  // One capability records events. A second one needs views that are joined.
  const eventView = capabilities.find((each) => each.eventView !== undefined)?.eventView;
  const copies = copiesIn(parts);
  const useCases = makeUseCases({ authorizer, store, maxDataAgeMs, copies, eventView });
  return tracedUseCases(useCases, tracer);
}

const copiesIn = (parts: readonly ServiceParts[]) =>
  parts.find((each) => each.copies !== undefined)?.copies;

/** What capabilities add to a service with a store and an authorizer. */
function partsOf(
  settings: ServiceSettings,
  log: ServiceLog,
  { metrics, tracer }: Telemetry,
  authorizer?: Authorizer<ServiceCredentials>,
  store?: ServiceStore,
  more: readonly ServiceParts[] = [],
): readonly ServiceParts[] {
  if (authorizer === undefined || store === undefined) return more;
  const context = {
    authorizer,
    store,
    settings,
    log,
    origins: copiesIn(more)?.origins ?? store.origins,
    gauge: metrics.gaugeOf,
    counter: metrics.counterOf,
    traced: <Cases extends object>(useCases: Cases): Cases => tracedUseCases(useCases, tracer),
  };
  return [...capabilities.flatMap((each) => each.partsOf?.(context) ?? []), ...more];
}

/** What a service is made of. */
export interface ServiceOptions {
  /** Not closed by the service. */
  readonly store: ServiceStore;
  /** Such as `apiKeyAuthorizer(store.apiKeys)`, or your own. */
  readonly authorizer: Authorizer<ServiceCredentials>;
  /** What else the service is to have, such as an `unleashFollower`. */
  readonly added?: readonly ServiceParts[];
  readonly settings?: GivenSettings;
  /** Default: JSON on the standard output. */
  readonly log?: ServiceLog;
  /** Each service needs its own. Made by default. */
  readonly telemetry?: Telemetry;
}

/** Makes the service over a store and an authorizer. Nothing starts before `listen`. */
export function createService({
  settings,
  ...parts
}: ServiceOptions): Result<Service, WrongSetting> {
  return checkSettings(settings).map((checked) => {
    const { store, authorizer, added, log, telemetry } = parts;
    const container = new Container();
    container.load(forewarnModule);
    container.bind(TOKENS.store).toConstantValue(store);
    container.bind(TOKENS.authorizer).toConstantValue(authorizer);
    if (added !== undefined) container.bind(TOKENS.added).toConstantValue(added);
    container.rebind(TOKENS.settings).toConstantValue(checked);
    if (log !== undefined) container.rebind(TOKENS.log).toConstantValue(log);
    if (telemetry !== undefined) container.rebind(TOKENS.telemetry).toConstantValue(telemetry);
    return container.get(TOKENS.service);
  });
}
