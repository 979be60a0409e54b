import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wordsOf } from '../page/change-request/words-of-change.ts';

const ACTIONS = [
  'updateEnabled',
  'addStrategy',
  'reorderStrategy',
  'patchVariant',
  'addDependency',
  'updateSegment',
  'startMilestone',
  'toString',
];

test('any change has words, whatever its payload', () => {
  const change = fc.record(
    {
      action: fc.oneof(fc.constantFrom(...ACTIONS), fc.string()),
      payload: fc.oneof(
        fc.jsonValue(),
        fc.dictionary(
          fc.constantFrom('name', 'parameters', 'segments', 'variants', 'constraints', 'id'),
          fc.jsonValue(),
        ),
      ),
    },
    { requiredKeys: ['action'] },
  );

  fc.assert(
    fc.property(change, (each) => {
      const { text, details } = wordsOf(each);

      expect(text).not.toBe('');
      for (const [name, value] of details) {
        expect([typeof name, typeof value]).toEqual(['string', 'string']);
        expect(value.length).toBeLessThanOrEqual(301);
      }
    }),
    { seed: 20_261_123, numRuns: 500 },
  );
});
