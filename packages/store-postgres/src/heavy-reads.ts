import type { ReadOptions, StoreUnavailable } from '@forewarn/core';
import { impactIn, pageIn, type ReadDialect, type Tables } from '@forewarn/store-sql';
import type { Kysely } from 'kysely';
import { ok, type ResultAsync } from 'neverthrow';
import { plainImpact } from './postgres-impact.ts';
import { plainListing } from './postgres-listing.ts';
import type { PostgresSession } from './session/postgres-session.ts';
import { routedReadDialect } from './citus/routed-read-dialect.ts';
import { atOneMoment } from './citus/routed-session.ts';

/** Reads of one moment that can find very many rows. */
export type HeavyRead<Question, Found> = (
  session: Pick<PostgresSession, 'readOnce'>,
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
          async () => ok(await read(session, question, signal)),
          options?.caller,
        ),
      );
  return {
    impact: limited(isRouted ? routed(impactIn) : plainImpact),
    list: limited(isRouted ? routed(pageIn) : plainListing),
  };
}

/** Reads tables that are distributed by project. */
const routed =
  <Question, Found>(
    read: (
      db: Kysely<Tables>,
      question: Question,
      dialect: ReadDialect,
      signal: AbortSignal,
    ) => Promise<Found>,
  ): HeavyRead<Question, Found> =>
  (session, question, signal) =>
    session.readOnce(signal, (db) =>
      atOneMoment(db, (transaction) => read(transaction, question, routedReadDialect, signal)),
    );
