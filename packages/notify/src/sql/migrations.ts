import { type Migrations, running, type SchemaDialect } from '@forewarn/store-sql';

/** The tables of alerts, webhooks and deliveries. */
export const migrations = ({
  key,
  smallint,
  bigint,
  serial,
  table,
}: SchemaDialect): Migrations => ({
  '0005_notify': running(
    `create table forewarn_alerts (
    kind ${key} not null,
    project_id ${key} not null,
    id ${bigint} not null,
    fingerprint text not null,
    environment ${key},
    scheduled_at ${bigint},
    prediction text,
    is_broken ${smallint} not null,
    primary key (kind, project_id, id)
  ) ${table}`,
    `create index forewarn_alerts_by_environment
    on forewarn_alerts (kind, project_id, environment, scheduled_at, id)`,
    `create table forewarn_alert_commits (
    id ${smallint} not null primary key,
    generation ${bigint} not null,
    progress text
  ) ${table}`,
    'insert into forewarn_alert_commits (id, generation) values (1, 0)',
    `create table forewarn_alert_marks (
    no ${serial},
    changes text not null
  ) ${table}`,
    `create table forewarn_webhooks (
    id ${key} not null primary key,
    url text not null,
    template text not null,
    filter text not null,
    secret text not null,
    created_by text not null,
    created_at text not null
  ) ${table}`,
    `create table forewarn_deliveries (
    no ${serial},
    id ${key} not null unique,
    webhook_id ${key} not null references forewarn_webhooks (id) on delete cascade,
    subject ${key} not null,
    message text not null,
    state ${key} not null,
    created_at ${bigint} not null,
    attempts integer not null,
    at ${bigint} not null,
    error text
  ) ${table}`,
    'create index forewarn_deliveries_by_webhook on forewarn_deliveries (webhook_id, state, no)',
    `create index forewarn_deliveries_due on forewarn_deliveries (webhook_id, at)
    where state = 'pending'`,
  ),
});
