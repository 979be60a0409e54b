import { RULE_VERSION } from '@forewarn/core';
import { BUILT_IN_STRATEGY_DEFINITIONS } from '@forewarn/record';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { SqlCapability } from '../sql-capability.ts';
import { definitionRow } from '../writes/sql-definitions.ts';
import { checkAdditions } from './adding.ts';
import { type Migrations, running } from './running.ts';
import type { Capability, SchemaDialect } from './schema-dialect.ts';
import type { Tables } from './tables.ts';

type Schema = (dialect: SchemaDialect) => readonly string[];

/** Creates a table of the projection. */
const projected = (
  dialect: SchemaDialect,
  table: 'touches' | 'doubts',
  found: 'value' | 'feature',
  more = '',
): string => `create table ${table} (
    kind ${dialect.smallint} not null,
    ${found} ${dialect.key} not null,
    project_id ${dialect.key} not null,
    change_request_id ${dialect.bigint} not null,
    scheduled_at ${dialect.bigint} not null,
    ${more}
    primary key (kind, ${found}, project_id, change_request_id)${dialect.projected}
  ) ${dialect.short}`;

// With the columns that capabilities add: without a default, none can be forgotten.
const kernel: Schema = (dialect) => [
  `create table projects (
    id ${dialect.key} not null primary key,
    name text not null,
    coverage text
  ) ${dialect.short}`,
  `create table strategies (
    name ${dialect.key} not null primary key,
    editable ${dialect.smallint} not null,
    definition text not null
  ) ${dialect.table}`,
  `create table change_requests (
    project_id ${dialect.key} not null references projects (id) on delete cascade,
    id ${dialect.bigint} not null,
    environment text not null,
    title text,
    body text not null,
    scheduled_at ${dialect.bigint} not null,
    status text,
    has_trouble ${dialect.smallint} not null,
    rule_version ${dialect.smallint} not null,
    primary key (project_id, id)
  ) ${dialect.table}`,
  projected(dialect, 'touches', 'value', `influence ${dialect.smallint} not null,`),
  `create table projection (
    rule_version integer not null
  ) ${dialect.table}`,
  `create table events (
    ${dialect.eventIds},
    type ${dialect.key} not null,
    created_at ${dialect.now},
    created_by text not null,
    project ${dialect.key},
    environment text,
    data text,
    pre_data text,
    deleted_strategy ${dialect.key}
  ) ${dialect.table}`,
];

const record: Schema = ({ index }) => [
  `create index change_requests_by_schedule
    on change_requests ${index('project_id, scheduled_at, id', 'environment, status, has_trouble')}`,
  'create index events_by_type on events (type, id)',
  'create index events_by_project on events (project, id)',
];

// Without foreign keys: each write that deletes a project deletes its names.
const impact: Schema = (dialect) => [
  projected(dialect, 'doubts', 'feature'),
  'create index doubts_by_change_request on doubts (project_id, change_request_id)',
  `create table known_name_lists (
    project_id ${dialect.key} not null,
    kind ${dialect.key} not null,
    as_of text not null,
    digest text not null,
    primary key (project_id, kind)
  ) ${dialect.short}`,
  `create table known_names (
    project_id ${dialect.key} not null,
    kind ${dialect.key} not null,
    value ${dialect.key} not null,
    added_at ${dialect.bigint} not null,
    primary key (project_id, kind, value)
  ) ${dialect.short}`,
  'create index known_names_by_value on known_names (kind, value, project_id)',
];

/** Adds the first rows of the kernel's tables. */
async function fillKernel(db: Kysely<Tables>): Promise<void> {
  await db.insertInto('projection').values({ rule_version: RULE_VERSION }).execute();
  const definitions = BUILT_IN_STRATEGY_DEFINITIONS.map(definitionRow);
  await db.insertInto('strategies').values(definitions).execute();
}

/** Returns all migrations: those of the first release, one per capability, and those that capabilities bring. */
export const schemaWith = (
  dialect: SchemaDialect,
  capabilities: readonly Pick<SqlCapability, 'migrations'>[],
): Migrations =>
  checkAdditions(
    Object.assign(
      initialSchema(dialect),
      ...capabilities.map(({ migrations }) => migrations(dialect)),
    ) as Migrations,
  );

// Later migrations follow these, and a released one never changes. One that only adds is made with `adding`.
function initialSchema(dialect: SchemaDialect): Migrations {
  const creating = (capability: Capability, schema: Schema): Migration =>
    running(...schema(dialect), ...(dialect.own[capability] ?? []));
  const tables = creating('kernel', kernel);
  return {
    '0001_search': {
      async up(db: Kysely<Tables>) {
        await tables.up(db);
        await fillKernel(db);
      },
    },
    '0002_record': creating('record', record),
    '0003_impact': creating('impact', impact),
  };
}
