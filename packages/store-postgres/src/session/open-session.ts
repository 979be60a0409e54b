import { setTimeout as delay } from 'node:timers/promises';
import {
  type SqlSession,
  type StatementObserver,
  type Tables,
  transact,
} from '@forewarn/store-sql';
import { attempt, RULE_VERSION } from '@forewarn/core';
import { FairSemaphore, KeyedMutex, withSignals } from '@forewarn/platform';
import { type Kysely, sql } from 'kysely';
import { ok, ResultAsync } from 'neverthrow';
import { onPrimary } from './assert-primary.ts';
import { ConnectionPool, outsidePool } from './connection-pool.ts';
import { connectionLimits } from './connection-limits.ts';
import { hostDialect, hostTransactionSession, MAX_RACES } from './host-transaction-session.ts';
import type { PostgresSession } from './postgres-session.ts';
import { numberEvents } from './number-events.ts';
import {
  connectionError,
  isConflict,
  isRace,
  isReadOnly,
  isUnavailable,
  OtherRule,
  ReadOnlyServer,
} from './postgres-errors.ts';
import { postgresJsonRows } from '../postgres-json-rows.ts';
import { DEADLINE_MS, type ResolvedSettings } from './postgres-settings.ts';
import { statementTexts } from './statement-texts.ts';

/** Maximum long writes at the same time, each on a connection of its own. */
const MAX_LONG_WRITES = 2;
/** Maximum time to open a connection for long work, in milliseconds. */
const LONG_CONNECT_MS = 10_000;
/** Maximum deadlines that a statement of a steady long write may take. */
const STALL = 3;
const FIRST_BACKOFF_MS = 5;
const MAX_BACKOFF_MS = 500;
/** How often the store checks during a slow write that it still talks to the primary, in milliseconds. */
const PRIMARY_CHECK_INTERVAL_MS = 500;

/**
 * Opens a session. Nothing connects before the first call.
 *
 * @param assertAllVisible throws if the role does not see all rows
 */
