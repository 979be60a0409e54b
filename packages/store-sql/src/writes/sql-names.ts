import { createHash } from 'node:crypto';
import { countCharacters, maxTypos, thirdsOf } from '@forewarn/impact';
import {
  isOutdated,
  MAX_NEAR,
  type Name,
  type NameKind,
  type NameRepository,
} from '@forewarn/record';
import { type Kysely, sql } from 'kysely';
import { err, ok } from 'neverthrow';
import { compileOnce } from '../session/compile-once.ts';
import { among, COLUMNS } from '../session/json-rows.ts';
import {
  hasMoreThan,
  MAX_SHORT_ROWS,
  type SqlSession,
  type Writing,
} from '../session/sql-session.ts';
import type { KnownNamesTable, Tables } from '../schema/tables.ts';
import { lockProjects } from './cover-projects.ts';
import { findNames, nameKey, knownIn } from '../reads/names-in.ts';

/** Maximum names that a short write replaces. */
const MAX_SHORT_NAMES = 2_000;

/** The names that exist in the projects of any SQL store. */
export function sqlNames(session: SqlSession): NameRepository {
  return {
    replace: ({ projectId, asOf, lists }, options) => {
      const all = Object.entries(lists).map(([kind, values]) => ({ kind, values }));
      const areMany = all.reduce((sum, { values }) => sum + values.length, 0) > MAX_SHORT_NAMES;
      const ofProject = sql`select 1 from change_requests where project_id = ${projectId}`;
      return session[areMany ? 'writeLong' : 'write'](
        async (transaction) => {
          const to = { session, transaction };
          // One replacement at a time.
          const there = await lockProjects(to, [projectId], 'forNoKeyUpdate');
          if (there.size === 0) return err({ type: 'ProjectNotFound', projectId });
          const kinds: NameKind[] = [];
          const changed: NameKind[] = [];
          for (const { kind, values } of all) {
            const replaced = await replaceList(to, { projectId, kind, asOf, values });
            if (replaced !== 'older') kinds.push(kind as NameKind);
            if (replaced === 'changed') changed.push(kind as NameKind);
          }
          const coverage = there.get(projectId) ?? null;
          for (const { names } of session.hooks) {
            await names?.replaced(to, { projectId, coverage, asOf, kinds, changed });
          }
          return ok();
        },
        // What they touch is compared with the names.
        { ...options, isLong: (db) => hasMoreThan(MAX_SHORT_ROWS, db, ofProject) },
      );
    },

    add: (projectId, names, { areNew = false, ...options } = {}) =>
      session
        .read(
          async (db) =>
            ok({
              ...(await unlisted(session, db, { projectId, names, areNew })),
              areNews: areNew && (await isNews(session, db, projectId, names)),
            }),
          options,
        )
        .andThen(({ added, archived, areNews }) => {
          if (added.length === 0 && archived.length === 0 && !areNews) return ok();
          return session.write(async (transaction) => {
            const to = { session, transaction };
            const there = await lockProjects(to, [projectId], 'forNoKeyUpdate');
            if (there.size === 0) return ok();
            await insertNames(to, projectId, added);
            await removeArchived(to, projectId, archived);
            for (const hooks of areNews ? session.hooks : []) {
              await hooks.names?.added(to, projectId, names);
            }
            return ok();
          }, options);
        }),

    find: (question, options) =>
      session.read(async (db) => ok(await findNames(session, db, question)), options),

    near: (projectIds, name, options) =>
      session.read(async (db) => ok(await namesNear(session, db, projectIds, name)), {
        ...options,
        isLong: true,
      }),
  };
}

async function isNews(
  { hooks }: Pick<SqlSession, 'hooks'>,
  db: Kysely<Tables>,
  projectId: string,
  added: readonly Name[],
): Promise<boolean> {
  for (const { names } of hooks) if (await names?.isNews(db, projectId, added)) return true;
  return false;
}

export async function removeNames(db: Kysely<Tables>, projectId: string): Promise<void> {
  await db.deleteFrom('known_names').where('project_id', '=', projectId).execute();
  await db.deleteFrom('known_name_lists').where('project_id', '=', projectId).execute();
}

interface NewList {
  readonly projectId: string;
  readonly kind: string;
  readonly asOf: string;
  readonly values: readonly string[];
}

