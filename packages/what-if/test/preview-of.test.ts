import type { Change, ScheduledChangeRequest } from '@forewarn/core';
import { expect, test } from 'vitest';
import {
  archive,
  at,
  FRIDAY,
  MONDAY,
  NOW,
  SUNDAY,
  WEDNESDAY,
} from '../../forecast/test/forecast-samples.ts';
import type { Edit } from '../src/edit.ts';
import { MAX_PREVIEWED } from '../src/preview.ts';
import { preview, unknownPreview } from '../src/preview-of.ts';
import { harmedBy } from './first-use.example.ts';

const rollout: Change = { action: 'updateStrategy', payload: { id: 's1', segments: [] } };
const archiving = at(MONDAY, 1, 'sale', [archive]);
const raising = at(FRIDAY, 2, 'sale', [rollout]);
const STORED = [archiving, raising];

const shop = (...edits: readonly Edit[]) => ({ projectId: 'shop', edits });
const previewOf = (edits: readonly Edit[], stored: readonly ScheduledChangeRequest[] = STORED) =>
  preview(stored, shop(...edits), { now: NOW });
type Row = readonly [id: number, before: string | undefined, forecast: string];
const EARLY = '2026-11-22T09:00:00Z';
const { id: _id, ...added } = at(WEDNESDAY, 0, 'sale', [rollout]);
const suspended: ScheduledChangeRequest = {
  ...raising,
  schedule: { status: 'suspended', scheduledAt: FRIDAY, reason: 'R' },
};
const REPAIRED: Row = [2, 'suspended', 'as-planned'];

test.each<
  [
    what: string,
    edits: readonly Edit[],
    lists: Partial<Record<string, Row[]>>,
    of?: readonly ScheduledChangeRequest[],
  ]
>([
  [
    'is moved before its cause',
    [{ move: 2, scheduledAt: EARLY }],
    { better: [REPAIRED], edited: [REPAIRED] },
  ],
  [
    'has a cause that is moved behind it',
    [{ move: 1, scheduledAt: SUNDAY }],
    { better: [REPAIRED], edited: [[1, 'as-planned', 'as-planned']] },
  ],
  ['has a cause that is withdrawn', [{ withdraw: 1 }], { better: [REPAIRED] }],
  [
    'is added',
    [{ put: added }],
    { worse: [[-1, undefined, 'suspended']], edited: [[-1, undefined, 'suspended']] },
  ],
  [
    'is added, and moved by a later edit',
    [{ put: added }, { move: -1, scheduledAt: EARLY }],
    { edited: [[-1, undefined, 'as-planned']] },
  ],
  [
    'is suspended, and pending once it is moved',
    [{ move: 2, scheduledAt: SUNDAY }],
    { better: [REPAIRED], edited: [REPAIRED] },
    [suspended],
  ],
  [
    'is moved into the past',
    [{ move: 1, scheduledAt: '2020-01-01T00:00:00Z' }],
    {
      worse: [[1, 'as-planned', 'unknown']],
      edited: [[1, 'as-planned', 'unknown']],
      better: [REPAIRED],
    },
  ],
])('what %s', (_what, edits, lists, of = STORED) => {
  const { worse, better, edited } = previewOf(edits, of)._unsafeUnwrap();
  const rows = (list: typeof worse) =>
    list.map(({ id, before, forecast }) => [id, before, forecast]);

  expect({ worse: rows(worse), better: rows(better), edited: rows(edited) }).toEqual({
    worse: [],
    better: [],
    edited: [],
    ...lists,
  });
  const statuses = [...worse, ...better, ...edited].map(({ schedule }) => schedule?.status);
  expect(new Set(statuses)).toEqual(new Set(['pending']));
});

test('what may touch more than it says is never as planned', () => {
  const doubtful = at(FRIDAY, 2, 'sale', [{ action: 'updateStrategy', payload: { id: 's1' } }]);
  const withdrawn = previewOf([{ withdraw: 1 }], [archiving, doubtful])._unsafeUnwrap();
  const harmed = previewOf([{ put: archiving }], [doubtful, at(SUNDAY, 1, 'x', [archive])]);

  expect(withdrawn).toMatchObject({
    better: [{ id: 2, before: 'suspended', forecast: 'unknown', causes: [] }],
    after: { 'as-planned': 0, unknown: 1 },
  });
  expect(harmed._unsafeUnwrap()).toMatchObject({
    worse: [{ id: 2, before: 'unknown', forecast: 'suspended' }],
  });
});

test('what is withdrawn is counted before only', () => {
  const { before, after } = previewOf([{ withdraw: 1 }])._unsafeUnwrap();

  expect(before).toMatchObject({ 'as-planned': 1, suspended: 1 });
  expect(after).toMatchObject({ 'as-planned': 1, suspended: 0 });
});

test('what is added is a cause by its id', () => {
  const { id: _other, ...put } = at(MONDAY, 0, 'fresh', [archive]);
  const { worse } = previewOf([{ put }], [at(FRIDAY, 3, 'fresh', [rollout])])._unsafeUnwrap();

  expect(worse).toMatchObject([{ id: 3, causes: [{ id: -1 }] }]);
});

test('the example returns what would be suspended', () => {
  const stored = [
    { ...archiving, schedule: { status: 'pending', scheduledAt: SUNDAY } } as const,
    raising,
  ];

  expect(harmedBy(stored, [1, MONDAY], NOW)._unsafeUnwrap()).toEqual([2]);
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

test('what the caller may not read is only counted in `better`, too', () => {
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
});
