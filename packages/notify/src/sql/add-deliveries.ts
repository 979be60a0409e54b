import { integer, selectRows, type Tables, type Writing } from '@forewarn/store-sql';
import { sql, type Transaction } from 'kysely';
import type { AlertCommit } from '../alert-repository.ts';
import { deliveriesFor, type PendingDeliveries, toldInFirstLook } from '../deliveries-for.ts';
import { MAX_PENDING_DELIVERIES, type NewDelivery, type SummaryMessage } from '../webhook.ts';
import { introductionOf } from './introduction-of.ts';
import { filterOf } from './webhook-rows.ts';

const DELIVERY_COLUMNS = {
  no: 'bigint',
  id: 'text',
  webhook_id: 'text',
  subject: 'text',
  message: 'text',
} as const;

/** Maximum rows of one statement. */
const MAX_ROWS = 500;

/** Changes the outbox of each webhook by one commit. */
export async function addDeliveries(
  { session, transaction }: Writing<'lock' | 'jsonRows' | 'now'>,
  { events: all, firstLook }: Pick<AlertCommit, 'events' | 'firstLook'>,
): Promise<void> {
  const events = firstLook === undefined ? all : toldInFirstLook(all);
  const isIntroducing = firstLook === 'ends';
  if (events.length === 0 && !isIntroducing) return;
  const deliveries: NewDelivery[] = [];
  for (const { id, filter, pending, last } of await receiversOf({ session, transaction })) {
    const webhook = { id, ...filterOf(filter) };
    if (isIntroducing) {
      deliveries.push(...(await introductionOf({ session, transaction }, webhook)));
    }
    const { added, summary } = deliveriesFor(webhook, events, pending);
    deliveries.push(...added);
    if (summary === undefined || last === undefined) continue;
    if (await replaceSummary(transaction, last, summary)) continue;
    // It was claimed meanwhile.
    deliveries.push(...deliveriesFor(webhook, events, { count: pending.count }).added);
  }
  for (let start = 0; start < deliveries.length; start += MAX_ROWS) {
    await insertDeliveries({ session, transaction }, deliveries.slice(start, start + MAX_ROWS));
  }
}

interface ReceiverRow {
  readonly id: string;
  readonly filter: string;
  readonly pending: PendingDeliveries;
  /** The number of the last pending delivery, if it is a summary that was never claimed. */
  readonly last: number | undefined;
}

/** Returns the webhooks and what is pending for each. Keeps them from being removed until the transaction ends. */
async function receiversOf({
  session,
  transaction,
}: Writing<'lock'>): Promise<readonly ReceiverRow[]> {
  const ofWebhook = sql`
    from forewarn_deliveries as pending
    where pending.webhook_id = forewarn_webhooks.id and pending.state = 'pending'`;
  const last = sql`${ofWebhook} order by pending.no desc limit 1`;
  const isSummary = sql`pending.subject = '' and pending.attempts = 0`;
  const rows = await session
    .lock(
      transaction
        .selectFrom('forewarn_webhooks')
        .select([
          'id',
          'filter',
          sql<number>`(select count(*) from (select 1 ${ofWebhook} limit ${MAX_PENDING_DELIVERIES}) as oldest)`.as(
            'count',
          ),
          sql<number | null>`(select case when ${isSummary} then pending.no end ${last})`.as(
            'last',
          ),
          sql<string | null>`(select case when ${isSummary} then pending.message end ${last})`.as(
            'message',
          ),
        ])
        .orderBy('id'),
      'forKeyShare',
    )
    .execute();
  return rows.map(({ id, filter, count, last: no, message }) => ({
    id,
    filter,
    last: no === null ? undefined : integer(no),
    pending: {
      count: integer(count),
      ...(message === null ? {} : { lastSummary: JSON.parse(message) as SummaryMessage }),
    },
  }));
}

/** Replaces a summary unless it was claimed. Returns whether it did. */
async function replaceSummary(
  transaction: Transaction<Tables>,
  no: number,
  summary: SummaryMessage,
): Promise<boolean> {
  const updated = await transaction
    .updateTable('forewarn_deliveries')
    .set({ message: JSON.stringify(summary) })
    .where('no', '=', no)
    .where('state', '=', 'pending')
    .where('attempts', '=', 0)
    .returning('no')
    .execute();
  return updated.length > 0;
}

/** Adds pending deliveries, in their order. */
export async function insertDeliveries(
  { session, transaction }: Writing<'jsonRows' | 'now'>,
  deliveries: readonly NewDelivery[],
): Promise<void> {
  if (deliveries.length === 0) return;
  const rows = deliveries.map(({ id, webhookId, subject, message }, no) => ({
    no,
    id,
    webhook_id: webhookId,
    subject,
    message: JSON.stringify(message),
  }));
  await sql`
    insert into forewarn_deliveries (id, webhook_id, subject, message, state, created_at, attempts, at)
    select id, webhook_id, subject, message, 'pending', ${session.now}, 0, ${session.now}
    from ${selectRows(session.jsonRows, rows, DELIVERY_COLUMNS)}
    order by no`.execute(transaction);
}
