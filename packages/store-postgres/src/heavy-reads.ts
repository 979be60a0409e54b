import type { ImpactFindings, ImpactSearch, ReadOptions, StoreUnavailable } from '@forewarn/core';
import { impactIn, pageIn, type ReadDialect, type Tables } from '@forewarn/store-sql';
import type { Kysely } from 'kysely';
import { ok, type ResultAsync } from 'neverthrow';
import { plainImpact } from './plain-impact.ts';
import { plainReadDialect } from './plain-read-dialect.ts';
import type { PostgresSession } from './session/postgres-session.ts';
import { routedReadDialect } from './citus/routed-read-dialect.ts';
import { atOneMoment } from './citus/routed-session.ts';

/** Reads something of one moment that can be very many rows. */
type HeavyRead<Question, Found> = (
  db: Kysely<Tables>,
  question: Question,
  signal: AbortSignal,
) => Promise<Found>;

/** Impacts and listings. They do not join the batches of searches, which would wait for them. */
export function heavyReads(session: PostgresSession, isRouted: boolean) {
  const limited =
    <Question, Found>(read: HeavyRead<Question, Found>) =>
    (question: Question, options?: ReadOptions): ResultAsync<Found, StoreUnavailable> =>
      session.call(options, (signal) =>
        session.heavy.run(
          signal,
          async () => ok(await session.readOnce(signal, (db) => read(db, question, signal))),
          options?.caller,
        ),
      );
  const dialect = isRouted ? routedReadDialect : plainReadDialect;
  const snapshot = isRouted ? atOneMoment : repeatableRead;
  /** Runs the statements that all SQL databases share. */
  const shared =
    <Question, Found>(
      read: (
        db: Kysely<Tables>,
        question: Question,
        dialect: ReadDialect,
        signal: AbortSignal,
      ) => Promise<Found>,
    ): HeavyRead<Question, Found> =>
    (db, question, signal) =>
      snapshot(db, (transaction) => read(transaction, question, dialect, signal));
  return {
    // In one statement, an impact of few targets takes less than half the time.
    impact: limited<ImpactSearch, ImpactFindings>(isRouted ? shared(impactIn) : plainImpact),
    list: limited(shared(pageIn)),
  };
}

/** Runs statements that see one moment, on one machine. It may not be read-only, which is how a standby is known. */
const repeatableRead: typeof atOneMoment = (db, work) =>
  db.transaction().setIsolationLevel('repeatable read').execute(work);
