import {
  type AlertEvent,
  deliveriesFor,
  type Delivery,
  type DeliveryClaim,
  type DeliveryState,
  MAX_ENDED_DELIVERIES,
  type ServiceStore,
  type WebhookMessage,
} from '@forewarn/core/operator';
import { type Selectable, sql, type Transaction } from 'kysely';
import { err, ok } from 'neverthrow';
import type { DeliveriesTable, Tables } from '../schema/tables.ts';
import { among, selectRows } from '../session/json-rows.ts';
import { integer, type SqlSession, type Writing } from '../session/sql-session.ts';
import { filterOf, summaryOf } from './sql-webhooks.ts';

const DELIVERY_COLUMNS = {
  no: 'bigint',
  id: 'text',
  webhook_id: 'text',
  subject: 'text',
  message: 'text',
} as const;

/** The outbox of any SQL store. */
export function sqlDeliveries(session: SqlSession): ServiceStore['deliveries'] {
  return {
    claim: (claim, options) =>
      session.write(async (transaction) => {
        const numbers = await claimable({ session, transaction }, claim);
        if (numbers.length === 0) return ok([]);
        const rows = await transaction
          .updateTable('forewarn_deliveries')
          .set({
            attempts: sql<number>`attempts + 1`,
            at: sql<number>`${session.now} + ${claim.leaseMs}`,
          })
          .where('no', 'in', among(session.jsonRows, numbers))
          .returningAll()
          .execute();
        const ids = [...new Set(rows.map((row) => row.webhook_id))];
        const webhooks = await transaction
          .selectFrom('forewarn_webhooks')
          .selectAll()
          .where('id', 'in', among(session.jsonRows, ids))
          .execute();
        const byId = new Map(
          webhooks.map((row) => [row.id, { ...summaryOf(row), secret: row.secret }]),
        );
        return ok(
          rows
            .toSorted((a, b) => integer(a.no) - integer(b.no))
            .flatMap((row) => {
              const webhook = byId.get(row.webhook_id);
              return webhook === undefined ? [] : [{ ...deliveryOf(row), webhook }];
            }),
        );
      }, options),

    settle: ({ id, attempts }, outcome, options) =>
      session.write(async (transaction) => {
        const { kind } = outcome;
        const state = kind === 'retry' ? 'pending' : kind;
        const delayMs = kind === 'retry' ? outcome.delayMs : 0;
        const error = kind === 'delivered' ? null : outcome.error;
        const updated = await transaction
          .updateTable('forewarn_deliveries')
          .set({ state, error, at: sql<number>`${session.now} + ${delayMs}` })
          .where('id', '=', id)
          .where('state', '=', 'pending')
          .$if(kind !== 'delivered', (query) => query.where('attempts', '=', attempts))
          .returning('webhook_id')
          .executeTakeFirst();
        if (updated !== undefined && state !== 'pending') {
          await removeOldest(transaction, updated.webhook_id, state);
        }
        return ok();
      }, options),

    list: (webhookId, limit, options) =>
      session.read(async (db) => {
        const rows = await db
          .selectFrom('forewarn_webhooks as webhooks')
          .leftJoin('forewarn_deliveries as deliveries', 'deliveries.webhook_id', 'webhooks.id')
          .selectAll('deliveries')
          .where('webhooks.id', '=', webhookId)
          .orderBy('deliveries.no', 'desc')
          .limit(limit)
          .execute();
        if (rows.length === 0) return err({ type: 'WebhookNotFound', id: webhookId });
        return ok(
          rows.flatMap((row) =>
            row.no === null ? [] : [deliveryOf(row as Selectable<DeliveriesTable>)],
          ),
        );
      }, options),
  };
}

/** Stores the deliveries of events for each webhook. */
export async function addDeliveries(
  { session, transaction }: Writing<'lock' | 'jsonRows' | 'now'>,
  events: readonly AlertEvent[],
): Promise<void> {
  // Keeps them from being removed until the transaction ends.
  const webhooks = await session
    .lock(
      transaction.selectFrom('forewarn_webhooks').select(['id', 'filter']).orderBy('id'),
      'forKeyShare',
    )
    .execute();
  for (const { id, filter } of webhooks) {
    const rows = deliveriesFor({ id, ...filterOf(filter) }, events).map((delivery, no) => ({
      no,
      id: delivery.id,
      webhook_id: id,
      subject: delivery.subject,
      message: JSON.stringify(delivery.message),
    }));
    if (rows.length === 0) continue;
    await sql`
      insert into forewarn_deliveries (id, webhook_id, subject, message, state, created_at, attempts, at)
      select id, webhook_id, subject, message, 'pending', ${session.now}, 0, ${session.now}
      from ${selectRows(session.jsonRows, rows, DELIVERY_COLUMNS)}
      order by no`.execute(transaction);
  }
}

/** Returns the numbers of the deliveries that a claim gets, and locks them. */
async function claimable(
  { session, transaction }: Writing<'lock' | 'now' | 'jsonRows'>,
  { limit, except = [] }: DeliveryClaim,
): Promise<readonly number[]> {
  const others =
    except.length === 0 ? sql`` : sql`and webhook_id not in ${among(session.jsonRows, except)}`;
  const oldest = sql`
    select min(older.no) from forewarn_deliveries as older
    where older.webhook_id = deliveries.webhook_id and older.state = 'pending'`;
  // Each minimum is one entry of an index. A join would compare all that wait with each other.
  const { rows } = await sql<{ no: number }>`
    select no from (
      select no, row_number() over (partition by webhook_id order by no) as position
      from forewarn_deliveries as deliveries
      where state = 'pending' and at <= ${session.now} ${others}
        and no = (${oldest} and older.subject = deliveries.subject)
        and no <= coalesce((${oldest} and older.subject = ''), no)
        and (subject <> '' or no = (${oldest}))
    ) as due
    where position <= ${limit}`.execute(transaction);
  if (rows.length === 0) return [];
  const found = rows.map(({ no }) => integer(no));
  // Another claim may have got some meanwhile.
  const free = transaction
    .selectFrom('forewarn_deliveries')
    .select('no')
    .where('no', 'in', among(session.jsonRows, found))
    .where('state', '=', 'pending')
    .where('at', '<=', session.now)
    .orderBy('no');
  const locked = await session.lock(free, 'skipLocked').execute();
  return locked.map(({ no }) => integer(no));
}

/** Keeps the newest of those that ended. */
async function removeOldest(
  transaction: Transaction<Tables>,
  webhookId: string,
  state: DeliveryState,
): Promise<void> {
  await sql`
    delete from forewarn_deliveries
    where webhook_id = ${webhookId} and state = ${state} and no <= (
      select no from forewarn_deliveries
      where webhook_id = ${webhookId} and state = ${state}
      order by no desc limit 1 offset ${MAX_ENDED_DELIVERIES}
    )`.execute(transaction);
}

const timeOf = (milliseconds: unknown): string => new Date(integer(milliseconds)).toISOString();

const deliveryOf = (row: Selectable<DeliveriesTable>): Delivery => ({
  id: row.id,
  webhookId: row.webhook_id,
  subject: row.subject,
  message: JSON.parse(row.message) as WebhookMessage,
  state: row.state as DeliveryState,
  createdAt: timeOf(row.created_at),
  attempts: integer(row.attempts),
  at: timeOf(row.at),
  ...(row.error === null ? {} : { error: row.error }),
});
