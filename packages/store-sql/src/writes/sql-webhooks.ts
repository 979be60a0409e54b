import type {
  ServiceStore,
  WebhookFilter,
  WebhookSummary,
  WebhookTemplate,
} from '@forewarn/core/operator';
import type { Selectable } from 'kysely';
import { err, ok } from 'neverthrow';
import type { WebhooksTable } from '../schema/tables.ts';
import type { SqlSession } from '../session/sql-session.ts';

/** The webhooks of any SQL store. */
export function sqlWebhooks(session: SqlSession): ServiceStore['webhooks'] {
  return {
    add: ({ id, url, template, secret, createdBy, createdAt, ...filter }, options) =>
      session.write(async (transaction) => {
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

/** Returns the filter of a webhook. */
export const filterOf = (text: string): WebhookFilter => JSON.parse(text) as WebhookFilter;

/** Returns the webhook of a row, without its secret. */
export const summaryOf = (row: Omit<Selectable<WebhooksTable>, 'secret'>): WebhookSummary => ({
  id: row.id,
  url: row.url,
  template: row.template as WebhookTemplate,
  ...filterOf(row.filter),
  createdBy: row.created_by,
  createdAt: row.created_at,
});