/** Replaces a list, except names that were added after its time, and unless it is older. */
async function replaceList(
  { session, transaction }: Writing<'jsonRows'>,
  { projectId, kind, asOf, values }: NewList,
): Promise<'older' | 'same' | 'changed'> {
  const distinct = [...new Set(values)].toSorted();
  const digest = createHash('sha256').update(JSON.stringify(distinct)).digest('hex');
  const stored = await transaction
    .selectFrom('known_name_lists')
    .select(['as_of', 'digest'])
    .where('project_id', '=', projectId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  if (stored !== undefined && isOutdated(asOf, stored.as_of)) return 'older';
  const kept = await transaction
    .selectFrom('known_names')
    .select('value')
    .where('project_id', '=', projectId)
    .where('kind', '=', kind)
    .where('added_at', '>', Date.parse(asOf))
    .limit(1)
    .execute();
  const ofList = { as_of: asOf, digest: kept.length === 0 ? digest : '' };
  await transaction
    .insertInto('known_name_lists')
    .values({ project_id: projectId, kind, ...ofList })
    .onConflict((conflict) => conflict.columns(['project_id', 'kind']).doUpdateSet(ofList))
    .execute();
  if (stored?.digest === digest) return 'same';
  await transaction
    .deleteFrom('known_names')
    .where('project_id', '=', projectId)
    .where('kind', '=', kind)
    .where('value', 'not in', among(session.jsonRows, distinct))
    .where('added_at', '<=', Date.parse(asOf))
    .execute();
  await insertRows(
    { session, transaction },
    projectId,
    distinct.map((value) => ({ kind, value, added_at: 0 })),
  );
  return 'changed';
}

/** Forgets the digests of lists that change without being replaced. Returns the kinds that have a list. */
async function forgetDigests(
  { transaction }: Pick<Writing, 'transaction'>,
  projectId: string,
  kinds: readonly NameKind[],
): Promise<ReadonlySet<string>> {
  const lists = await transaction
    .updateTable('known_name_lists')
    .set({ digest: '' })
    .where('project_id', '=', projectId)
    .where('kind', 'in', kinds)
    .returning('kind')
    .execute();
  return new Set(lists.map(({ kind }) => kind));
}

/** Adds names to their lists. */
async function insertNames(to: Writing, projectId: string, names: readonly Name[]): Promise<void> {
  if (names.length === 0) return;
  const kinds = [...new Set(names.map(({ kind }) => kind))];
  const listed = await forgetDigests(to, projectId, kinds);
  await insertRows(
    to,
    projectId,
    names
      .filter(({ kind }) => listed.has(kind))
      .map(({ kind, value }) => ({ kind, value, added_at: Date.now() })),
  );
}

/** Removes features that are there again from those that are archived. */
async function removeArchived(
  to: Writing,
  projectId: string,
  archived: readonly string[],
): Promise<void> {
  if (archived.length === 0) return;
  await forgetDigests(to, projectId, ['archivedFeature']);
  await to.transaction
    .deleteFrom('known_names')
    .where('project_id', '=', projectId)
    .where('kind', '=', 'archivedFeature')
    .where('value', 'in', among(to.session.jsonRows, archived))
    .execute();
}

async function insertRows(
  { session, transaction }: Writing<'jsonRows'>,
  projectId: string,
  names: readonly Pick<KnownNamesTable, 'kind' | 'value' | 'added_at'>[],
): Promise<void> {
  if (names.length === 0) return;
  const rows = names.map((name) => ({ project_id: projectId, ...name }));
  await sql`
    insert into known_names (project_id, kind, value, added_at)
    select project_id, kind, value, added_at
    from ${session.jsonRows(JSON.stringify(rows), COLUMNS.known_names, projectId)} where true
    on conflict do nothing`.execute(transaction);
}

// Compiled once: each change request that is recorded asks.
const listedKinds = compileOnce((db, { projectId }: { readonly projectId: string }) =>
  db.selectFrom('known_name_lists').select('kind').where('project_id', '=', projectId).compile(),
);

interface AddedNames {
  readonly projectId: string;
  readonly names: readonly Name[];
  readonly areNew: boolean;
}

/** Returns those of the names that a list of the project should have and has not, and the new ones that it has as archived. */
async function unlisted(
  session: Pick<SqlSession, 'jsonRows'>,
  db: Kysely<Tables>,
  { projectId, names, areNew }: AddedNames,
): Promise<{ readonly added: readonly Name[]; readonly archived: readonly string[] }> {
  const { rows } = await listedKinds(db, { projectId }, undefined);
  const kinds = new Set(rows.map(({ kind }) => kind));
  const features = areNew ? names.filter(({ kind }) => kind === 'feature') : [];
  const asArchived = features.map(({ value }): Name => ({ kind: 'archivedFeature', value }));
  const listed = [...names, ...asArchived].filter(({ kind }) => kinds.has(kind));
  const known = await knownIn(session, db, { projectIds: [projectId], names: listed });
  return {
    added: names.filter((name) => kinds.has(name.kind) && !known.has(nameKey(name))),
    archived: asArchived.filter((name) => known.has(nameKey(name))).map(({ value }) => value),
  };
}

/** Finds what `nearestNames` finds, without reading all names. */
async function namesNear(
  { jsonRows }: Pick<SqlSession, 'jsonRows'>,
  db: Kysely<Tables>,
  projectIds: readonly string[],
  { kind, value }: Name,
): Promise<readonly string[]> {
  const has = thirdsOf(value).map((third) => {
    const pattern = `%${third.replaceAll(/[%_~]/g, '~$&')}%`;
    return sql`case when lower(value) like ${pattern} escape '~' then 1 else 0 end`;
  });
  const shared = sql.join(has, sql` + `);
  const apart = sql`abs(length(value) - ${countCharacters(value)})`;
  // Of "like" as a condition, Postgres expects too few rows, and then compares each with each project.
  const { rows } = await sql<{ value: string }>`
    select distinct value, ${shared} as shared, ${apart} as apart
    from known_names
    where kind = ${kind} and project_id in ${among(jsonRows, projectIds)}
      and value <> ${value} and ${apart} <= ${maxTypos(value)}
      and ${shared} > 0
    order by shared desc, apart, value
    limit ${MAX_NEAR}`.execute(db);
  return rows.map((row) => row.value);
}
