import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import {
  attempt,
  type Change,
  type Coverage,
  matchesAny,
  type Schedule,
  type ScheduledChangeRequest,
  summaryOf,
  targetsOf,
} from '@forewarn/core';
import type { StrategyDefinition } from '@forewarn/record';
import { findingsAmong } from '@forewarn/impact';
import type { ScheduledChangeRequestReader, StrategyRepository } from '@forewarn/store';
import { err, ok } from 'neverthrow';

/** The tables that the platform has had all along, in words of its own. JSON is text. */
export const PLATFORM_TABLES = `
create table team_project (
  key text not null primary key
) strict;
create table change_request (
  project text not null references team_project,
  number integer not null,
  environment text not null,
  headline text,
  due_at text,
  due_status text, -- pending, failed or suspended; null without a time
  status text not null,
  author text, -- JSON
  primary key (project, number)
) strict;
create table change_request_item (
  project text not null,
  number integer not null,
  flag text, -- null for changes of segments
  changes text not null,
  added text, -- the default change
  foreign key (project, number) references change_request
) strict;
create index items_of_change_request on change_request_item (project, number);
create table strategy_type (
  name text not null primary key,
  label text,
  headline text,
  help text,
  fields text not null,
  is_retired integer not null,
  is_built_in integer not null
) strict;
create table audit_log (
  id integer primary key,
  at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ')),
  who text not null,
  what text not null,
  before text
) strict;`;

// One statement reads one moment. A project without change requests gives one row of nulls, and so do other projects.
const SCHEDULED = `
select p.key as project, c.number, c.environment, c.headline, c.due_at, c.due_status, c.author, (
  select json_group_array(
    json_object('flag', i.flag, 'changes', json(i.changes), 'added', json(i.added))
  )
  from change_request_item i
  where i.project = c.project and i.number = c.number
) as items
from team_project p
left join change_request c on c.project = p.key and c.status = 'Scheduled'
  and p.key in (select value from json_each(?))
order by p.key, c.number`;

type Row = Readonly<Record<string, SQLOutputValue>>;

interface ScheduledRow extends Row {
  readonly project: string;
  readonly number: number | null;
  readonly environment: string;
  readonly headline: string | null;
  readonly due_at: string | null;
  readonly due_status: Schedule['status'] | null;
  readonly author: string | null;
  readonly items: string;
}

interface Item {
  readonly flag: string | null;
  readonly changes: readonly Change[];
  readonly added: Change | null;
}

interface StrategyTypeRow extends Row {
  readonly name: string;
  readonly label: string | null;
  readonly headline: string | null;
  readonly help: string | null;
  readonly fields: string;
  readonly is_retired: number;
  readonly is_built_in: number;
}

export interface PlatformPorts {
  readonly reader: Pick<ScheduledChangeRequestReader, 'search' | 'impact'>;
  readonly strategies: Pick<StrategyRepository, 'delete'>;
}

const LIVE: Coverage = Object.freeze({ kind: 'live' });

/** The ports that searches, impacts and deletes need, over the platform's tables. */
export function platformPorts(database: DatabaseSync): PlatformPorts {
  return {
    reader: {
      search: ({ projectId, anyOf }, options) =>
        attempt(isUnavailable, options, () => {
          const { projects, scheduled } = scheduledIn(database, [projectId]);
          if (!projects.has(projectId)) return err({ type: 'ProjectNotFound', projectId });
          const matching = scheduled.filter((each) => matchesAny(targetsOf(each), anyOf));
          return ok({ coverage: LIVE, changeRequests: matching.map(summaryOf) });
        }),
      impact: ({ asked, projectIds }, options) =>
        attempt(isUnavailable, options, () => {
          const { projects, scheduled } = scheduledIn(database, projectIds);
          const searched = [...projects].filter((id) => projectIds.includes(id));
          return ok({
            projects: searched.map((projectId) => ({ projectId, coverage: LIVE })),
            hasOtherProjects: searched.length < projects.size,
            targets: findingsAmong(scheduled, asked),
          });
        }),
    },
    strategies: {
      delete: (name, by, options) =>
        attempt(isUnavailable, options, () =>
          inOneStep(database, () => {
            const row = database.prepare('select * from strategy_type where name = ?').get(name);
            if (row === undefined) return err({ type: 'StrategyNotFound', name });
            const gone = definitionOf(row);
            if (!gone.editable) return err({ type: 'StrategyNotEditable', name });
            database.prepare('delete from strategy_type where name = ?').run(name);
            database
              .prepare(
                "insert into audit_log (who, what, before) values (?, 'strategy-deleted', ?)",
              )
              .run(by, JSON.stringify(gone));
            return ok();
          }),
        ),
    },
  };
}

/** Returns all projects, and what is scheduled in some of them. Both are in byte order. */
function scheduledIn(database: DatabaseSync, projectIds: readonly string[]) {
  const rows = database.prepare(SCHEDULED).all(JSON.stringify(projectIds)) as ScheduledRow[];
  const projects: ReadonlySet<string> = new Set(rows.map(({ project }) => project));
  return { projects, scheduled: rows.flatMap(changeRequestOf) };
}

/** Returns what the rule and the results need of a change request. */
function changeRequestOf(row: ScheduledRow): readonly ScheduledChangeRequest[] {
  const { project, number, environment, headline, due_at: scheduledAt, author, items } = row;
  const { due_status: status } = row;
  if (number === null) return [];
  const all = JSON.parse(items) as readonly Item[];
  return [
    {
      id: number,
      project,
      environment,
      state: 'Scheduled',
      ...(headline === null ? {} : { title: headline }),
      ...(scheduledAt === null || status === null ? {} : { schedule: { status, scheduledAt } }),
      ...(author === null ? {} : { createdBy: JSON.parse(author) as unknown }),
      features: all.flatMap(({ flag, changes, added }) =>
        flag === null
          ? []
          : { name: flag, changes, ...(added === null ? {} : { defaultChange: added }) },
      ),
      segments: all.flatMap(({ flag, changes }) => (flag === null ? changes : [])),
    },
  ];
}

/** A strategy definition, of a row of `strategy_type`. */
export function definitionOf(row: Row): StrategyDefinition {
  const { name, label, headline, help, fields, is_retired, is_built_in } = row as StrategyTypeRow;
  return {
    name,
    ...(label === null ? {} : { displayName: label }),
    ...(headline === null ? {} : { title: headline }),
    ...(help === null ? {} : { description: help }),
    parameters: JSON.parse(fields) as StrategyDefinition['parameters'],
    deprecated: is_retired === 1,
    editable: is_built_in === 0,
  };
}

/** Runs the work in one transaction. */
function inOneStep<T>(database: DatabaseSync, work: () => T): T {
  database.exec('begin immediate');
  try {
    const result = work();
    database.exec('commit');
    return result;
  } finally {
    if (database.isTransaction) database.exec('rollback');
  }
}

const SQLITE_BUSY = 5;

/** Whether an error means "not now": another connection writes, or the database is closed. */
const isUnavailable = (error: unknown): boolean =>
  error instanceof Error &&
  (('errcode' in error && error.errcode === SQLITE_BUSY) ||
    ('code' in error && error.code === 'ERR_INVALID_STATE'));
