import { expect, test } from 'vitest';
import { doesWords } from '../page/parts/action-words.ts';

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
