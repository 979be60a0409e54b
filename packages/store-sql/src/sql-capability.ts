import type { Migrations } from './schema/running.ts';
import type { SchemaDialect } from './schema/schema-dialect.ts';
import type { TableLocation } from './schema/table-location.ts';
import type { SqlHooks, SqlSession } from './session/sql-session.ts';

/** What a capability adds to every SQL store: tables, ports over them, and what it does in the transactions of others. */
export interface SqlCapability<Ports extends object = object> extends SqlHooks {
  /** Its tables by name. A name begins with `forewarn_`. */
  readonly tables: Readonly<Record<`forewarn_${string}`, TableLocation>>;
  /** Its migrations. A name has a number of four digits, unlike that of any other migration, and the capability: `0005_notify`. */
  readonly migrations: (dialect: SchemaDialect) => Migrations;
  /** Makes its ports. */
  readonly portsOver: (session: SqlSession) => Ports;
}
