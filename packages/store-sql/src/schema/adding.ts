import type { Migration } from 'kysely/migration';
import { type Migrations, running } from './running.ts';

/** How the names of migrations end that only add. An older version that finds such a name knows that it can go on. */
const SUFFIX = '_adds';

/** The migrations that {@link adding} made. */
const made = new WeakSet<Migration>();

// A unique index refuses what an older version may write. So does a column that it does not fill.
const ADDITIONS: readonly RegExp[] = [
  /^create table /,
  /^create index /,
  /^alter table \S+ add column (?!.*\b(?:check|unique|references|primary|generated|serial)\b)/,
];

/**
 * Makes a migration that only adds tables, indexes, and columns that are nullable or have a default, so that the version before
 * it runs beside the one that brings it.
 *
 * @param name a number of four digits and the capability, such as `0012_notify`; `_adds` is appended
 * @throws RangeError if a statement does more
 */
export function adding(name: string, ...statements: readonly string[]): Migrations {
  const more = statements.find((each) => !isAddition(each));
  if (more !== undefined) throw new RangeError(`${name} does more than add: ${more}`);
  const migration = running(...statements);
  made.add(migration);
  return { [`${name}${SUFFIX}`]: migration };
}

function isAddition(statement: string): boolean {
  const text = statement.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  if (text.startsWith('alter table') && text.includes(' not null') && !text.includes(' default ')) {
    return false;
  }
  return !text.includes(';') && ADDITIONS.some((each) => each.test(text));
}

/** Whether an unknown migration of this name only adds. */
export const onlyAdds = (name: string): boolean => name.endsWith(SUFFIX);

/** Throws if a migration says by its name that it only adds, and nothing has checked that. */
export function checkAdditions(migrations: Migrations): Migrations {
  for (const [name, migration] of Object.entries(migrations)) {
    if (onlyAdds(name) && !made.has(migration)) {
      throw new RangeError(`${name}: a migration of this name is made with "adding"`);
    }
  }
  return migrations;
}
