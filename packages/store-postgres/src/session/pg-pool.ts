import type pg from 'pg';

/** A `pg.Pool`, described by its parts, so that it fits whatever the version of its types. */
export interface PgPool {
  connect(): Promise<{ release(error?: boolean): void }>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/** Whether it is a pool. What its types leave out is there in every version. */
export const isPool = (given: PgPoolConfig | PgPool): given is PgPool & pg.Pool =>
  'connect' in given && typeof given.connect === 'function';

type Options<Name extends string, Value> = { readonly [Key in Name]?: Value | undefined };

/** The configuration of a `pg.Pool`, in the same way. */
export type PgPoolConfig = Options<
  | 'application_name'
  | 'client_encoding'
  | 'connectionString'
  | 'database'
  | 'fallback_application_name'
  | 'host'
  | 'options'
  | 'user',
  string
> &
  Options<
    | 'connectionTimeoutMillis'
    | 'idle_in_transaction_session_timeout'
    | 'keepAliveInitialDelayMillis'
    | 'lock_timeout'
    | 'max'
    | 'maxLifetimeSeconds'
    | 'maxUses'
    | 'min'
    | 'port'
    | 'query_timeout',
    number
  > &
  Options<'idleTimeoutMillis', number | null> &
  Options<'statement_timeout', number | false> &
  Options<'allowExitOnIdle' | 'keepAlive', boolean> &
  Options<'password', string | (() => string | Promise<string>)> &
  Options<'Client' | 'log' | 'onConnect' | 'ssl' | 'stream' | 'types', unknown>;
