import { among, integer, type SqlSession, type Tables, type Writing } from '@forewarn/store-sql';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { err, ok, okAsync } from 'neverthrow';
import { sendableOf } from '../deliveries-for.ts';
import type { DeliveryRepository } from '../delivery-repository.ts';
import {
  type ClaimedDelivery,
  type DeliveryClaim,
  MAX_DELAY_MS,
  MAX_ENDED_DELIVERIES,
} from '../delivery-repository.ts';
import {
  type Delivery,
  type DeliveryState,
  MAX_PENDING_DELIVERIES,
  type WebhookMessage,
} from '../webhook.ts';
import type { DeliveriesTable } from './tables.ts';
import { summaryOf } from './webhook-rows.ts';

/** The outbox of any SQL store. */
export function sqlDeliveries(session: SqlSession): DeliveryRepository {
  return {
    // What can be sent is found by a read, which keeps no write waiting. Only another claim or its end can change it.
    claim: (claim, options) =>
      session
        .read(async (db) => ok(await sendable(session, db, claim)), options)
        .andThen((found) =>
          found.length === 0
            ? okAsync([])
            : session.write(
                async (transaction) => ok(await take({ session, transaction }, found, claim)),
                options,
              ),
        ),

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

    list: (webhookId, options) =>
      session.read(async (db) => {
        const rows = await db
          .selectFrom('forewarn_webhooks as webhooks')
          .leftJoin('forewarn_deliveries as deliveries', 'deliveries.webhook_id', 'webhooks.id')
          .selectAll('deliveries')
          .where('webhooks.id', '=', webhookId)
          .orderBy('deliveries.no', 'desc')
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

/** Returns the numbers of the deliveries that a claim can take, of each webhook that has a due one. */
async function sendable(
  { now, jsonRows }: Pick<SqlSession, 'now' | 'jsonRows'>,
  db: Kysely<Tables>,
  { limit, except = [] }: DeliveryClaim,
): Promise<readonly number[]> {
  const others = except.length === 0 ? sql`` : sql`and id not in ${among(jsonRows, except)}`;
  const ofWebhook = sql`from forewarn_deliveries where webhook_id = forewarn_webhooks.id and state = 'pending'`;
  // The minimum and the maximum are one entry of an index each, and so is each of the oldest.
  const { rows: due } = await sql<{ id: string }>`
    select id from forewarn_webhooks
    where (
      (select min(at) ${ofWebhook}) <= ${now} or (select max(at) ${ofWebhook}) > ${latest(now)}
    ) ${others}
    order by id`.execute(db);
  const found: number[] = [];
  for (const { id } of due) {
    const { rows } = await sql<{ no: number; subject: string; is_due: number }>`
      select no, subject, case when at <= ${now} or at > ${latest(now)} then 1 else 0 end as is_due
      from forewarn_deliveries
      where webhook_id = ${id} and state = 'pending'
      order by no limit ${MAX_PENDING_DELIVERIES}`.execute(db);
    const oldest = rows.map(({ no, subject, is_due: isDue }) => ({
      no: integer(no),
      subject,
      isDue: integer(isDue) === 1,
    }));
    found.push(...sendableOf(oldest, limit).map(({ no }) => no));
  }
  return found;
}

/** The latest time that a delivery waits for, unless the clock was set back. */
const latest = (now: SqlSession['now']) => sql<number>`${now} + ${MAX_DELAY_MS}`;

/** How many deliveries one statement takes. */
const TAKEN_AT_ONCE = 16;
/** No delivery has this number. */
const NO_NUMBER = -1;

/** Takes those of the deliveries that no other claim took. */
async function take(
  { session, transaction }: Writing<'lock' | 'jsonRows' | 'now'>,
  numbers: readonly number[],
  { leaseMs }: DeliveryClaim,
): Promise<readonly ClaimedDelivery[]> {
  const rows: Selectable<DeliveriesTable>[] = [];
  for (let start = 0; start < numbers.length; start += TAKEN_AT_ONCE) {
    const some = numbers.slice(start, start + TAKEN_AT_ONCE);
    const free = transaction
      .selectFrom('forewarn_deliveries')
      .select('no')
      .where('no', 'in', padded(some))
      .where('state', '=', 'pending')
      .where(sql<boolean>`(at <= ${session.now} or at > ${latest(session.now)})`)
      .orderBy('no');
    const locked = await session.lock(free, 'skipLocked').execute();
    if (locked.length === 0) continue;
    const taken = await transaction
      .updateTable('forewarn_deliveries')
      .set({
        attempts: sql<number>`attempts + 1`,
        at: sql<number>`${session.now} + ${leaseMs}`,
      })
      .where('no', 'in', padded(locked.map(({ no }) => integer(no))))
      .returningAll()
      .execute();
    rows.push(...taken);
  }
  if (rows.length === 0) return [];
  const ids = [...new Set(rows.map((row) => row.webhook_id))];
  const webhooks = await transaction
    .selectFrom('forewarn_webhooks')
    .selectAll()
    .where('id', 'in', among(session.jsonRows, ids))
    .execute();
  const byId = new Map(webhooks.map((row) => [row.id, { ...summaryOf(row), secret: row.secret }]));
  return rows
    .toSorted((a, b) => integer(a.no) - integer(b.no))
    .flatMap((row) => {
      const webhook = byId.get(row.webhook_id);
      return webhook === undefined ? [] : [{ ...deliveryOf(row), webhook }];
    });
}

/** Values rather than rows, so that each is looked up in the index; as many each time, so that the statement stays the same. */
const padded = (numbers: readonly number[]): readonly number[] =>
  Array.from({ length: TAKEN_AT_ONCE }, (_, index) => numbers[index] ?? NO_NUMBER);

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
