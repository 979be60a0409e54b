import type { OriginRepository } from '@forewarn/core/operator';
import { ok } from 'neverthrow';
import type { SqlSession } from '../session/sql-session.ts';

/** The key of the only row. */
const ONLY = 1;

/** The origin of any SQL store. */
export function sqlOrigins(session: SqlSession): OriginRepository {
  return {
    claim: ({ url, instanceId = null }, options) =>
      session.write(async (transaction) => {
        const row = await transaction
          .insertInto('origin')
          .values({ id: ONLY, url, instance_id: instanceId })
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
        const row = { url, instance_id: instanceId };
        await transaction
          .insertInto('origin')
          .values({ id: ONLY, ...row })
          .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
          .execute();
        return ok();
      }, options),
  };
}
