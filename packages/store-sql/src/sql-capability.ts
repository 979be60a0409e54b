import type { Migrations } from './schema/migrations.ts';
import type { SchemaDialect } from './schema/schema-dialect.ts';
import type { SqlHooks, SqlSession } from './session/sql-session.ts';

/** Where a distributed database has a table. */
export type TableLocation =
  /** On the workers, by the value of this column. All rows of a project are on one worker. */
  | { readonly column: string }
  /** On the coordinator. Citus knows it, and commits it together with what a transaction changes on the workers. */
  | 'with the workers'
  /** On the coordinator. No transaction that changes it changes a worker. */
  | 'alone';

/** What a capability adds to every SQL store: tables, ports over them, and what it does in the transactions of others. */
export interface SqlCapability<Ports extends object = object> extends SqlHooks {
  /** Its tables by name. A name begins with `forewarn_`. */
  readonly tables: Readonly<Record<`forewarn_${string}`, TableLocation>>;
  /** Its migrations. A name has a number of four digits, unlike that of any other migration, and the capability: `0005_notify`. */
  readonly migrations: (dialect: SchemaDialect) => Migrations;
  /** Makes its ports. */
  readonly portsOver: (session: SqlSession) => Ports;
}
