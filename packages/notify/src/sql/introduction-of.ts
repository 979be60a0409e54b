import { integer, selectRows, type Writing } from '@forewarn/store-sql';
import { sql } from 'kysely';
import type { Prediction } from '../alert.ts';
import { type HeldPredictions, introductionFor, isIntroducedTo } from '../deliveries-for.ts';
import {
  type NewDelivery,
  SUMMARIZED_EVENTS,
  type Webhook,
  type WebhookFilter,
} from '../webhook.ts';

/** Returns the summary of the predictions that hold and that a new webhook receives, if there are any. */
export async function introductionOf(
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
  return introductionFor(
    webhook,
    received.map((each) => ({ ...each, count: integer(each.count) })),
    soonest.map(({ prediction }) => JSON.parse(prediction) as Prediction),
  );
}
