import type { ScheduledChangeRequest } from '@forewarn/core';
import {
  addTallies,
  type ImportTally,
  ReadChangeRequest,
  type SilentChanges,
} from '@forewarn/record';
import { changeRequestRow, type EntryRow } from '../projection/change-request-rows.ts';
import type { MakeIndexes } from '../projection/deferred-indexes.ts';
import { insertProjection, type Projection, projectionSoon } from '../projection/projection.ts';
import type { RowGroup } from '../session/json-rows.ts';
import type { Writing } from '../session/sql-session.ts';
import { addStored, addWritten } from '../writes/add-silent-changes.ts';
import { definitionsIn, keepDefinitions } from '../writes/keep-definitions.ts';
import { type ChangeRequestRowKey, removeProjection } from '../writes/withdrawals.ts';
import { addRows, writeRows } from '../writes/write-rows.ts';
import { compare, tallyOf } from './import-rows.ts';

/** Where an import writes, and what it changes. */
export interface Importing extends Writing {
  readonly changes: SilentChanges;
}

/** Brings change requests and their projection up to date. */
export async function importChangeRequests(
  to: Importing,
  makeIndexes: MakeIndexes | undefined,
  { rows: changeRequests, projectId }: RowGroup<ScheduledChangeRequest>,
): Promise<ImportTally> {
  const { transaction, session } = to;
  const read = changeRequests.map((each) => new ReadChangeRequest(each));
  const rows = read.map((each) => changeRequestRow(each, JSON.stringify(each.changeRequest)));
  const isSame = await compare(to, 'change_requests', rows, projectId);
  const replaced = rows.filter((_, no) => isSame.get(no) === false);
  const [made, added] = await Promise.all([
    projectionSoon(
      read.filter((_, no) => isSame.get(no) !== true),
      session.hooks,
    ),
    addRows(
      to,
      rows.filter((_, no) => !isSame.has(no)),
      projectId,
    ).then(async (keys) => {
      await writeRows(to, 'change_requests', replaced, { replaces: true, projectId });
      return keys;
    }),
  ]);
  if (replaced.length > 0) await makeIndexes?.();
  await addStored(to, to.changes, replaced);
  await removeProjection(to, replaced);
  const written = new Set([...replaced, ...added].map(textOf));
  const isBeaten = (row: EntryRow, no: number): boolean =>
    !isSame.has(no) && !written.has(textOf(row));
  const beaten = changeRequests.filter((_, no) => isBeaten(rows[no] as EntryRow, no));
  const projection = beaten.length === 0 ? made : onlyOf(made, written);
  await keepDefinitions(to, definitionsIn(projection));
  addWritten(to, to.changes, added, projection.touches);
  await insertProjection(transaction, session.jsonRows, projection);
  const tally = tallyOf(rows, isSame);
  if (beaten.length === 0) return tally;
  // Another writer added them since they were compared: they have its rows of the projection, which are replaced.
  const group = { rows: beaten, ...(projectId === undefined ? {} : { projectId }) };
  const created = tally.created - beaten.length;
  return addTallies({ ...tally, created }, await importChangeRequests(to, makeIndexes, group));
}

const textOf = ({ project_id, id }: ChangeRequestRowKey): string => `${id} ${project_id}`;

/** The rows of some change requests. */
function onlyOf({ touches, doubts }: Projection, kept: ReadonlySet<string>): Projection {
  const isKept = (row: { readonly project_id: string; readonly change_request_id: number }) =>
    kept.has(textOf({ project_id: row.project_id, id: row.change_request_id }));
  return { touches: touches.filter(isKept), doubts: doubts.filter(isKept) };
}
