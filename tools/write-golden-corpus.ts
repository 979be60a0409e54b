// Writes the golden corpus of a new RULE_VERSION: node --conditions=@forewarn/source tools/write-golden-corpus.ts
import { writeFileSync } from 'node:fs';
import { RULE_VERSION } from '@forewarn/core';
import { goldenCorpus } from '../packages/impact/test/golden-corpus.ts';

const file = new URL(`../packages/impact/test/golden/rule-${RULE_VERSION}.json`, import.meta.url);
// A released version keeps its corpus: an existing file is an error.
writeFileSync(file, `${JSON.stringify(goldenCorpus(), undefined, 2)}\n`, { flag: 'wx' });
