import { integer, selectRows, type SqlSession, type Writing } from '@forewarn/store-sql';
import { sql } from 'kysely';
import { err, ok } from 'neverthrow';
import type { Prediction } from '../alert.ts';
import { type HeldPredictions, introductionFor, isIntroducedTo } from '../deliveries-for.ts';
import type { WebhookRepository } from '../webhook-repository.ts';
import {
  MAX_WEBHOOKS,
  type NewDelivery,
  SUMMARIZED_EVENTS,
  type Webhook,
  type WebhookFilter,
} from '../webhook.ts';
import { insertDeliveries } from './add-deliveries.ts';
import { summaryOf } from './webhook-rows.ts';

/** The webhooks of any SQL store. */
export function sqlWebhooks(session: SqlSession): WebhookRepository {
  return {
    add: ({ id, url, template, secret, createdBy, createdAt, ...filter }, options) =>
      session.write(async (transaction) => {
        // Adds one after the other, and between two commits of alerts: each prediction is in one message.
        await sql`update forewarn_alert_commits set generation = generation`.execute(transaction);
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

/** Returns the summary of the predictions that hold and that a new webhook receives, if there are any. */
async function introductionOf(
  { session: { jsonRows }, transaction }: Writing<'jsonRows'>,
  webhook: WebhookFilter & Pick<Webhook, 'id'>,
): Promise<readonly NewDelivery[]> {
  const { rows: held } = await sql<HeldPredictions>`
    select project_id as project, environment, count(*) as count
    from forewarn_alerts where kind = 'forecast' group by project_id, environment`.execute(
    transaction,
  );
  const received = held.filter((each) => isIntroducedTo(webhook, each));
  if (received.length === 0) return [];
  const environments = received.map(({ project, environment }) => ({ project, environment }));
  // The index alone says which they are.
  const { rows: soonest } = await sql<{ prediction: string }>`
    select prediction from forewarn_alerts
    where kind = 'forecast' and (project_id, id) in (
      select project_id, id from forewarn_alerts
      where kind = 'forecast' and (project_id, environment) in (
        select project, environment
        from ${selectRows(jsonRows, environments, { project: 'text', environment: 'text' })}
      )
      order by scheduled_at, project_id, id limit ${SUMMARIZED_EVENTS}
    )
    order by scheduled_at, project_id, id`.execute(transaction);
  const introduction = introductionFor(
    webhook,
    received.map((each) => ({ ...each, count: integer(each.count) })),
    soonest.map(({ prediction }) => JSON.parse(prediction) as Prediction),
  );
  return introduction === undefined ? [] : [introduction];
}
