import { untilAborted } from '@forewarn/platform';
import type { Tables } from '@forewarn/store-sql';
import type { Kysely } from 'kysely';
import pg from 'pg';
import { isPool } from './pg-pool.ts';
import {
  type ConnectionSettings,
  ignoreErrors,
  PostgresConnection,
} from './postgres-connection.ts';
import {
  connectionError,
  isOtherEncryptionNeeded,
  isReadOnly,
  isUnavailable,
  ReadOnlyServer,
} from './postgres-errors.ts';
import type { Encryption, ResolvedAddress } from './postgres-settings.ts';

/** Maximum age of a connection, so that each node finds the new primary when DNS or a proxy points to it. */
const MAX_LIFETIME_SECONDS = 300;
/** How long a connection may be silent before the system probes it. By default, long work waits two hours for a lost network. */
const SILENT_MS = 10_000;
/**
 * How often the server looks whether the client of a running statement is still there, which not every platform can; then that it
 * warns of a commit, and that Citus writes texts for its workers as these read them by default; then that a read fails where
 * row-level security would hide rows. What fails sets nothing.
 */
const SESSION = [
  "set client_connection_check_interval = '500ms'",
  'set client_min_messages = warning; set standard_conforming_strings = on',
  'set row_security = off',
];

/** The connections of a store at one moment. */
export interface Connections {
  /** Busy, or being opened. */
  readonly used: number;
  readonly idle: number;
  /** The maximum. */
  readonly max: number;
  /** Calls that wait for a connection. */
  readonly waiting: number;
}

interface PoolSettings extends ConnectionSettings {
  readonly address: ResolvedAddress;
  /** Maximum connections; those of the configuration when absent. */
  readonly max?: number | undefined;
  /** Maximum time to open a connection, in milliseconds. */
  readonly connectMs: number;
}

interface Entry {
  readonly connection: PostgresConnection;
  readonly generation: number;
}

/** A connection that is lent. */
export interface Lease {
  readonly db: Kysely<Tables>;
  /** How often connections had been replaced when this one was opened. */
  readonly generation: number;
  /** Returns the connection to the pool. */
  readonly release: () => void;
}

/** Opens connections, and lends them. Nothing connects before the first use. */
export class ConnectionPool {
  readonly #pool: pg.Pool;
  readonly #isOurs: boolean;
  readonly #settings: ConnectionSettings;
  #otherEncryption: Encryption | undefined;
  readonly #entries = new WeakMap<pg.PoolClient, Entry>();
  #generation = 0;
  #replaced = new AbortController();
  /** The pool forgets those that wait for a connection when it ends. */
  readonly #ended = new AbortController();

