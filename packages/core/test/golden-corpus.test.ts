/// <reference types="vite/types/importMeta.d.ts" />
import { describe, expect, test } from 'vitest';
import { doubtsIn, listingEntryOf, RULE_VERSION, targetsOf } from '../src/index.ts';
import { actionsIn, corpusOf, listingCorpus, tableHashOf } from './golden-corpus.ts';

interface GoldenFile {
  readonly ruleVersion: number;
  readonly tableHash: string;
  readonly corpus: ReturnType<typeof corpusOf>;
  /** Absent before rule 3. */
  readonly listing?: ReturnType<typeof listingCorpus>;
}

// Vite reads the files, so that this test needs no I/O.
const GOLDEN = import.meta.glob<GoldenFile>('./golden/rule-*.json', {
  import: 'default',
  eager: true,
});
const { '../src/rules/known-actions.ts': source = '' } = import.meta.glob<string>(
  '../src/rules/known-actions.ts',
  { query: '?raw', import: 'default', eager: true },
);

const golden = GOLDEN[`./golden/rule-${RULE_VERSION}.json`];
const WHAT_TO_DO =
  'If any change now touches other targets, has other doubts or another entry in listings, raise RULE_VERSION and keep the old file. ' +
  'Then run: node --conditions=@forewarn/source tools/write-golden-corpus.ts';

describe('the rule', () => {
  test('has a golden corpus for its version', () => {
    expect(golden?.ruleVersion, WHAT_TO_DO).toBe(RULE_VERSION);
  });

  test('returns the recorded targets and doubts for each change request of the corpus', () => {
    for (const { changeRequest, targets, doubts } of golden?.corpus ?? []) {
      const said = {
        changeRequest,
        targets: targetsOf(changeRequest),
        doubts: doubtsIn(changeRequest),
      };
      expect(said, WHAT_TO_DO).toEqual({ changeRequest, targets, doubts });
    }
  });

  test('returns the recorded entry in listings for each change request of the corpus', () => {
    for (const { changeRequest, entry } of golden?.listing ?? []) {
      expect({ changeRequest, ...listingEntryOf(changeRequest) }, WHAT_TO_DO).toEqual({
        changeRequest,
        ...entry,
      });
    }
    expect(golden?.listing, WHAT_TO_DO).toEqual(listingCorpus());
  });

  test('has a corpus of every known action and an unknown one', () => {
    const actions = actionsIn(source);

    expect(actions.length).toBeGreaterThan(20);
    expect(golden?.corpus, WHAT_TO_DO).toEqual(corpusOf([...actions, 'teleportFeature']));
  });

  test('has the same table of actions as its corpus', () => {
    expect(golden?.tableHash, WHAT_TO_DO).toBe(tableHashOf(source));
  });
});

test.each([
  [
    'a facet of an action',
    'addStrategy: [feature, usedSegments, definition]',
    'addStrategy: [feature]',
  ],
  [
    'how a facet reads a payload',
    "segmentList(field(payload, 'segments'))",
    "segmentList(field(payload, 'segment'))",
  ],
])('the hash of the table changes with %s', (_what, before, after) => {
  expect(source).toContain(before);
  expect(tableHashOf(source.replace(before, after))).not.toBe(tableHashOf(source));
});

test('the hash of the table ignores comments and white space', () => {
  expect(tableHashOf(`// a comment\n${source.replaceAll('\n', '\n\n')}/* another */`)).toBe(
    tableHashOf(source),
  );
});
