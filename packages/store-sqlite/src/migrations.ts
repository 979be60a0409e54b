import {
  schemaWith,
  type Migrations,
  type SchemaDialect,
  type SqlCapability,
} from '@forewarn/store-sql';

const PRESENT = `strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`;
const AUTOINCREMENT = 'integer not null primary key autoincrement';

// A change request of one of its projects has no project. To make the table of change requests again, empty it first.
const DELETIONS = `create table deletions (
    project_id text not null primary key
  ) strict, without rowid`;

const DIALECT: SchemaDialect = {
  // SQLite's default collation is BINARY.
  key: 'text',
  smallint: 'integer',
  bigint: 'integer',
  serial: AUTOINCREMENT,
  eventIds: `id ${AUTOINCREMENT}`,
  now: `text not null default (${PRESENT})`,
  // Without a rowid, SQLite reads the whole of each row that it compares a key with, however long its text is.
  table: 'strict',
  short: 'strict, without rowid',
  projected: `,
    foreign key (project_id, change_request_id)
      references change_requests (project_id, id) on delete cascade`,
  index: (columns, held) => `(${columns}, ${held})`,
  outdate: ['update change_requests set rule_version = 0'],
  // With the influence, SQLite reads the indexes of touches only.
  own: {
    kernel: [
      'create index touches_by_change_request on touches (project_id, change_request_id, kind, value, influence)',
    ],
    record: [DELETIONS],
  },
};

export const migrationsWith = (capabilities: readonly SqlCapability[] = []): Migrations =>
  schemaWith(DIALECT, capabilities);
