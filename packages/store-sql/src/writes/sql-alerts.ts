import { scheduledAtOf } from '@forewarn/core';
import {
  type Alert,
  type AlertEvent,
  type AlertKey,
  type Prediction,
  type ServiceStore,
} from '@forewarn/core/operator';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { err, ok } from 'neverthrow';
import type { Tables } from '../schema/tables.ts';
import { selectRows } from '../session/json-rows.ts';
import { integer, type SqlSession, type Writing } from '../session/sql-session.ts';
import { addDeliveries } from './add-deliveries.ts';
import { recordEvents, textOf } from './sql-events.ts';

/** The key of the only row of `forewarn_alert_commits`. */
const ONLY = 1;
/** Maximum rows of one statement. */
const CHUNK = 500;
/** Maximum changes of a short write: some milliseconds. */
const MAX_SHORT = 100;

const KEY_COLUMNS = { kind: 'text', project_id: 'text', id: 'bigint' } as const;
const ALERT_COLUMNS = {
  ...KEY_COLUMNS,
  fingerprint: 'text',
  environment: 'text',
  scheduled_at: 'bigint',
  prediction: 'text',
} as const;

/** The alerts of any SQL store. */
export function sqlAlerts(session: SqlSession): ServiceStore['alerts'] {
  return {
    read: (options) =>
      session.read(async (db) => {
        // One statement, and so of one moment.
        const { rows } = await sql<
          { generation: number } & {
            [Name in 'kind' | 'project_id' | 'fingerprint']: string | null;
          } & {
            id: number | null;
          }
        >`
          select generation, kind, project_id, alerts.id as id, fingerprint
          from forewarn_alert_commits left join forewarn_alerts as alerts on true`.execute(db);
        const alerts = rows.flatMap(({ kind, project_id: projectId, id, fingerprint }) =>
          kind === null || projectId === null || fingerprint === null
            ? []
            : [{ kind: kind as Alert['kind'], projectId, id: integer(id), fingerprint }],
        );
        return ok({ generation: integer(rows[0]?.generation ?? 0), alerts });
      }, options),

    find: (keys, options) =>
      session.read(async (db) => {
        const found: Prediction[] = [];
        // Asked for nothing, it still looks whether the store can be read.
        for (const some of keys.length === 0 ? [[]] : chunksOf(keys)) {
          const { rows } = await sql<{ prediction: string }>`
            select prediction from forewarn_alerts
            where prediction is not null and (kind, project_id, id) in (
              select kind, project_id, id
              from ${selectRows(session.jsonRows, some.map(keyRow), KEY_COLUMNS)}
            )`.execute(db);
          found.push(...rows.map(({ prediction }) => JSON.parse(prediction) as Prediction));
        }
        return ok(found);
      }, options),

    commit: ({ generation, raised, ended, events }, by, options) => {
      const isLong = raised.length + ended.length > MAX_SHORT;
      return session[isLong ? 'writeLong' : 'write'](async (transaction) => {
        const to = { session, transaction };
        if (!(await succeed(transaction, generation))) return err({ type: 'PreconditionFailed' });
        await removeAlerts(to, [...ended, ...raised]);
        await addAlerts(to, raised);
        for (const some of chunksOf(events)) {
          await recordEvents(
            transaction,
            session.jsonRows,
            some.map((event) => eventRow(event, by)),
          );
          options?.signal?.throwIfAborted();
        }
        await addDeliveries(to, events);
        return ok();
      }, options);
    },
  };
}

/** Counts a commit. Returns whether it is the next one. */
async function succeed(transaction: Transaction<Tables>, generation: number): Promise<boolean> {
  const updated = await transaction
    .updateTable('forewarn_alert_commits')
    .set({ generation: generation + 1 })
    .where('id', '=', ONLY)
    .where('generation', '=', generation)
    .returning('generation')
    .execute();
  return updated.length > 0;
}

function* chunksOf<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < all.length; start += CHUNK) yield all.slice(start, start + CHUNK);
}

const keyRow = ({ kind, projectId, id }: AlertKey) => ({ kind, project_id: projectId, id });

async function removeAlerts(
  { session, transaction }: Writing<'jsonRows'>,
  keys: readonly AlertKey[],
): Promise<void> {
  for (const some of chunksOf(keys)) {
    const rows: RawBuilder<unknown> = selectRows(session.jsonRows, some.map(keyRow), KEY_COLUMNS);
    await sql`
      delete from forewarn_alerts
      where (kind, project_id, id) in (select kind, project_id, id from ${rows})`.execute(
      transaction,
    );
  }
}

async function addAlerts(
  { session, transaction }: Writing<'jsonRows'>,
  alerts: readonly Alert[],
): Promise<void> {
  for (const some of chunksOf(alerts)) {
    const rows = some.map(({ fingerprint, prediction, ...key }) => ({
      ...keyRow(key),
      fingerprint,
      environment: prediction?.environment ?? null,
      scheduled_at: prediction === undefined ? null : scheduledAtOf(prediction),
      prediction: textOf(prediction ?? null),
    }));
    await sql`
      insert into forewarn_alerts (kind, project_id, id, fingerprint, environment, scheduled_at, prediction)
      select kind, project_id, id, fingerprint, environment, scheduled_at, prediction
      from ${selectRows(session.jsonRows, rows, ALERT_COLUMNS)}`.execute(transaction);
  }
}

const eventRow = ({ type, data, preData, project, environment }: AlertEvent, by: string) => ({
  type,
  created_by: by,
  project,
  environment: environment ?? null,
  data: textOf(data),
  pre_data: textOf(preData),
});
