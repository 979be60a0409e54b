import type { Permission, Scope } from './permission.ts';

/** An expected failure, told apart from others by its type. */
export type Failure<Type extends string, About = object> = { readonly type: Type } & About;

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

export type StrategyNotFound = Failure<'StrategyNotFound', { readonly name: string }>;

/** The definition is built in. */
export type StrategyNotEditable = Failure<'StrategyNotEditable', { readonly name: string }>;

export type AuthorizerError =
  | AuthenticationRequired
  | NoAccess
  | TooManyAttempts
  | AuthorizerUnavailable;
