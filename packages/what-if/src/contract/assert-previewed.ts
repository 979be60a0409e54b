import assert from 'node:assert/strict';
import type { ScheduledChangeRequest } from '@forewarn/core';
import { type Gone, MAX_FORECAST_BYTES, MAX_FORECAST_READ } from '@forewarn/forecast';
import { keyOf } from '@forewarn/record';
import { bytesOf, sameList, valueOf } from '@forewarn/store-contract/writing';
import { editedIds, type ProjectEdits } from '../edit.ts';
import { preview } from '../preview-of.ts';
import type { Preview } from '../preview.ts';
import type { WhatIfFindings, WhatIfStore } from '../what-if-reader.ts';

/** The time at which schedules are previewed. */
export const PREVIEW_AT = Date.parse('2030-01-01T00:00:00.000Z');

/** Returns what a store finds around edits. */
export const aroundIn = (store: WhatIfStore, edits: ProjectEdits): Promise<WhatIfFindings> =>
  valueOf(store.whatIf.around({ ...edits, now: PREVIEW_AT }));

/**
 * Asserts that a store finds what decides what edits do: a preview of it says what one of all that is scheduled says. Returns that
 * preview.
 */
export async function assertPreviewed(
  store: WhatIfStore,
  edits: ProjectEdits,
  all: readonly ScheduledChangeRequest[],
  gone: readonly Gone[] = [],
): Promise<Preview> {
  const found = await aroundIn(store, edits);
  assert.equal(found.isCut, undefined);
  assertWhole(found, all);
  const named = new Set(
    editedIds(edits.edits).map((id) => keyOf({ project: edits.projectId, id })),
  );
  const isAsked = (each: ScheduledChangeRequest): boolean =>
    each.id < 0 || found.affected.has(keyOf(each)) || named.has(keyOf(each));
  const own = preview(found.scheduled, edits, { now: PREVIEW_AT, gone: found.gone, isAsked });
  const expected = preview(all, edits, { now: PREVIEW_AT, gone });
  assert.deepEqual(own.unwrapOr('not found'), expected.unwrapOr('not found'));
  return expected._unsafeUnwrap();
}

function assertWhole({ scheduled }: WhatIfFindings, all: readonly ScheduledChangeRequest[]): void {
  const keys = scheduled.map(keyOf);
  assert.equal(new Set(keys).size, keys.length, 'each is there once');
  assert.ok(keys.length <= MAX_FORECAST_READ, `${keys.length} are read`);
  const bytes = scheduled.reduce((sum, each) => sum + bytesOf(each), 0);
  assert.ok(bytes <= MAX_FORECAST_BYTES, `${bytes} bytes are read`);
  const byKey = new Map(all.map((each) => [keyOf(each), each]));
  sameList(
    scheduled,
    keys.map((key) => byKey.get(key)),
  );
}
