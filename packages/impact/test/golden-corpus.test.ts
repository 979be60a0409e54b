import { RULE_VERSION } from '@forewarn/core';
import { expect, test } from 'vitest';
import { goldenCorpus } from './golden-corpus.ts';
import { textsAt } from '../../../tools/texts-at.ts';

const GOLDEN = textsAt(import.meta, './golden/rule-*.json');
const FILE = `./golden/rule-${RULE_VERSION}.json`;
const WHAT_TO_DO =
  'If the rule says something else of any change request, raise RULE_VERSION and delete the file of the old version. ' +
  'Then run: node --conditions=@forewarn/source tools/write-golden-corpus.ts';

test('the rule has one golden corpus, of its version', () => {
  expect(Object.keys(GOLDEN), WHAT_TO_DO).toEqual([FILE]);
});

test('the rule says of each change request of the corpus what is recorded for its version', () => {
  expect(goldenCorpus(), WHAT_TO_DO).toEqual(JSON.parse(GOLDEN[FILE] ?? ''));
});
