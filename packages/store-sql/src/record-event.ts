import type { EventContent } from '@forewarn/core';
import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

const textOf = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/** Records an event in the transaction that makes the change. */
export async function recordEvent(
  transaction: Kysely<Tables>,
  { type, data, preData }: EventContent,
  by: string,
  where: { readonly project?: string; readonly environment?: string } = {},
): Promise<void> {
  await transaction
    .insertInto('events')
    .values({
      type,
      created_by: by,
      project: where.project ?? null,
      environment: where.environment ?? null,
      data: textOf(data),
      pre_data: textOf(preData),
    })
    .execute();
}
