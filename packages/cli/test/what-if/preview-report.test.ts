import type { SchedulePreview } from '@forewarn/client';
import { by } from '@forewarn/impact';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { askPreview } from '../../src/what-if/ask-preview.ts';
import {
  annotationsOf,
  junitOf,
  markdownOf,
  summaryOf,
  tableOf,
} from '../../src/what-if/preview-report.ts';
import { editsIn } from '../../src/what-if/read-edits.ts';

const TALLY = { fails: 0, suspended: 0, changed: 0, unknown: 0, 'as-planned': 0 };
const place = { path: 'features[0].changes[0]', action: 'archiveFeature', feature: 'sale' };
const schedule = { status: 'pending', scheduledAt: '2030-01-11T09:00:00.000Z' } as const;
const WORSE: SchedulePreview['worse'][number] = {
  project: 'shop',
  id: 2,
  environment: 'production',
  title: 'Sale <b>',
  schedule,
  forecast: 'suspended',
  before: 'as-planned',
  causes: [
    {
      project: 'shop',
      id: -1,
      environment: 'production',
      schedule,
      ...place,
      touch: place,
      consequence: by('feature-archived'),
    },
  ],
  causeCount: 1,
  hiddenCauses: 0,
  reasons: [],
};
const NOTHING: SchedulePreview = {
  coverage: 'live',
  before: TALLY,
  after: TALLY,
  worse: [],
  worseCount: 0,
  hiddenWorse: 0,
  better: [],
  betterCount: 0,
  hiddenBetter: 0,
  edited: [],
  reasons: [],
};

const reportOf = (given: Partial<SchedulePreview>) =>
  askPreview(
    { previewSchedule: async () => ({ outcome: 'done', value: { ...NOTHING, ...given } }) },
    'shop',
    [],
  );

test.each<readonly [string, Partial<SchedulePreview>, string]>([
  ['not-worse', {}, 'nothing goes less well with the edits; the data is live'],
  [
    'not-worse',
    { better: [WORSE], betterCount: 1 },
    'with the edits; 1 change request goes better',
  ],
  ['worse', { worse: [WORSE], worseCount: 1 }, '1 change request goes less well with the edits'],
  [
    'worse',
    { worseCount: 2, hiddenWorse: 2 },
    '2 change requests go (2 in projects that this key may not read) less well',
  ],
  [
    'unknown',
    { worse: [{ ...WORSE, forecast: 'unknown' }], worseCount: 1 },
    '1 change request goes perhaps less well',
  ],
  [
    'unknown',
    { reasons: ['too-many-causes'] },
    'unknown whether anything goes less well with the edits; not all is known: more is scheduled',
  ],
])('the outcome is %s, as the summary says', async (outcome, given, says) => {
  const report = await reportOf(given);
  expect(report.outcome).toBe(outcome);
  expect(summaryOf(report, 'the data is live')).toContain(says);
});

test('an error is unknown', async () => {
  const failure = { type: 'NoConnection', message: 'no server', cause: undefined } as const;
  const report = await askPreview(
    { previewSchedule: async () => ({ outcome: 'unknown', failure }) },
    'shop',
    [],
  );
  expect(report.outcome).toBe('unknown');
  expect(summaryOf(report)).toContain('no server');
  expect(junitOf(report, 'S')).toContain('errors="1"');
});

test('each format names what goes less well, why, and what to do', async () => {
  const report = await reportOf({ worse: [WORSE], worseCount: 1 });
  const texts = [
    tableOf(report),
    annotationsOf(report, 'S'),
    markdownOf(report, 'S'),
    junitOf(report, 'S'),
  ];
  for (const text of texts) {
    expect(text).toMatch(/#2/);
    expect(text).toMatch(/will be suspended; without the edits(?:,|%2C) will go as planned/);
    expect(text).toContain('Unleash suspends the schedule of an archived feature.');
  }
  expect(texts[2]).toMatch(/^<!-- forewarn preview -->\n/);
  expect(texts[3]).toMatch(/failures="1" errors="0"/);
});

test('what is left out of a list is said', async () => {
  const report = await reportOf({ worse: [WORSE], worseCount: 9 });
  expect(annotationsOf(report, 'nine are worse')).toContain('nine are worse');
  expect(junitOf(report, 'nine are worse')).toContain('nine are worse');
});

const PAGE = new URL('../../../../docs/how-to/preview-a-schedule.md', import.meta.url);

test('the edits of the how-to page are read', () => {
  const [, text = ''] = /```json\n([^]*?)```/.exec(readFileSync(PAGE, 'utf8')) ?? [];

  expect(editsIn(text)).toMatchObject({
    value: [{ move: 14 }, { withdraw: 13 }, { put: { features: [{ name: 'loyalty-card' }] } }],
  });
});

test('edits are an array or in a field', () => {
  const edits = [{ withdraw: 7 }, { move: 8, scheduledAt: '2030-01-01T00:00:00Z' }];
  expect(editsIn(JSON.stringify(edits))._unsafeUnwrap()).toEqual(edits);
  expect(editsIn(JSON.stringify({ edits }))._unsafeUnwrap()).toEqual(edits);
});

/** Without the changes of segments, the rest may look harmless. */
const MISSPELT = {
  put: { project: 'shop', environment: 'production', state: 'Scheduled', segmnets: [] },
};

test.each([
  [JSON.stringify([MISSPELT]), /^edits\[0\]\.put\.segmnets: expected no field of this name$/],
  ['{', /^expected a JSON array of edits/],
  ['[]', /^expected at least one edit$/],
  ['[{"withdraw":7,"withdraw":8}]', /^expected no key twice in an object$/],
  ['7', /^expected/],
])('%j is no list of edits', (text, says) => {
  expect(editsIn(text)._unsafeUnwrapErr()).toMatch(says);
});
