import type { Permission } from './model/permission.ts';

/** No credentials, or credentials that nobody has. */
export interface AuthenticationRequired {
  readonly type: 'AuthenticationRequired';
}

/** The principal lacks a permission, in a project and an environment where those are concerned. */
export interface NoAccess {
  readonly type: 'NoAccess';
  readonly permission: Permission;
  readonly projectId?: string;
  readonly environment?: string;
}

/** The authorizer can't tell now; trying again later may work. `cause` is for logs. */
export interface AuthorizerUnavailable {
  readonly type: 'AuthorizerUnavailable';
  readonly cause: unknown;
}

/** Too many credentials that nobody has came from where these come from. Those that somebody has go on working. */
export interface TooManyAttempts {
  readonly type: 'TooManyAttempts';
  /** After so many seconds the next attempt is looked at: a whole number, 1 or more. */
  readonly retryAfterSeconds: number;
}

/** The store can't answer now; trying again later may work. `cause` is for logs. */
export interface StoreUnavailable {
  readonly type: 'StoreUnavailable';
  readonly cause: unknown;
}

/** One thing that is wrong with what a caller gave. */
export interface Problem {
  /** Where: `features[0].name`. */
  readonly path: string;
  /** What would have been right. */
  readonly expected: string;
}

/** What the caller gave can't be stored; nothing was. */
export interface BadData {
  readonly type: 'BadData';
  readonly problems: readonly [Problem, ...Problem[]];
}

export interface ProjectNotFound {
  readonly type: 'ProjectNotFound';
  readonly projectId: string;
}

export interface ProjectExists {
  readonly type: 'ProjectExists';
  readonly projectId: string;
}

export interface ChangeRequestNotFound {
  readonly type: 'ChangeRequestNotFound';
  readonly projectId: string;
  readonly id: number;
}

export interface StrategyNotFound {
  readonly type: 'StrategyNotFound';
  readonly name: string;
}

export interface StrategyExists {
  readonly type: 'StrategyExists';
  readonly name: string;
}

/** The definition is a built-in one. */
export interface StrategyNotEditable {
  readonly type: 'StrategyNotEditable';
  readonly name: string;
}

/** What the caller's precondition said of the thing does not hold; nothing was changed. */
export interface PreconditionFailed {
  readonly type: 'PreconditionFailed';
}

export interface ApiKeyExists {
  readonly type: 'ApiKeyExists';
  readonly name: string;
}

export interface ApiKeyNotFound {
  readonly type: 'ApiKeyNotFound';
  readonly name: string;
}

/** What an authorizer can answer instead of a principal. */
export type AuthorizerError =
  | AuthenticationRequired
  | NoAccess
  | TooManyAttempts
  | AuthorizerUnavailable;
