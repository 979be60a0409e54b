import type { DatabaseSync } from 'node:sqlite';
import type { ReadOptions } from '@forewarn/core';
import type { SearchRow } from '@forewarn/store-sql';
import type { SlicedReads } from './sliced-reads.ts';

const PROJECT = 'select coverage from projects where id = ?';
const TOUCHED = `
  select t.change_request_id as id
  from json_each(?) asked
  cross join touches t on t.project_id = ?
    and t.kind = asked.value ->> 'kind' and t.value = asked.value ->> 'value'`;
const SUMMARIES = `
  select c.id, c.environment, c.title
  from json_each(?) touched
  cross join change_requests c on c.project_id = ? and c.id = touched.value`;

/** Searches with as many rows as there are; `asked` is a list of kinds and values as JSON. */
export type SlicedSearch = (
  asked: string,
  projectId: string,
  options?: ReadOptions,
) => Promise<readonly SearchRow[]>;

/** Searches in slices, between which the event loop runs. */
export function slicedSearch(reader: DatabaseSync, read: SlicedReads): SlicedSearch {
  const statements = {
    project: reader.prepare(PROJECT),
    touched: reader.prepare(TOUCHED),
    summaries: reader.prepare(SUMMARIES),
  };
  return (asked, projectId, options) =>
    read(async (slices) => {
      const project = statements.project.get(projectId);
      if (project === undefined) return [];
      const ids = new Set<number>();
      for (const { id } of statements.touched.iterate(asked, projectId)) {
        ids.add(Number(id));
        if (slices.isOver) await slices.next();
      }
      const ascending = JSON.stringify([...Float64Array.from(ids).toSorted()]);
      const { coverage } = project as unknown as Pick<SearchRow, 'coverage'>;
      const rows: SearchRow[] = [{ coverage, id: null, environment: null, title: null }];
      for (const row of statements.summaries.iterate(ascending, projectId)) {
        rows.push(row as unknown as SearchRow);
        if (slices.isOver) await slices.next();
      }
      return rows;
    }, options);
}
