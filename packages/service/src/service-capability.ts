import type { Admit, Authorizer, Failure } from '@forewarn/core';
import type { HttpCapability } from '@forewarn/http/capability';
import type { OpenApiDocument, ReportError } from '@forewarn/http';
import type { EventView, HiddenProjects } from '@forewarn/record';
import type { Copies, Store } from '@forewarn/store';
import type { MemoryCapability } from '@forewarn/store-memory';
import type { SqlCapability } from '@forewarn/store-sqlite';
import type { z } from 'zod';
import type { ServiceCredentials } from './http/service-credentials.ts';
import type { ServedKeys } from './keys/served-keys.ts';
import type { ServiceLog } from './service-log.ts';
import type { OpenedStore } from './opened-store.ts';
import type { OwnSettings } from './own-settings.ts';
import type { LabelledGauge, ReadGauge, ResultCounter } from './telemetry/metrics.ts';
import type { Telemetry } from './telemetry/telemetry.ts';

/** A setting that a capability adds: a list of texts. */
export interface AddedSetting {
  /** The environment variable that holds the list, with commas. */
  readonly variable: string;
  readonly schema: z.ZodDefault<z.ZodType<readonly string[]>>;
  readonly expected: string;
  /** What it sets, in Markdown. */
  readonly description: string;
}

interface ServiceContext<Name extends string> {
  readonly authorizer: Authorizer<ServiceCredentials>;
  /** A store that may lack the ports of the capability. */
  readonly store: Omit<Store, 'transfer' | 'close'>;
  readonly settings: OwnSettings & Readonly<Record<Name, readonly string[]>>;
  readonly log: ServiceLog;
  /** Knows whether the store lacks projects, if it has copies. */
  readonly origins?: HiddenProjects | undefined;
  /** Makes a gauge, which reads its values by label. */
  readonly gauge: (about: LabelledGauge, read: ReadGauge) => void;
  /** Makes a counter. Returns what counts a result. */
  readonly counter: (about: ResultCounter) => (result: string) => void;
  /** Wraps each use case in a span with its name, if there are traces. */
  readonly traced: <Cases extends object>(useCases: Cases) => Cases;
}

/** What runs while the service listens. */
interface Running {
  /** @param given whether the first sync with an upstream is still to end; ask it only once all have started */
  start(given: { readonly isFirstSync: () => Promise<boolean> }): void;
  stop(): Promise<void>;
}

/** What a capability adds to one service. */
export interface ServiceParts {
  readonly http: HttpCapability;
  readonly running?: Running;
  /** Whether the first sync with an upstream is still to end: each response says so. */
  readonly isFirstSync?: () => boolean | Promise<boolean>;
  /** What changes if the store has copies. One part at most has it. */
  readonly copies?: Copies<Failure<string>>;
}

/** What the service of the command gives to parts that its variables ask for. */
interface CommandContext {
  readonly authorizer: Authorizer<ServiceCredentials>;
  readonly store: OpenedStore;
  readonly deadlineMs: number;
  readonly unleashUrl: string | undefined;
  readonly log: ServiceLog;
  readonly telemetry: Telemetry;
}

/** Parts that the variables of a capability ask for. */
export interface CommandParts {
  readonly variable: string;
  /** What the variables hold. */
  readonly options: object;
  /** The default of the setting. */
  readonly unleashUrl?: string;
  readonly partsOf: (context: CommandContext) => ServiceParts;
}

/** Variables of the command that are no settings of the service. */
interface CommandVariables {
  readonly variables: z.ZodObject;
  /** Those that a file can hold. */
  readonly secrets: readonly string[];
  readonly read: z.ZodType<CommandParts | undefined>;
}

/** A router of Koa: hosts that rebuild the service do without Koa's types. */
export interface AppRouter {
  routes(): (context: never, next: never) => unknown;
}

/** What a capability gets from the app of the service. */
export interface AppContext {
  readonly settings: OwnSettings;
  /** A store that may lack the ports of the capability; undefined in a service without one. */
  readonly store: object | undefined;
  readonly admit: Admit<ServiceCredentials>;
  /** Finds the credentials of a request of Koa. */
  readonly credentialsOf: (ctx: never) => ServiceCredentials;
  /** Describes the admin API. */
  readonly documentOf: () => OpenApiDocument;
  readonly reportError: ReportError<never>;
}

/** What a capability adds to the service, with the names of its settings. */
export interface ServiceCapability<Name extends string = never> {
  /** Loads what it adds to SQL stores. */
  readonly sql?: () => Promise<SqlCapability>;
  /** Loads what it adds to memory stores. */
  readonly memory?: () => Promise<MemoryCapability>;
  /** Runs before `forewarn serve` opens the store. */
  readonly prepare?: () => Promise<void>;
  /** Makes routes besides those of the admin API. */
  readonly routers?: (context: AppContext) => readonly AppRouter[];
  readonly eventView?: EventView;
  readonly settings: Readonly<Record<Name, AddedSetting>>;
  readonly command?: CommandVariables;
  /** Finds the API keys of a service of the command. One capability at most has it. Without it, they are those of the settings. */
  readonly keysOf?: (store: OpenedStore) => ServedKeys;
  partsOf?(context: ServiceContext<NoInfer<Name>>): ServiceParts;
}

export type AddedSettings<List extends readonly ServiceCapability[]> = List extends readonly [
  { readonly settings: Readonly<Record<infer Name extends string, AddedSetting>> },
  ...infer Others extends readonly ServiceCapability[],
]
  ? Readonly<Record<Name, readonly string[]>> & AddedSettings<Others>
  : object;

/** Returns a capability with the names of its settings. */
export const capability = <Name extends string>(
  given: ServiceCapability<Name>,
): ServiceCapability<Name> => given;
