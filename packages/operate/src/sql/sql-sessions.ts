import { integer, type SqlSession, type Writing } from '@forewarn/store-sql';
import { ok } from 'neverthrow';
import {
  MAX_SESSIONS_OF_KEY,
  type Session,
  type SessionRepository,
} from '../session-repository.ts';
import type { SessionsTable } from './tables.ts';

/** The sessions of any SQL store. */
export function sqlSessions(session: SqlSession): SessionRepository {
  return {
    start: (started, options) =>
      session.write(async (transaction) => {
        const row = rowOf(started);
        await transaction
          .deleteFrom('forewarn_sessions')
          .where('expires_at', '<=', Date.parse(started.startedAt))
          .execute();
        await transaction
          .deleteFrom('forewarn_sessions')
          .where('secret_hash', '=', row.secret_hash)
          .where('token_hash', 'not in', (newest) =>
            newest
              .selectFrom('forewarn_sessions')
              .select('token_hash')
              .where('secret_hash', '=', row.secret_hash)
              .orderBy('expires_at', 'desc')
              .orderBy('token_hash')
              .limit(MAX_SESSIONS_OF_KEY - 1),
          )
          .execute();
        await transaction.insertInto('forewarn_sessions').values(row).execute();
        return ok();
      }, options),

    list: (options) =>
      session.read(async (db) => {
        const rows = await db.selectFrom('forewarn_sessions').selectAll().execute();
        return ok(rows.map(sessionOf));
      }, options),

    find: (tokenHash, options) =>
      session.read(async (db) => {
        const row = await db
          .selectFrom('forewarn_sessions')
          .selectAll()
          .where('token_hash', '=', tokenHash)
          .executeTakeFirst();
        return ok(row === undefined ? undefined : sessionOf(row));
      }, options),

    end: (tokenHash, options) =>
      session.write(async (transaction) => {
        await transaction
          .deleteFrom('forewarn_sessions')
          .where('token_hash', '=', tokenHash)
          .execute();
        return ok();
      }, options),
  };
}

/** Removes the sessions of keys that are removed in the same transaction. */
export async function endSessionsOf(
  transaction: Writing['transaction'],
  keys: readonly { readonly secret_hash: string }[],
): Promise<void> {
  for (const { secret_hash } of keys) {
    await transaction
      .deleteFrom('forewarn_sessions')
      .where('secret_hash', '=', secret_hash)
      .execute();
  }
}

const rowOf = ({ tokenHash, secretHash, startedAt, expiresAt }: Session): SessionsTable => ({
  token_hash: tokenHash,
  secret_hash: secretHash,
  started_at: Date.parse(startedAt),
  expires_at: Date.parse(expiresAt),
});

const sessionOf = (row: SessionsTable): Session => ({
  tokenHash: row.token_hash,
  secretHash: row.secret_hash,
  startedAt: new Date(integer(row.started_at)).toISOString(),
  expiresAt: new Date(integer(row.expires_at)).toISOString(),
});
