import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Migrations by name, in the order of their names: plain objects, so that they survive packing. */
export type Migrations = Readonly<Record<string, Migration>>;

/** Makes a migration that runs statements. */
export const running = (...statements: readonly string[]): Migration => ({
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
