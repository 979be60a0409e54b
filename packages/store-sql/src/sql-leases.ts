import type { LeaseRepository } from '@forewarn/core/operator';
import { sql } from 'kysely';
import { ok } from 'neverthrow';
import type { SqlSession } from './sql-session.ts';

/** The leases of any SQL store. */
export function sqlLeases(session: SqlSession): LeaseRepository {
  return {
    acquire: ({ name, holder, ttlMs }, options) =>
      session.write(async (transaction) => {
        const { rows } = await sql`
          insert into leases (name, holder, expires_at)
          values (${name}, ${holder}, ${session.now} + ${ttlMs})
          on conflict (name) do update
          set holder = excluded.holder, expires_at = excluded.expires_at
          where leases.holder = excluded.holder or leases.expires_at <= ${session.now}
          returning name`.execute(transaction);
        return ok(rows.length > 0);
      }, options),

    release: ({ name, holder }, options) =>
      session.write(async (transaction) => {
        await transaction
          .deleteFrom('leases')
          .where('name', '=', name)
          .where('holder', '=', holder)
          .execute();
        return ok();
      }, options),
  };
}
