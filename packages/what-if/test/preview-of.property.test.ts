import type { ScheduledChangeRequest } from '@forewarn/core';
import { type Forecast, forecastOf, FORECASTS } from '@forewarn/forecast';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { NOW, scheduled } from '../../impact/test/schedule.arbitrary.ts';
import { keyOf, type ProjectEdits } from '../src/edit.ts';
import { preview, previewInTurns } from '../src/preview-of.ts';
import type { Preview } from '../src/preview.ts';
import { arbitraryEdits } from '../src/contract/arbitrary-edits.ts';

const RUNS = { numRuns: 200 };

const edited = scheduled.chain((all) => arbitraryEdits(all).map((edits) => ({ all, edits })));

const previewOf = (all: readonly ScheduledChangeRequest[], edits: ProjectEdits): Preview =>
  preview(all, edits, { now: NOW })._unsafeUnwrap();

/** Edits a copy of a schedule, one after the other. */
function copyWith(
  all: readonly ScheduledChangeRequest[],
  { projectId, edits }: ProjectEdits,
): readonly ScheduledChangeRequest[] {
  const copy = new Map(all.map((each) => [keyOf(each), each]));
  const keyAt = (id: number): string => keyOf({ project: projectId, id });
  let added = 0;
  for (const edit of edits) {
    if ('put' in edit) {
      const id = edit.put.id ?? (added -= 1);
      copy.set(keyAt(id), { ...edit.put, id });
    } else if ('withdraw' in edit) copy.delete(keyAt(edit.withdraw));
    else {
      const known = copy.get(keyAt(edit.move));
      if (known === undefined) throw new Error(`${edit.move} is not there`);
      const { scheduledAt } = edit;
      copy.set(keyAt(edit.move), { ...known, schedule: { status: 'pending', scheduledAt } });
    }
  }
  return [...copy.values()];
}

const nothingIn = ({ worse, better, before, after }: Preview) => ({ worse, better, before, after });

test('finds the difference of the forecasts of a copy with the edits', () => {
  fc.assert(
    fc.property(edited, ({ all, edits }) => {
      const found = previewOf(all, edits);
      const byKey = (forecasts: readonly Forecast[]) =>
        new Map(forecasts.map((each) => [keyOf(each), each]));
      const before = byKey(forecastOf(all, { now: NOW }));
      const after = forecastOf(copyWith(all, edits), { now: NOW });
      const rank = (each?: Forecast) => FORECASTS.indexOf(each?.forecast ?? 'as-planned');
      // What failed, is suspended or overdue has no forecast in `forecastOf`.
      const hadForecast = (each: Forecast) =>
        before.has(keyOf(each)) || !all.some((one) => keyOf(one) === keyOf(each));
      const changed = (isAsked: (change: number) => boolean) =>
        after
          .filter(hadForecast)
          .filter((each) => isAsked(rank(each) - rank(before.get(keyOf(each)))));
      const without = (list: Preview['worse']) =>
        list.filter((each) => hadForecast(each)).map(({ before: _before, ...each }) => each);
      const inFuture = new Set(after.map(keyOf));
      const planned = (list: Preview['worse']) =>
        without(list.filter((each) => inFuture.has(keyOf(each))));
      expect(planned(found.worse)).toEqual(changed((change) => change < 0));
      expect(planned(found.better)).toEqual(changed((change) => change > 0));
    }),
    RUNS,
  );
});

test('the preview of the reverse finds what is worse better', () => {
  fc.assert(
    fc.property(edited, ({ all, edits }) => {
      const isAdding = edits.edits.some((edit) => 'put' in edit && edit.put.id === undefined);
      const isRemoving = edits.edits.some((edit) => 'withdraw' in edit);
      fc.pre(!isAdding && !isRemoving);
      const there = previewOf(all, edits);
      const copy = copyWith(all, edits);
      const own = all.filter(({ project }) => project === edits.projectId);
      const back = previewOf(copy, { ...edits, edits: own.map((put) => ({ put })) });
      const keys = (list: Preview['worse']) => list.map(keyOf).toSorted();
      expect([keys(back.better), keys(back.worse)]).toEqual([
        keys(there.worse),
        keys(there.better),
      ]);
    }),
    RUNS,
  );
});

test('in turns it finds the same', async () => {
  await fc.assert(
    fc.asyncProperty(edited, async ({ all, edits }) => {
      const found = await previewInTurns(all, edits, { now: NOW });
      expect(nothingIn(found._unsafeUnwrap())).toEqual(nothingIn(previewOf(all, edits)));
    }),
    { numRuns: 50 },
  );
});
