import type { Migration } from 'kysely/migration';

/** Migrations by name, in the order of their names: plain objects, so that they survive packing. */
export type Migrations = Readonly<Record<string, Migration>>;
