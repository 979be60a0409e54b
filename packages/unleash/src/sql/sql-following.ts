import type { CallOptions } from '@forewarn/core';
import type { SqlSession } from '@forewarn/store-sql';
import { sql } from 'kysely';
import { ok } from 'neverthrow';
import type { FollowingPorts } from '../following-ports.ts';

/** The key of the only origin. */
const ONLY = 1;
/** What is known of an upstream that was not read yet. */
const UNKNOWN = { hides_projects: 1, is_synced: 0 };

/** The leases and the origin of any SQL store. */
export function sqlFollowing(session: SqlSession): FollowingPorts {
  const isSet = (flag: keyof typeof UNKNOWN, options?: CallOptions) =>
    session.read<boolean, never>(async (db) => {
      const row = await db
        .selectFrom('forewarn_origin')
        .selectAll()
        .where('id', '=', ONLY)
        .executeTakeFirst();
      return ok(row?.[flag] === 1);
    }, options);
  const set = (flags: Partial<typeof UNKNOWN>, options?: CallOptions) =>
    session.write<void, never>(async (transaction) => {
      await transaction.updateTable('forewarn_origin').set(flags).where('id', '=', ONLY).execute();
      return ok();
    }, options);
  return {
    leases: {
      acquire: ({ name, holder, ttlMs }, options) =>
        session.write(async (transaction) => {
          const isFree = sql`(forewarn_leases.holder = excluded.holder or forewarn_leases.expires_at <= ${session.now})`;
          // A clock that was set back would make the lease last as much longer.
          const longest = sql`(${session.now} + forewarn_leases.ttl_ms)`;
          const { rows } = await sql<{ holder: string }>`
            insert into forewarn_leases (name, holder, expires_at, ttl_ms)
            values (${name}, ${holder}, ${session.now} + ${ttlMs}, ${ttlMs})
            on conflict (name) do update set
              holder = case when ${isFree} then excluded.holder else forewarn_leases.holder end,
              expires_at = case when ${isFree} then excluded.expires_at else ${longest} end,
              ttl_ms = case when ${isFree} then excluded.ttl_ms else forewarn_leases.ttl_ms end
            where ${isFree} or forewarn_leases.expires_at > ${longest}
            returning holder`.execute(transaction);
          return ok(rows[0]?.holder === holder);
        }, options),

      release: ({ name, holder }, options) =>
        session.write(async (transaction) => {
          await transaction
            .deleteFrom('forewarn_leases')
            .where('name', '=', name)
            .where('holder', '=', holder)
            .execute();
          return ok();
        }, options),
    },
    origins: {
      claim: ({ url, instanceId = null }, options) =>
        session.write(async (transaction) => {
          const row = await transaction
            .insertInto('forewarn_origin')
            .values({ id: ONLY, url, instance_id: instanceId, ...UNKNOWN })
            // Unlike `do nothing`, it returns the row that is there.
            .onConflict((conflict) => conflict.column('id').doUpdateSet({ id: ONLY }))
            .returning(['url', 'instance_id'])
            .executeTakeFirstOrThrow();
          return ok({
            url: row.url,
            ...(row.instance_id === null ? {} : { instanceId: row.instance_id }),
          });
        }, options),

      replace: ({ url, instanceId = null }, options) =>
        session.write(async (transaction) => {
          const row = { url, instance_id: instanceId, ...UNKNOWN };
          await transaction
            .insertInto('forewarn_origin')
            .values({ id: ONLY, ...row })
            .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
            .execute();
          return ok();
        }, options),

      hidesProjects: (options) => isSet('hides_projects', options),
      isSynced: (options) => isSet('is_synced', options),
      setSynced: (options) => set({ is_synced: 1 }, options),
      setHidesProjects: (hides, options) => set({ hides_projects: hides ? 1 : 0 }, options),
    },
  };
}
