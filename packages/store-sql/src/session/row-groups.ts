import { type RawBuilder, sql } from 'kysely';
import type { JsonRows } from './json-rows.ts';

/** Rows for one statement. */
export interface RowGroup<Row> {
  readonly rows: readonly Row[];
  /** Their project, if a statement should name it. */
  readonly projectId?: string;
}

/** Groups rows: all in one group or, where a statement should name its project, by project in byte order. */
export function rowGroups<Row>(
  { isByProject = false }: Pick<JsonRows, 'isByProject'>,
  rows: readonly Row[],
  projectOf: (row: Row) => string,
): readonly RowGroup<Row>[] {
  if (rows.length === 0) return [];
  if (!isByProject) return [{ rows }];
  return [...Map.groupBy(rows, projectOf)]
    .map(([projectId, ofProject]) => ({ projectId, rows: ofProject }))
    .toSorted((a, b) => Buffer.compare(Buffer.from(a.projectId), Buffer.from(b.projectId)));
}

/** The condition that names the project of a group, for the front of others. */
export const onlyIn = ({ projectId }: Pick<RowGroup<unknown>, 'projectId'>): RawBuilder<unknown> =>
  projectId === undefined ? sql`` : sql`project_id = ${projectId} and`;
