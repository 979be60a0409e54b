// Writes the golden corpus of the current RULE_VERSION: node --conditions=@forewarn/source tools/write-golden-corpus.ts
import { readFileSync, writeFileSync } from 'node:fs';
import { RULE_VERSION } from '@forewarn/core';
import {
  actionsIn,
  corpusOf,
  listingCorpus,
  tableHashOf,
} from '../packages/core/test/golden-corpus.ts';

const core = new URL('../packages/core/', import.meta.url);
const source = readFileSync(new URL('src/rules/known-actions.ts', core), 'utf8');
const golden = {
  ruleVersion: RULE_VERSION,
  tableHash: tableHashOf(source),
  corpus: corpusOf([...actionsIn(source), 'teleportFeature']),
  listing: listingCorpus(),
};
const file = new URL(`test/golden/rule-${RULE_VERSION}.json`, core);
writeFileSync(file, `${JSON.stringify(golden, undefined, 2)}\n`);
