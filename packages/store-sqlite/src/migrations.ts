import { UNSCHEDULED } from '@forewarn/core';
import { creating, type Migrations, running } from '@forewarn/store-sql';

/** Creates a table of change requests with more columns than the first version had. */
const changeRequests = (table: string, moreColumns: string, options = 'strict'): string =>
  `create table ${table} (
    project_id text not null references projects (id) on delete cascade,
    id integer not null,
    environment text not null,
    title text,
    body text not null,
    ${moreColumns}
    primary key (project_id, id)
  ) ${options}`;

// store-sql's `tables.ts` describes the tables. Text compares byte for byte: SQLite's default collation is BINARY.
const TABLES = [
  `create table projects (
    id text not null primary key,
    name text not null
  ) strict, without rowid`,
  `create table strategies (
    name text not null primary key,
    editable integer not null,
    definition text not null
  ) strict, without rowid`,
  changeRequests('change_requests', '', 'strict, without rowid'),
  `create table touches (
    project_id text not null,
    kind integer not null,
    value text not null,
    change_request_id integer not null,
    primary key (project_id, kind, value, change_request_id),
    foreign key (project_id, change_request_id)
      references change_requests (project_id, id) on delete cascade
  ) strict, without rowid`,
  `create index touches_by_change_request on touches (project_id, change_request_id)`,
  `create table projection (
    rule_version integer not null
  ) strict`,
  `create table events (
    id integer not null primary key autoincrement,
    type text not null,
    created_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    created_by text not null,
    project text,
    environment text,
    data text,
    pre_data text
  ) strict`,
  `create table api_keys (
    name text not null primary key,
    secret_hash text not null unique,
    permissions text not null,
    projects text
  ) strict, without rowid`,
];

// Without a rowid, SQLite reads the whole of each row that it compares a key with, however long its text is.
const LONG_ROWS_APART_FROM_KEYS = [
  `create table new_strategies (
    name text not null primary key,
    editable integer not null,
    definition text not null
  ) strict`,
  'insert into new_strategies select name, editable, definition from strategies',
  'drop table strategies',
  'alter table new_strategies rename to strategies',
  changeRequests('new_change_requests', ''),
  `insert into new_change_requests
    select project_id, id, environment, title, body from change_requests order by project_id, id`,
  'drop table change_requests',
  'alter table new_change_requests rename to change_requests',
];

/** Creates a table of the projection, whose rows are deleted with their change request. */
const projected = (
  table: 'touches' | 'doubts',
  found: 'value' | 'feature',
  moreColumns = '',
): readonly string[] => [
  `create table ${table} (
    kind integer not null,
    ${found} text not null,
    project_id text not null,
    change_request_id integer not null,
    ${moreColumns}
    primary key (kind, ${found}, project_id, change_request_id),
    foreign key (project_id, change_request_id)
      references change_requests (project_id, id) on delete cascade
  ) strict, without rowid`,
  `create index ${table}_by_change_request on ${table} (project_id, change_request_id)`,
];

// A rebuild fills the projection.
const IMPACT = [
  'alter table projects add column coverage text',
  'drop table touches',
  ...LONG_ROWS_APART_FROM_KEYS,
  ...projected('touches', 'value'),
  ...projected('doubts', 'feature'),
  'update projection set rule_version = 0 where exists (select 1 from change_requests)',
];

const LEASES = `create table leases (
    name text not null primary key,
    holder text not null,
    expires_at integer not null
  ) strict, without rowid`;

// The longest time to live of a version without the column.
const FOLLOWING = [
  'alter table leases add column ttl_ms integer not null default 30000',
  `create table origin (
    id integer not null primary key,
    url text not null,
    instance_id text
  ) strict`,
];

const BY_SCHEDULE = `create index change_requests_by_schedule
  on change_requests (project_id, scheduled_at, id, environment, status, has_trouble)`;

// A rebuild fills the columns.
const LISTING = [
  `alter table change_requests add column scheduled_at integer not null default ${UNSCHEDULED}`,
  'alter table change_requests add column status text',
  'alter table change_requests add column has_trouble integer not null default 0',
  BY_SCHEDULE,
];

// SQLite can't drop a default, so the table is made again. A rebuild fills the projection.
const RULE_OF_EACH = [
  'drop table touches',
  'drop table doubts',
  changeRequests(
    'new_change_requests',
    `scheduled_at integer not null default ${UNSCHEDULED},
    status text,
    has_trouble integer not null default 0,
    rule_version integer not null,`,
  ),
  `insert into new_change_requests
    select project_id, id, environment, title, body, scheduled_at, status, has_trouble, 0
    from change_requests order by project_id, id`,
  'drop table change_requests',
  'alter table new_change_requests rename to change_requests',
  BY_SCHEDULE,
  ...projected('touches', 'value'),
  ...projected('doubts', 'feature'),
];