export function openSession(
  settings: ResolvedSettings,
  assertAllVisible: (db: Kysely<Tables>) => Promise<void>,
): PostgresSession {
  const { observer, deadlineMs = DEADLINE_MS } = settings;
  const sent = statementTexts(settings);
  const limits = { sent, observer, idleTransactionMs: deadlineMs, connectMs: deadlineMs };
  const pool = new ConnectionPool({ address: settings, max: settings.maxConnections, ...limits });
  const checkPool = new ConnectionPool({ address: outsidePool(settings), max: 1, ...limits });
  const max = Math.min(settings.maxConnections ?? Infinity, pool.connections.max);
  const { reads, writes } = connectionLimits(max);
  const longWrites = new FairSemaphore(MAX_LONG_WRITES);
  const mutex = new KeyedMutex();
  const hosted = { sent, observer, dialect: hostDialect() };
  let closing: Promise<unknown> | undefined;
  let checking: Promise<void> | undefined;

  const call: PostgresSession['call'] = (options, work) => {
    const signal = options?.signal ?? AbortSignal.timeout(deadlineMs);
    return attempt(isUnavailable, { signal }, () => work(signal));
  };
  const readOnce: PostgresSession['readOnce'] = (signal, work, longRead) => {
    const run = () => pool.use(signal, work);
    return retry(signal, () => reads.run(signal, run, longRead?.caller, longRead !== undefined));
  };
  const onReplanned = async <T>(
    signal: AbortSignal,
    work: (db: Kysely<Tables>) => Promise<T>,
    watcher = observer,
  ) => {
    if (closing !== undefined) throw connectionError(new Error('the store is closed'));
    return onOwnConnection({ ...settings, observer: watcher }, signal, work, true);
  };

  const checkPrimary = async (): Promise<void> => {
    try {
      await call(undefined, async (signal) => ok(await readOnce(signal, unlessReadOnly)));
    } catch {
      // It will be checked again.
    } finally {
      checking = undefined;
    }
  };
  const writeOnce: PostgresSession['writeOnce'] = (signal, work) =>
    retry(signal, () =>
      writes.run(signal, async () => {
        // A former primary is found by what it answers. When all connections for writes hang, it answers no write.
        const timer = setInterval(() => {
          checking ??= checkPrimary();
        }, PRIMARY_CHECK_INTERVAL_MS);
        try {
          return await pool.use(signal, work, true);
        } finally {
          clearInterval(timer);
        }
      }),
    );
  const shortCalls: Pick<SqlSession, 'read' | 'write'> = {
    read: (work, options) =>
      call(options, (signal) =>
        readOnce(signal, onPrimary(work), options?.isLong === undefined ? undefined : options),
      ),
    write: (work, options) =>
      call(options, async (signal) => {
        const run = () => writeOnce(signal, (db) => transact(db, work));
        return options?.turn === undefined ? run() : mutex.run(options.turn, signal, run);
      }),
  };

  const session: PostgresSession = {
    call,
    readOnce,
    ...shortCalls,
    writeOnce,
    writeLong: (work, { signal: given, isSteady = false } = {}) => {
      const stalled = new AbortController();
      const watcher = isSteady ? abortingSlow(stalled, STALL * deadlineMs, observer) : observer;
      // A former primary may never finish a commit.
      const signals = [pool.replaced, stalled.signal, ...(given === undefined ? [] : [given])];
      const written = withSignals(signals, (signal) => {
        const run = () =>
          onReplanned(signal, (db) => retry(signal, () => transact(db, work)), watcher);
        return attempt(isUnavailable, { signal }, () => longWrites.run(signal, run));
      });
      return new ResultAsync(written);
    },
    snapshot: (work, { signal = new AbortController().signal } = {}) =>
      onReplanned(
        signal,
        onPrimary((db) =>
          db
            .transaction()
            .setIsolationLevel('repeatable read')
            .setAccessMode('read only')
            .execute(work),
        ),
      ),
    check: (options) =>
      call(options, (signal) =>
        retry(signal, () =>
          checkPool.use(signal, async (db) => {
            try {
              await unlessReadOnly(db);
              return ok(await assertAllVisible(db));
            } catch (error) {
              if (isReadOnly(error)) pool.replaceConnections();
              throw error;
            }
          }),
        ),
      ),
    connections: () => {
      const { waiting, ...connections } = pool.connections;
      const queued = reads === writes ? reads.waiting : reads.waiting + writes.waiting;
      return { ...connections, waiting: waiting + queued };
    },
    numberEvents: (options) => numberEvents(shortCalls, options),
    lock: (query, how) => (how === 'skipLocked' ? query.forUpdate().skipLocked() : query[how]()),
    sha256: (text) => sql`encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`,
    // Not now(), which is when the transaction began: it may have waited for another holder since.
    now: sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`,
    jsonRows: postgresJsonRows,
    hooks: settings.capabilities ?? [],
    isUnavailable,
    withTransaction: (host) => hostTransactionSession(session, host, hosted),
    close: async () => {
      closing ??= Promise.all([pool.end(), checkPool.end()]);
      await closing;
    },
  };
  return session;
}

/**
 * Runs work on a connection of its own.
 *
 * @param isReplanned whether each statement is planned again
 */
export async function onOwnConnection<T>(
  settings: ResolvedSettings,
  signal: AbortSignal,
  work: (db: Kysely<Tables>) => Promise<T>,
  isReplanned = false,
): Promise<T> {
  const address = outsidePool(settings);
  const { observer } = settings;
  const own = new ConnectionPool({
    address,
    max: 1,
    connectMs: LONG_CONNECT_MS,
    sent: statementTexts(settings),
    isReplanned,
    observer,
  });
  try {
    return await own.use(signal, work);
  } finally {
    await own.end();
  }
}

/** Aborts when a statement takes longer than this. */
function abortingSlow(
  controller: AbortController,
  ms: number,
  observer?: StatementObserver,
): StatementObserver {
  return {
    caller: () => observer?.caller(),
    batch: (name, callers, send) => observer?.batch(name, callers, send) ?? send(),
    statement: async (text, send) => {
      const error = new Error(`a statement took longer than ${ms} ms`);
      const timer = setTimeout(() => controller.abort(error), ms);
      try {
        return await (observer?.statement(text, send) ?? send());
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

/** Reads the projection. Throws if the server accepts no writes, or none of this version's rule. */
async function unlessReadOnly(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ read_only: string; rule_version: number }>`
    select current_setting('transaction_read_only') as read_only, rule_version from projection
  `.execute(db);
  if (rows[0]?.read_only === 'on') throw new ReadOnlyServer();
  if (rows[0]?.rule_version !== RULE_VERSION) throw new OtherRule();
}

/**
 * Runs work until it succeeds, its error is not worth a retry, or the signal is aborted. On a read-only server it tries once
 * more, on a new connection: after a failover that one leads to the new primary.
 */
async function retry<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  let left = { races: MAX_RACES, readOnly: 1 };
  for (let backoffMs = FIRST_BACKOFF_MS; ; backoffMs = Math.min(backoffMs * 2, MAX_BACKOFF_MS)) {
    try {
      return await work();
    } catch (error) {
      if (isRace(error)) left = { ...left, races: left.races - 1 };
      else if (isReadOnly(error)) left = { ...left, readOnly: left.readOnly - 1 };
      else if (!isConflict(error)) throw error;
      if (left.races < 0 || left.readOnly < 0) throw error;
    }
    // When it is aborted, its own rejection does not name the reason.
    await delay(Math.random() * backoffMs, undefined, { signal }).catch(() => {});
    signal.throwIfAborted();
  }
}
