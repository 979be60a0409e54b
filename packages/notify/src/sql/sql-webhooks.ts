import type { SqlSession } from '@forewarn/store-sql';
import { sql } from 'kysely';
import { err, ok } from 'neverthrow';
import type { AlertProgress } from '../alert-progress.ts';
import type { WebhookRepository } from '../webhook-repository.ts';
import { MAX_WEBHOOKS } from '../webhook.ts';
import { insertDeliveries } from './add-deliveries.ts';
import { introductionOf } from './introduction-of.ts';
import { summaryOf } from './webhook-rows.ts';

/** The webhooks of any SQL store. */
export function sqlWebhooks(session: SqlSession): WebhookRepository {
  return {
    add: ({ id, url, template, secret, createdBy, createdAt, ...filter }, options) =>
      session.write(async (transaction) => {
        // Adds one after the other, and between two commits of alerts: each prediction is in one message.
        const { rows: commits } = await sql<{ progress: string | null }>`
          update forewarn_alert_commits set generation = generation returning progress`.execute(
          transaction,
        );
        const { rows: ids } = await sql`select id from forewarn_webhooks`.execute(transaction);
        if (ids.length >= MAX_WEBHOOKS) return err({ type: 'PreconditionFailed' });
        await transaction
          .insertInto('forewarn_webhooks')
          .values({
            id,
            url,
            template,
            secret,
            created_by: createdBy,
            created_at: createdAt,
            filter: JSON.stringify(filter),
          })
          .execute();
        // The end of the first comparison introduces each.
        if (isInFirstLook(commits[0]?.progress ?? null)) return ok();
        const introduction = await introductionOf({ session, transaction }, { id, ...filter });
        await insertDeliveries({ session, transaction }, introduction);
        return ok();
      }, options),

    list: (options) =>
      session.read(async (db) => {
        const columns = ['id', 'url', 'template', 'filter', 'created_by', 'created_at'] as const;
        const rows = await db
          .selectFrom('forewarn_webhooks')
          .select(columns)
          .orderBy('id')
          .execute();
        return ok(rows.map(summaryOf));
      }, options),

    find: (id, options) =>
      session.read(async (db) => {
        const row = await db
          .selectFrom('forewarn_webhooks')
          .selectAll()
          .where('id', '=', id)
          .executeTakeFirst();
        return row === undefined
          ? err({ type: 'WebhookNotFound', id })
          : ok({ ...summaryOf(row), secret: row.secret });
      }, options),

    remove: (id, options) =>
      session.write(async (transaction) => {
        const removed = await transaction
          .deleteFrom('forewarn_webhooks')
          .where('id', '=', id)
          .returning('id')
          .execute();
        return removed.length > 0 ? ok() : err({ type: 'WebhookNotFound', id });
      }, options),
  };
}

const isInFirstLook = (progress: string | null): boolean =>
  progress !== null && (JSON.parse(progress) as AlertProgress).sweep?.isFirst === true;
