import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Makes a migration that runs statements. */
export const running = (...statements: readonly string[]): Migration => ({
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
