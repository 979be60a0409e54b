import type { ScheduledChangeRequest } from '@forewarn/core';
import { expect, test } from 'vitest';
import {
  archive,
  at,
  FRIDAY,
  MONDAY,
  NOW,
  rollout,
  SUNDAY,
  WEDNESDAY,
} from '../../forecast/test/forecast-samples.ts';
import { type Edit, MAX_EDITS } from '../src/edit.ts';
import { MAX_PREVIEWED } from '../src/preview.ts';
import { preview, unknownPreview } from '../src/preview-of.ts';

const archiving = at(MONDAY, 1, 'sale', [archive]);
const raising = at(FRIDAY, 2, 'sale', [rollout]);
const STORED = [archiving, raising];

const shop = (...edits: readonly Edit[]) => ({ projectId: 'shop', edits });
const previewOf = (edits: readonly Edit[], stored: readonly ScheduledChangeRequest[] = STORED) =>
  preview(stored, shop(...edits), { now: NOW });
const found = (...edits: readonly Edit[]) => {
  const { worse, better, edited } = previewOf(edits)._unsafeUnwrap();
  const shown = (list: typeof worse) =>
    list.map(({ id, before, forecast }) => [id, before, forecast]);
  return { worse: shown(worse), better: shown(better), edited: shown(edited) };
};

test('what is moved before its cause goes better', () => {
  expect(found({ move: 2, scheduledAt: '2026-11-22T09:00:00Z' })).toEqual({
    worse: [],
    better: [[2, 'suspended', 'as-planned']],
    edited: [[2, 'suspended', 'as-planned']],
  });
});

test('what its cause is moved behind goes better', () => {
  expect(found({ move: 1, scheduledAt: SUNDAY })).toEqual({
    worse: [],
    better: [[2, 'suspended', 'as-planned']],
    edited: [[1, 'as-planned', 'as-planned']],
  });
});

test('what is withdrawn goes in no way, and what it broke goes better', () => {
  const { before, after } = previewOf([{ withdraw: 1 }])._unsafeUnwrap();
  expect(found({ withdraw: 1 })).toEqual({
    worse: [],
    better: [[2, 'suspended', 'as-planned']],
    edited: [],
  });
  expect(before).toMatchObject({ 'as-planned': 1, suspended: 1 });
  expect(after).toMatchObject({ 'as-planned': 1, suspended: 0 });
});

test('what is added has an id below 0, and can make others and itself go less well', () => {
  const { id: _id, ...put } = at(WEDNESDAY, 0, 'sale', [rollout]);
  expect(found({ put })).toMatchObject({ worse: [[-1, undefined, 'suspended']], better: [] });
  const { id: _other, ...other } = at(MONDAY, 0, 'fresh', [archive]);
  const stored = [at(FRIDAY, 3, 'fresh', [rollout])];
  const { worse, edited } = previewOf([{ put: other }], stored)._unsafeUnwrap();
  expect(
    worse.map(({ id, causes }) => [id, causes.map((cause) => 'id' in cause && cause.id)]),
  ).toEqual([[3, [-1]]]);
  expect(edited).toMatchObject([{ id: -1, forecast: 'as-planned' }]);
});

test('a later edit can name what an earlier one added', () => {
  const { id: _id, ...put } = at(WEDNESDAY, 0, 'sale', [rollout]);
  expect(found({ put }, { move: -1, scheduledAt: '2026-11-22T09:00:00Z' })).toMatchObject({
    worse: [],
    edited: [[-1, undefined, 'as-planned']],
  });
});

test('one that is suspended and moved is pending then', () => {
  const suspended: ScheduledChangeRequest = {
    ...raising,
    schedule: { status: 'suspended', scheduledAt: FRIDAY, reason: 'R' },
  };
  const { better } = previewOf([{ move: 2, scheduledAt: SUNDAY }], [suspended])._unsafeUnwrap();
  expect(better).toMatchObject([
    { id: 2, before: 'suspended', forecast: 'as-planned', schedule: { status: 'pending' } },
  ]);
});

test('one that is moved into the past goes less well', () => {
  const { worse } = previewOf([{ move: 1, scheduledAt: '2020-01-01T00:00:00Z' }])._unsafeUnwrap();
  expect(worse).toMatchObject([{ id: 1, before: 'as-planned', forecast: 'unknown' }]);
});

test.each<Edit>([
  { withdraw: 3 },
  { move: 3, scheduledAt: SUNDAY },
  { put: { ...raising, id: 3 } },
  { withdraw: -1 },
])('names what is not there: %j', (edit) => {
  const id = 'put' in edit ? edit.put.id : 'withdraw' in edit ? edit.withdraw : edit.move;
  expect(previewOf([edit])._unsafeUnwrapErr()).toEqual({
    type: 'ChangeRequestNotFound',
    projectId: 'shop',
    id,
  });
});

test('what is withdrawn is no longer there for the next edit, unless it is put again', () => {
  const moved = { move: 1, scheduledAt: SUNDAY };
  expect(previewOf([{ withdraw: 1 }, moved]).isErr()).toBe(true);
  expect(previewOf([{ withdraw: 1 }, { put: archiving }, moved]).isOk()).toBe(true);
});

test('one of another project with the same id is another one', () => {
  const stored = [...STORED, { ...archiving, id: 7, project: 'bank' }];
  expect(previewOf([{ withdraw: 7 }], stored).isErr()).toBe(true);
});

test('what the caller may not read is only counted', () => {
  const victim = { ...raising, project: 'bank' };
  const seen = preview([archiving, victim], shop({ withdraw: 1 }), {
    now: NOW,
    isReadable: (projectId) => projectId === 'shop',
  })._unsafeUnwrap();
  expect(seen).toMatchObject({ better: [], betterCount: 1, hiddenBetter: 1 });
  expect(seen.before.suspended).toBe(0);
});

test(`lists the soonest ${MAX_PREVIEWED}, and counts all`, () => {
  const many = Array.from({ length: MAX_PREVIEWED + 1 }, (_, index) =>
    at(FRIDAY, index + 2, 'sale', [{ action: 'updateEnabled' }]),
  );
  const { better, betterCount } = previewOf(
    [{ withdraw: 1 }],
    [archiving, ...many],
  )._unsafeUnwrap();
  expect([better.length, betterCount]).toEqual([MAX_PREVIEWED, MAX_PREVIEWED + 1]);
});

test('what is not known is as bad as it can be without being worse', () => {
  const edits = shop({ move: 1, scheduledAt: SUNDAY });
  expect(unknownPreview(STORED, edits)._unsafeUnwrap()).toMatchObject({
    worse: [],
    edited: [{ id: 1, forecast: 'unknown' }],
  });
  expect(MAX_EDITS).toBe(50);
});
