import { expect, test } from 'vitest';
import { isClear, isPreview, type Preview, previewText } from '../page/what-if/preview.ts';

const tally = { fails: 0, suspended: 0, changed: 0, unknown: 0, 'as-planned': 0 };

const forecast = (id: number, of: Preview['worse'][number]['forecast']) => ({
  project: 'shop',
  id,
  environment: 'production',
  forecast: of,
  causes: [],
  causeCount: 0,
  hiddenCauses: 0,
  reasons: [],
});

const preview = (more: Partial<Preview> = {}): Preview => ({
  coverage: 'live',
  before: tally,
  after: tally,
  worse: [],
  worseCount: 0,
  hiddenWorse: 0,
  better: [],
  betterCount: 0,
  hiddenBetter: 0,
  edited: [forecast(1, 'as-planned')],
  reasons: [],
  ...more,
});

test.for<[string, Partial<Preview>, string, boolean]>([
  ['nothing', {}, 'Nothing would go less well.', true],
  [
    'hidden ones',
    { worse: [forecast(2, 'fails')], worseCount: 3, hiddenWorse: 2 },
    '3 change requests (2 in projects that your key may not read) would go less well.',
    false,
  ],
  [
    'unsure ones',
    { worse: [forecast(2, 'unknown')], worseCount: 1 },
    '1 change request may go less well.',
    false,
  ],
  [
    'better ones',
    { better: [forecast(2, 'as-planned')], betterCount: 1 },
    'Nothing would go less well, 1 change request better.',
    true,
  ],
  [
    'one that fails anyway',
    { edited: [forecast(1, 'fails')] },
    'Nothing would go less well. It will fail, as it does now.',
    false,
  ],
  [
    'a reason of a newer service',
    { reasons: ['newer' as 'doubt'] },
    'Whether anything would go less well is not known. Newer.',
    false,
  ],
  [
    'reasons',
    { reasons: ['too-many-causes'], edited: [] },
    'Whether anything would go less well is not known. More is scheduled before it than can be read at once.',
    false,
  ],
  [
    'data without an age',
    { coverage: 'none' },
    'Whether anything would go less well is not known.',
    false,
  ],
])('a preview with %s is told as what it is', ([, more, text, clear]) => {
  expect(previewText(preview(more))).toBe(text);
  expect(isClear(preview(more))).toBe(clear);
});

test.for<[string, unknown]>([
  ['nothing', undefined],
  ['another body', { message: 'hello' }],
  ['a list of something else', { ...preview(), worse: ['x'], worseCount: 1 }],
  ['fewer counted than listed', { ...preview(), worse: [forecast(2, 'fails')] }],
  ['no counts', { ...preview(), worseCount: undefined }],
])('%s is no preview', ([, body]) => {
  expect(isPreview(preview())).toBe(true);
  expect(isPreview(body)).toBe(false);
});
