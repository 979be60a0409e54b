/** What the first migrations belong to. */
export type Capability = 'kernel' | 'record' | 'impact';

/** How a database writes the schema. `tables.ts` explains the tables. */
export interface SchemaDialect {
  /** A text that compares byte for byte, whatever the database's own collation. */
  readonly key: string;
  readonly smallint: string;
  readonly bigint: string;
  /** A primary key that the database gives out, in ascending order. */
  readonly serial: string;
  /** The columns of an event's primary key and id. */
  readonly eventIds: string;
  /** A time in ISO 8601, UTC, that is the present one by default. */
  readonly now: string;
  /** What follows the columns of a table. */
  readonly table: string;
  /** What follows those of a table without long texts, whose rows can be in the index of their key. */
  readonly short: string;
  /** What follows the primary key of a table of the projection. */
  readonly projected: string;
  /** The columns of an index, with more that it only holds. */
  readonly index: (columns: string, held: string) => string;
  /** Makes all change requests be projected again, as a migration must that adds to the projection. */
  readonly outdate: readonly string[];
  /** What only this database has. */
  readonly own: Partial<Record<Capability, readonly string[]>>;
}
