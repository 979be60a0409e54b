import type { NameFinding, NameKind, NameQuestion } from '@forewarn/record';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../schema/tables.ts';
import { among } from '../session/json-rows.ts';
import type { SqlSession } from '../session/sql-session.ts';

/** Finds names in the lists of projects. */
export async function findNames(
  by: Pick<SqlSession, 'jsonRows'>,
  db: Kysely<Tables>,
  question: NameQuestion,
): Promise<readonly NameFinding[]> {
  // The lists first: one that is new in between must not lack the names that it replaces.
  const lists = await listsIn(by, db, question.projectIds);
  if (lists.size === 0) return question.names.map(() => ({ state: 'unchecked' }));
  const known = await knownIn(by, db, question);
  return question.names.map((name): NameFinding => {
    if (known.has(nameKey(name))) return { state: 'known' };
    const list = lists.get(name.kind);
    if (list === undefined || list.count < question.projectIds.length) {
      return { state: 'unchecked' };
    }
    return { state: 'not-found', asOf: list.as_of };
  });
}

interface ListsOfKind {
  readonly kind: string;
  /** How many projects have a list. */
  readonly count: number;
  /** The oldest time. */
  readonly as_of: string;
}

async function listsIn(
  by: Pick<SqlSession, 'jsonRows'>,
  db: Kysely<Tables>,
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, ListsOfKind>> {
  const { rows } = await sql<ListsOfKind>`
    select kind, count(*) as count, min(as_of) as as_of from known_name_lists
    where project_id in ${among(by.jsonRows, projectIds)} group by kind`.execute(db);
  return new Map(rows.map((row) => [row.kind, row]));
}

/** Returns the keys of the names that a list of one of the projects has. */
export async function knownIn(
  by: Pick<SqlSession, 'jsonRows'>,
  db: Kysely<Tables>,
  { projectIds, names }: NameQuestion,
): Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  for (const [kind, own] of Map.groupBy(names, (name) => name.kind)) {
    const values = [...new Set(own.map(({ value }) => value))];
    const { rows } = await sql<{ value: string }>`
      select distinct value from known_names
      where kind = ${kind} and value in ${among(by.jsonRows, values)}
        and project_id in ${among(by.jsonRows, projectIds)}`.execute(db);
    for (const { value } of rows) known.add(nameKey({ kind, value }));
  }
  return known;
}

export const nameKey = ({
  kind,
  value,
}: {
  readonly kind: NameKind;
  readonly value: string;
}): string => `${kind} ${value}`;
