import type { Coverage } from './model/project.ts';
import type { StrategyImpact } from './model/impact.ts';
import type { Permission, Scope } from './model/permission.ts';
import type { ChangeRequestKey } from './model/scheduled-change-request.ts';

/** An expected failure, told apart from others by its type. */
type Failure<Type extends string, About = object> = { readonly type: Type } & About;

/** The credentials are missing or invalid. */
export interface AuthenticationRequired {
  readonly type: 'AuthenticationRequired';
  /** What is wrong with the credentials and what to do, as sentences for the caller. */
  readonly reason?: string;
}

/** The principal lacks a permission in a scope. */
export interface NoAccess extends Scope {
  readonly type: 'NoAccess';
  readonly permission: Permission;
}

/** The authorizer can't decide at the moment; a retry may work. `cause` is for logs. */
export type AuthorizerUnavailable = Failure<'AuthorizerUnavailable', { readonly cause: unknown }>;

/** Too many failed attempts from this client; valid credentials still work. */
export interface TooManyAttempts {
  readonly type: 'TooManyAttempts';
  /** Seconds until the next attempt is looked at: a whole number, 1 or more. */
  readonly retryAfterSeconds: number;
}

/** The store can't respond at the moment; a retry may work. `cause` is for logs. */
export type StoreUnavailable = Failure<'StoreUnavailable', { readonly cause: unknown }>;

/** One problem with the input. */
export interface Problem {
  /** Where it is, such as `features[0].name`. */
  readonly path: string;
  /** What is valid there. */
  readonly expected: string;
}

/** The input is invalid; nothing was stored. */
export interface BadData {
  readonly type: 'BadData';
  readonly problems: readonly [Problem, ...Problem[]];
}

export type ProjectNotFound = Failure<'ProjectNotFound', { readonly projectId: string }>;

export type ProjectExists = Failure<'ProjectExists', { readonly projectId: string }>;

export type ChangeRequestNotFound = Failure<'ChangeRequestNotFound', ChangeRequestKey>;

export type StrategyNotFound = Failure<'StrategyNotFound', { readonly name: string }>;

export type StrategyExists = Failure<'StrategyExists', { readonly name: string }>;

/** The definition is built in. */
export type StrategyNotEditable = Failure<'StrategyNotEditable', { readonly name: string }>;

/** Scheduled change requests touch or may touch the definition; it was kept. */
export interface StrategyInUse {
  readonly type: 'StrategyInUse';
  readonly name: string;
  /** The impact of the delete, as far as the caller may see it. */
  readonly impact: StrategyImpact;
}

/** The data of a project is older than allowed, or was never complete. */
export interface DataTooOld {
  readonly type: 'DataTooOld';
  readonly projectId: string;
  readonly coverage: Exclude<Coverage, { readonly kind: 'live' }>;
  /** The oldest age allowed, in milliseconds. */
  readonly maxDataAgeMs: number;
}

/** The upstream refused the request. Retrying does not help. */
export interface UpstreamRefused {
  readonly type: 'UpstreamRefused';
  /** What was refused and what to do, as sentences for the caller. */
  readonly reason: string;
}

/** The upstream did not respond. The request may have taken effect. A retry may succeed. */
export interface UpstreamUnavailable {
  readonly type: 'UpstreamUnavailable';
  /** What happened and what to do, as sentences for the caller. */
  readonly reason: string;
  /** Milliseconds that the upstream asks to wait. */
  readonly retryAfterMs?: number;
}

/** The store has only a copy of the resource. It can be changed in the upstream. */
export interface OwnedByUpstream {
  readonly type: 'OwnedByUpstream';
  /** Where to change it. */
  readonly url: string;
}

/** A sync has stored newer data of a project; nothing was changed. */
export type DataOutdated = Failure<'DataOutdated', { readonly projectId: string }>;

/** The caller's precondition rejects what is stored; nothing was changed. */
export type PreconditionFailed = Failure<'PreconditionFailed'>;

export type ApiKeyExists = Failure<'ApiKeyExists', { readonly name: string }>;

export type ApiKeyNotFound = Failure<'ApiKeyNotFound', { readonly name: string }>;

export type WebhookNotFound = Failure<'WebhookNotFound', { readonly id: string }>;

/** The errors of an authorizer. */
export type AuthorizerError =
  | AuthenticationRequired
  | NoAccess
  | TooManyAttempts
  | AuthorizerUnavailable;
