import { scheduledAtOf } from '@forewarn/record';
import {
  among,
  integer,
  recordEvents,
  selectRows,
  type SqlSession,
  type Tables,
  textOf,
  type Writing,
} from '@forewarn/store-sql';
import { type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import { err, ok } from 'neverthrow';
import type { AlertEvent } from '../alert-events.ts';
import type { AlertProgress } from '../alert-progress.ts';
import type { AlertRepository } from '../alert-repository.ts';
import type { Alert, AlertKey, Prediction } from '../alert.ts';
import { addDeliveries } from './add-deliveries.ts';
import { readMarks } from './alert-marks.ts';
import type { AlertsTable } from './tables.ts';

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
  is_broken: 'smallint',
} as const;

/** The alerts of any SQL store. */
export function sqlAlerts(session: SqlSession): AlertRepository {
  return {
    read: (options) =>
      session.read(async (db) => {
        const row = await db
          .selectFrom('forewarn_alert_commits')
          .select(['generation', 'progress'])
          .executeTakeFirst();
        const text = row?.progress ?? null;
        return ok({
          generation: integer(row?.generation ?? 0),
          ...(text === null ? {} : { progress: JSON.parse(text) as AlertProgress }),
          marks: await readMarks(db),
        });
      }, options),

    list: ({ kind, after, limit }, options) =>
      session.read(async (db) => {
        const rows = await db
          .selectFrom('forewarn_alerts')
          .select(['project_id', 'id'])
          .where('kind', '=', kind)
          .where((alert) =>
            alert(
              alert.refTuple('project_id', 'id'),
              '>',
              alert.tuple(after?.projectId ?? '', after?.id ?? -1),
            ),
          )
          .orderBy('project_id')
          .orderBy('id')
          .limit(limit)
          .execute();
        return ok(rows.map(({ project_id: projectId, id }) => ({ projectId, id: integer(id) })));
      }, options),

    find: (keys, options) =>
      session.read(async (db) => {
        const found: Alert[] = [];
        // Asked for nothing, it still looks whether the store can be read.
        for (const some of keys.length === 0 ? [[]] : chunksOf(keys)) {
          const { rows } = await sql<Selectable<AlertsTable>>`
            select * from forewarn_alerts
            where (kind, project_id, id) in (
              select kind, project_id, id
              from ${selectRows(session.jsonRows, some.map(keyRow), KEY_COLUMNS)}
            )`.execute(db);
          found.push(...rows.map(alertOf));
        }
        return ok(found);
      }, options),

    commit: ({ generation, raised, ended, progress, marks = [], ...rest }, by, options) => {
      const isLong = raised.length + ended.length > MAX_SHORT;
      return session[isLong ? 'writeLong' : 'write'](async (transaction) => {
        const to = { session, transaction };
        const isNext = await succeed(transaction, generation, progress);
        if (!isNext) return err({ type: 'PreconditionFailed' });
        await removeMarks(to, marks);
        await removeAlerts(to, [...ended, ...raised]);
        await addAlerts(to, raised);
        for (const some of chunksOf(rest.events)) {
          await recordEvents(
            transaction,
            session.jsonRows,
            some.map((event) => eventRow(event, by)),
          );
          options?.signal?.throwIfAborted();
        }
        await addDeliveries(to, rest);
        return ok();
      }, options);
    },
  };
}

function alertOf(row: Selectable<AlertsTable>): Alert {
  const { kind, project_id: projectId, id, fingerprint, prediction, is_broken: isBroken } = row;
  return {
    kind: kind as Alert['kind'],
    projectId,
    id: integer(id),
    fingerprint,
    ...predictionIn(prediction),
    ...(isBroken === 0 ? {} : { isBroken: true }),
  };
}

/** One that can't be read is none, so that it holds up no other alert. */
function predictionIn(text: string | null): Pick<Alert, 'prediction'> {
  if (text === null) return {};
  try {
    return { prediction: JSON.parse(text) as Prediction };
  } catch {
    return {};
  }
}

/** Counts a commit. Returns whether it is the next one. */
async function succeed(
  transaction: Transaction<Tables>,
  generation: number,
  progress: AlertProgress | undefined,
): Promise<boolean> {
  const kept = progress === undefined ? {} : { progress: JSON.stringify(progress) };
  const updated = await transaction
    .updateTable('forewarn_alert_commits')
    .set({ generation: generation + 1, ...kept })
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

async function removeMarks(
  { session, transaction }: Writing<'jsonRows'>,
  marks: readonly number[],
): Promise<void> {
  if (marks.length === 0) return;
  await transaction
    .deleteFrom('forewarn_alert_marks')
    .where('no', 'in', among(session.jsonRows, marks))
    .execute();
}

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
    const rows = some.map(({ fingerprint, prediction, isBroken = false, ...key }) => ({
      ...keyRow(key),
      fingerprint,
      environment: prediction?.environment ?? null,
      scheduled_at: prediction === undefined ? null : scheduledAtOf(prediction),
      is_broken: isBroken ? 1 : 0,
      prediction: textOf(prediction ?? null),
    }));
    await sql`
      insert into forewarn_alerts (kind, project_id, id, fingerprint, environment, scheduled_at, prediction, is_broken)
      select kind, project_id, id, fingerprint, environment, scheduled_at, prediction, is_broken
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
