import type { Project, StrategyDefinition } from '@forewarn/core';
import type { ImportTarget, Tallies } from './import-state.ts';
import { strategyRow } from './strategy-row.ts';

/** Says what becomes of one thing, counts it, and tells whether it has to be written. */
export function tally(
  counts: Tallies['projects'],
  before: string | undefined,
  after: string,
): boolean {
  if (before === after) counts.unchanged++;
  else if (before === undefined) counts.created++;
  else counts.replaced++;
  return before !== after;
}

/** Adds or replaces projects, no two of one id. */
export async function importProjects(
  { transaction }: ImportTarget,
  projects: readonly Project[],
  counts: Tallies['projects'],
): Promise<void> {
  const there = await transaction
    .selectFrom('projects')
    .select(['id', 'name'])
    .where(
      'id',
      'in',
      projects.map(({ id }) => id),
    )
    .execute();
  const nameOf = new Map(there.map(({ id, name }) => [id, name]));
  const changed = projects.filter(({ id, name }) => tally(counts, nameOf.get(id), name));
  if (changed.length === 0) return;
  await transaction
    .insertInto('projects')
    .values(changed.map(({ id, name }) => ({ id, name })))
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ name: (eb) => eb.ref('excluded.name') }),
    )
    .execute();
}

/** Adds or replaces strategy definitions, no two of one name. */
export async function importStrategies(
  { transaction }: ImportTarget,
  definitions: readonly StrategyDefinition[],
  counts: Tallies['strategies'],
): Promise<void> {
  const rows = definitions.map(strategyRow);
  const there = await transaction
    .selectFrom('strategies')
    .select(['name', 'definition'])
    .where(
      'name',
      'in',
      rows.map(({ name }) => name),
    )
    .execute();
  const definitionOf = new Map(there.map(({ name, definition }) => [name, definition]));
  const changed = rows.filter(({ name, definition }) =>
    tally(counts, definitionOf.get(name), definition),
  );
  if (changed.length === 0) return;
  await transaction
    .insertInto('strategies')
    .values(changed)
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        editable: (eb) => eb.ref('excluded.editable'),
        definition: (eb) => eb.ref('excluded.definition'),
      }),
    )
    .execute();
}
