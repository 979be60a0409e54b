import type { ScheduledChangeRequest } from '@forewarn/core';
import { type ImportTally, ReadChangeRequest, type SilentChanges } from '@forewarn/record';
import { changeRequestRow } from '../projection/change-request-rows.ts';
import type { MakeIndexes } from '../projection/deferred-indexes.ts';
import { insertProjection, projectionSoon } from '../projection/projection.ts';
import type { RowGroup } from '../session/json-rows.ts';
import type { Writing } from '../session/sql-session.ts';
import { addStored, addWritten } from '../writes/add-silent-changes.ts';
import { definitionsIn, keepDefinitions } from '../writes/keep-definitions.ts';
import { removeProjection } from '../writes/withdrawals.ts';
import { writeRows } from '../writes/write-rows.ts';
import { compare, tallyOf } from './import-rows.ts';

/** Where an import writes, and what it changes. */
export interface Importing extends Writing {
  readonly changes: SilentChanges;
}

/**
 * Brings change requests and their projection up to date. Retries the transaction when another writer added one of them at the
 * same time.
 */
export async function importChangeRequests(
  to: Importing,
  makeIndexes: MakeIndexes | undefined,
  { rows: changeRequests, projectId }: RowGroup<ScheduledChangeRequest>,
): Promise<ImportTally> {
  const { transaction, session } = to;
  const read = changeRequests.map((each) => new ReadChangeRequest(each));
  const rows = read.map((each) => changeRequestRow(each, JSON.stringify(each.changeRequest)));
  const isSame = await compare(to, 'change_requests', rows, projectId);
  const added = rows.filter((_, no) => !isSame.has(no));
  const replaced = rows.filter((_, no) => isSame.get(no) === false);
  const write = async (): Promise<void> => {
    await writeRows(to, 'change_requests', added, { replaces: false, projectId });
    await writeRows(to, 'change_requests', replaced, { replaces: true, projectId });
  };
  const changed = read.filter((_, no) => isSame.get(no) !== true);
  const [projection] = await Promise.all([projectionSoon(changed, session.hooks), write()]);
  if (replaced.length > 0) await makeIndexes?.();
  await addStored(to, to.changes, replaced);
  await removeProjection(to, replaced);
  await keepDefinitions(to, definitionsIn(projection));
  addWritten(to, to.changes, added, projection.touches);
  await insertProjection(transaction, session.jsonRows, projection);
  return tallyOf(rows, isSame);
}