  constructor({ address, max, connectMs, ...settings }: PoolSettings) {
    this.#settings = { ...settings, isNamed: address.isNamed };
    const { pool: given, otherEncryption } = address;
    this.#otherEncryption = otherEncryption;
    this.#isOurs = !isPool(given);
    this.#pool = isPool(given)
      ? given
      : new pg.Pool({
          connectionTimeoutMillis: connectMs,
          keepAlive: true,
          keepAliveInitialDelayMillis: SILENT_MS,
          maxLifetimeSeconds: MAX_LIFETIME_SECONDS,
          ...(given as pg.PoolConfig),
          ...(max !== undefined && { max }),
        });
    // A connection can be lost in the same packet that makes it ready, when nothing else listens to it yet. Many stores can
    // share a pool.
    this.#pool.setMaxListeners(this.#pool.getMaxListeners() + 1).on('connect', ignoreErrors);
    // The pool replaces an idle connection that was lost. Without a listener, its error would end the process.
    if (this.#isOurs) this.#pool.on('error', () => {});
  }

  get connections(): Connections {
    const { totalCount, idleCount, waitingCount, options } = this.#pool;
    return {
      used: totalCount - idleCount,
      idle: idleCount,
      max: options.max,
      waiting: waitingCount,
    };
  }

  /** Runs work on a connection of its own, as {@link lease} does. */
  async use<T>(
    signal: AbortSignal,
    work: (db: Kysely<Tables>) => Promise<T>,
    isWrite = false,
  ): Promise<T> {
    const { db, generation, release } = await this.lease(signal, isWrite);
    try {
      return await work(db);
    } catch (error) {
      // An older connection says nothing of the server to which new ones lead.
      if (isReadOnly(error) && generation === this.#generation) this.replaceConnections();
      throw error;
    } finally {
      release();
    }
  }

  /**
   * Lends a connection. When the signal is aborted, the connection is hung up, so that whatever is sent on it from then on
   * fails; for a write, also when the connections are replaced, since a former primary may never finish a commit.
   */
  async lease(signal: AbortSignal, isWrite = false): Promise<Lease> {
    const client = await this.#currentClient(signal);
    const known = this.#entries.get(client);
    const entry = known ?? {
      connection: new PostgresConnection(client, this.#settings),
      generation: this.#generation,
    };
    this.#entries.set(client, entry);
    const { connection, generation } = entry;
    const hangUp = (): void => connection.hangUp();
    const { replaced } = this;
    signal.addEventListener('abort', hangUp, { once: true });
    if (isWrite) replaced.addEventListener('abort', hangUp, { once: true });
    const release = (): void => {
      signal.removeEventListener('abort', hangUp);
      if (isWrite) replaced.removeEventListener('abort', hangUp);
      client.release(connection.isBroken || generation !== this.#generation);
    };
    try {
      signal.throwIfAborted();
      // The sessions of a pool that was given are not ours.
      if (known === undefined && this.#isOurs) await setSession(client);
      return { db: connection.db, generation, release };
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Uses none of the open connections again: they lead to a server that is no longer the primary. */
  replaceConnections(): void {
    this.#generation += 1;
    this.#replaced.abort(new ReadOnlyServer());
    this.#replaced = new AbortController();
  }

  /** Aborted when the connections of now are replaced. */
  get replaced(): AbortSignal {
    return this.#replaced.signal;
  }

  /** Ends the connections, unless the pool was given. */
  async end(): Promise<void> {
    if (this.#isOurs) {
      const ended = this.#pool.end();
      this.#ended.abort(connectionError(new Error('the store is closed')));
      await ended;
    } else {
      this.#pool.off('connect', ignoreErrors).setMaxListeners(this.#pool.getMaxListeners() - 1);
    }
  }

  async #currentClient(signal: AbortSignal): Promise<pg.PoolClient> {
    const { observer } = this.#settings;
    for (;;) {
      const { idleCount, waitingCount } = this.#pool;
      // Then there is one for this call, too: it has it before anything else happens.
      const isIdle = idleCount > waitingCount;
      const client = await (isIdle
        ? this.#idleClient(signal)
        : (observer?.statement('connect', () => this.#anyClient(signal)) ??
          this.#anyClient(signal)));
      const { generation = this.#generation } = this.#entries.get(client) ?? {};
      if (generation === this.#generation) return client;
      client.release(true);
    }
  }

  async #idleClient(signal: AbortSignal): Promise<pg.PoolClient> {
    signal.throwIfAborted();
    try {
      return await untilAborted(this.#ended.signal, this.#pool.connect());
    } catch (error) {
      throw connectionError(error);
    }
  }

  /** Rejects with the signal's reason as soon as it is aborted. A client that comes later goes back to the pool. */
  async #anyClient(signal: AbortSignal): Promise<pg.PoolClient> {
    signal.throwIfAborted();
    const { signal: ended } = this.#ended;
    const connect = async (): Promise<pg.PoolClient> => {
      try {
        return await this.#connect();
      } catch (error) {
        throw connectionError(error);
      }
    };
    const client = connect();
    try {
      return await untilAborted(ended, untilAborted(signal, client));
    } catch (error) {
      void client.then(
        (late) => late.release(),
        () => {},
      );
      throw error;
    }
  }

  /** Opens a connection, or takes an idle one. Tries the other encryption if the server does not want this one. */
  async #connect(): Promise<pg.PoolClient> {
    const options: pg.PoolConfig = this.#pool.options;
    const tried = options.ssl;
    try {
      return await this.#pool.connect();
    } catch (error) {
      const other = this.#otherEncryption;
      if (other === undefined || !isOtherEncryptionNeeded(error)) throw error;
      // Further connections are to the same server. Another call can have found it out first.
      if (options.ssl === tried) {
        this.#otherEncryption = tried as Encryption;
        options.ssl = other;
      }
      return this.#pool.connect();
    }
  }
}

/** Returns where to open a connection outside of the pool. */
export function outsidePool({ pool, otherEncryption, isNamed }: ResolvedAddress): ResolvedAddress {
  if (!isPool(pool)) return { pool, otherEncryption, isNamed };
  const { options } = pool;
  // The pool hides the password from being enumerated.
  return { pool: { ...options, password: options.password }, isNamed };
}

async function setSession(client: pg.PoolClient): Promise<void> {
  for (const settings of SESSION) {
    try {
      await client.query(settings);
    } catch (error) {
      // Not every platform, and not every engine, has the settings.
      if (isUnavailable(connectionError(error))) throw error;
    }
  }
}
