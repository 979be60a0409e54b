/// <reference types="vite/types/importMeta.d.ts" />
import { RULE_VERSION } from '@forewarn/core';
import { expect, test } from 'vitest';
import { type GoldenCorpus, goldenCorpus } from './golden-corpus.ts';

// Vite reads the files, so that this test needs no I/O.
const GOLDEN = import.meta.glob<GoldenCorpus>('./golden/rule-*.json', {
  import: 'default',
  eager: true,
});
const FILE = `./golden/rule-${RULE_VERSION}.json`;
const WHAT_TO_DO =
  'If the rule says something else of any change request, raise RULE_VERSION and delete the file of the old version. ' +
  'Then run: node --conditions=@forewarn/source tools/write-golden-corpus.ts';

test('the rule has one golden corpus, of its version', () => {
  expect(Object.keys(GOLDEN), WHAT_TO_DO).toEqual([FILE]);
});

test('the rule says of each change request of the corpus what is recorded for its version', () => {
  expect(goldenCorpus(), WHAT_TO_DO).toEqual(GOLDEN[FILE]);
});