// Nothing tells which of them an import named.
const IMPORTED_PROJECTS = `update projects set coverage = '{"kind":"none"}' where coverage is null`;

// A change request of one of its projects has no project. To make the table of change requests again, empty it first.
const DELETIONS = `create table deletions (
    project_id text not null primary key,
    created_by text not null,
    created_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    next_event integer not null,
    last_event integer not null
  ) strict, without rowid`;

const KNOWN_NAMES = [
  `create table known_name_lists (
    project_id text not null,
    kind text not null,
    as_of text not null,
    digest text not null,
    primary key (project_id, kind)
  ) strict, without rowid`,
  `create table known_names (
    project_id text not null,
    kind text not null,
    value text not null,
    primary key (project_id, kind, value)
  ) strict, without rowid`,
  'create index known_names_by_value on known_names (kind, value, project_id)',
  // Until the next sync, nothing is known.
  'alter table origin add column hides_projects integer not null default 1',
];

// A rebuild fills the projection.
const TIMES_OF_TOUCHES = [
  'drop table touches',
  'drop table doubts',
  ...projected('touches', 'value', 'scheduled_at integer not null,'),
  ...projected('doubts', 'feature', 'scheduled_at integer not null,'),
  'update change_requests set rule_version = 0',
];

// A rebuild fills the projection.
const FORECAST = [
  'drop table touches',
  ...projected('touches', 'value', 'scheduled_at integer not null, plan integer not null,'),
  // With the plan, SQLite reads the index only.
  `create index touches_with_effect
    on touches (kind, value, scheduled_at, project_id, change_request_id, plan) where plan in (1, 3)`,
  `create index touches_with_dependency
    on touches (kind, value, scheduled_at, project_id, change_request_id, plan) where plan in (2, 3)`,
  `create index change_requests_to_apply
    on change_requests (scheduled_at, project_id, id, environment) where status = 'pending'`,
  'update change_requests set rule_version = 0',
];

const ALERTS = [
  `create table forewarn_alerts (
    kind text not null,
    project_id text not null,
    id integer not null,
    fingerprint text not null,
    environment text,
    scheduled_at integer,
    prediction text,
    is_broken integer not null,
    primary key (kind, project_id, id)
  ) strict`,
  `create index forewarn_alerts_by_environment
    on forewarn_alerts (kind, project_id, environment, scheduled_at, id)`,
  `create table forewarn_alert_commits (
    id integer not null primary key,
    generation integer not null,
    progress text
  ) strict`,
  'insert into forewarn_alert_commits (id, generation) values (1, 0)',
  `create table forewarn_alert_marks (
    no integer not null primary key autoincrement,
    changes text not null
  ) strict`,
  `create table forewarn_webhooks (
    id text not null primary key,
    url text not null,
    template text not null,
    filter text not null,
    secret text not null,
    created_by text not null,
    created_at text not null
  ) strict`,
  `create table forewarn_deliveries (
    no integer not null primary key autoincrement,
    id text not null unique,
    webhook_id text not null references forewarn_webhooks (id) on delete cascade,
    subject text not null,
    message text not null,
    state text not null,
    created_at integer not null,
    attempts integer not null,
    at integer not null,
    error text
  ) strict`,
  `create index forewarn_deliveries_by_webhook
    on forewarn_deliveries (webhook_id, state, no)`,
  `create index forewarn_deliveries_due
    on forewarn_deliveries (webhook_id, at) where state = 'pending'`,
];

const GONE = [
  'alter table events add column deleted_strategy text',
  `update events set deleted_strategy = pre_data ->> '$.name' where type = 'strategy-deleted'`,
  `create index events_of_deleted_strategies on events (deleted_strategy, id)
    where deleted_strategy is not null`,
  'alter table known_names add column added_at integer not null default 0',
  `create table missing_names (
    project_id text not null,
    kind integer not null,
    value text not null,
    is_archived integer not null,
    primary key (project_id, kind, value)
  ) strict, without rowid`,
];

/** The migrations, oldest first. A released migration never changes. */
export const migrations: Migrations = {
  '0001_initial': creating(...TABLES),
  '0002_events_by_type_and_project': running(
    'create index events_by_type on events (type, id)',
    'create index events_by_project on events (project, id)',
  ),
  '0003_impact': running(...IMPACT),
  '0004_leases': running(LEASES),
  '0005_listing': running(...LISTING),
  '0006_following': running(...FOLLOWING),
  '0007_rule_of_each_change_request': running(...RULE_OF_EACH),
  '0008_imported_projects': running(IMPORTED_PROJECTS),
  '0009_deletions': running(DELETIONS),
  '0010_known_names': running(...KNOWN_NAMES),
  '0011_times_of_touches': running(...TIMES_OF_TOUCHES),
  '0012_forecast': running(...FORECAST),
  '0013_alerts': running(...ALERTS),
  '0014_gone': running(...GONE),
};
