import { RULE_VERSION } from '@forewarn/core';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Tables } from './tables.ts';

/** The condition on change requests that another version of the rule made. The index has the same text. */
export const OF_ANOTHER_RULE: RawBuilder<boolean> = sql`rule_version <> ${sql.lit(RULE_VERSION)}`;

/** Whether another version of the rule made any change request: an index tells at once. */
export async function hasOtherRule(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql`
    select 1 as one from change_requests where ${OF_ANOTHER_RULE} limit 1`.execute(db);
  return rows.length > 0;
}

/** Indexes the change requests that another version of the rule made: usually none, so that it costs writers nothing. */
export async function indexOtherRules(transaction: Transaction<Tables>): Promise<void> {
  await sql`drop index if exists change_requests_of_another_rule`.execute(transaction);
  await sql`
    create index change_requests_of_another_rule on change_requests (project_id, id)
    where ${OF_ANOTHER_RULE}`.execute(transaction);
}
