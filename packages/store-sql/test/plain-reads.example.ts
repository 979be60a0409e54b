import { portableReadDialect, type SqlSession } from '@forewarn/store-sql';
import { ok } from 'neverthrow';

/** A session without long reads. */
export type PlainSession = Omit<SqlSession, 'reads' | 'readLong'>;

/** Reads lists in the statements that every SQL database runs. */
export const plainReads = (session: PlainSession): Pick<SqlSession, 'reads' | 'readLong'> => ({
  reads: portableReadDialect(session.jsonRows),
  readLong: (work, options) =>
    session.read(
      async (db) =>
        ok(
          await db
            .transaction()
            .setIsolationLevel('repeatable read')
            .setAccessMode('read only')
            .execute((own) => work(own, options?.signal)),
        ),
      options,
    ),
});
