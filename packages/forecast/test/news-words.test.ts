import { expect, test } from 'vitest';
import { doesWords, newsOf, newsText } from '../src/news-words.ts';

test.for([
  ['archiveFeature', 'card', 'archives feature card'],
  ['updateEnabled', 'card', 'updates enabled of card'],
  ['patchVariant', 'card', 'patches variant of card'],
  ['explode', 'card', 'explodes card'],
  ['updateSegment', undefined, 'updates segment'],
  [undefined, undefined, 'changes'],
] as const)('the action %s of %s is told as “%s”', ([action, feature, words]) => {
  expect(doesWords({ action, feature })).toBe(words);
});

const RETIRE = {
  project: 'shop',
  id: 13,
  title: 'Retire the card',
  schedule: { scheduledAt: '2026-11-27T19:00:00.000Z' },
  action: 'archiveFeature',
  feature: 'card',
};
const CONSEQUENCE = {
  why: 'An archived feature cannot become a parent.',
  next: 'Choose another parent, or keep the parent that it names.',
};
const VICTIM = {
  project: 'shop',
  id: 14,
  title: 'Gift wrapping',
  schedule: { scheduledAt: '2026-11-28T19:00:00.000+01:00' },
  forecast: 'fails',
} as const;

const told = (
  cause: Parameters<typeof newsOf>[1],
  victim: Parameters<typeof newsOf>[0] = VICTIM,
) => {
  const news = newsOf(victim, cause);
  return [newsText(news.cause), newsText(news.victim), news.why, newsText(news.todo) + news.next];
};

test('a prediction names its cause, its victim, why and the way out', () => {
  expect(told({ ...RETIRE, consequence: CONSEQUENCE })).toEqual([
    '"Retire the card" (#13 in shop, 2026-11-27 19:00 UTC) archives feature card.',
    '"Gift wrapping" (#14 in shop, 2026-11-28 18:00 UTC) will fail.',
    CONSEQUENCE.why,
    'What to do with "Gift wrapping": Choose another parent, or keep the parent that it names.',
  ]);
});

test('a change request without a title has its number, and one without a time none', () => {
  const plain = { project: 'shop', id: 14, title: ' ', forecast: 'suspended' } as const;
  expect(told({ ...RETIRE, consequence: CONSEQUENCE }, plain).slice(1)).toEqual([
    '"Change request 14" (#14 in shop) will be suspended.',
    CONSEQUENCE.why,
    'What to do with "Change request 14": Choose another parent, or keep the parent that it names.',
  ]);
});

test('a time that can not be read is shown as it is', () => {
  const odd = { ...VICTIM, schedule: { scheduledAt: 'soon' } };
  expect(told({ ...RETIRE, consequence: CONSEQUENCE }, odd)[1]).toContain('(#14 in shop, soon)');
});

test('what is gone is a cause, too', () => {
  const gone = { kind: 'feature', name: 'card' } as const;
  expect(told({ gone, consequence: CONSEQUENCE })[0]).toBe('The feature "card" is already gone.');
});
