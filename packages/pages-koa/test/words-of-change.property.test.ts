import fc from 'fast-check';
import { expect, test } from 'vitest';
import { conflictText, wordsOf } from '../page/change-request/words-of-change.ts';

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

/** Values that a conversion to text calls into, or that hide a method it calls. */
const HOSTILE = fc.constantFrom<fc.JsonValue[]>(
  [{ toString: 1 }],
  [[{ toString: null, valueOf: {} }]],
  [{ toJSON: 1, join: 2, name: { toString: 1 }, weight: 1 }],
  { toString: 1, map: 2 },
);
const json = fc.oneof(fc.jsonValue(), HOSTILE);

test('any change has words, whatever its payload', () => {
  const change = fc.record(
    {
      action: fc.oneof(fc.constantFrom(...ACTIONS), fc.string()),
      payload: fc.oneof(
        json,
        fc.dictionary(
          fc.constantFrom('name', 'parameters', 'segments', 'variants', 'constraints', 'id'),
          fc.oneof(json, fc.dictionary(fc.string(), json)),
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
    { seed: 20_261_123, numRuns: 500, examples: [[{ action: ' ' }]] },
  );
});

test('any conflict has words, whatever its ids', () => {
  const conflicts = fc.record({ changeRequests: fc.array(fc.record({ id: json })) });

  fc.assert(
    fc.property(conflicts, (scheduleConflicts) => {
      const { changeRequests } = scheduleConflicts;

      const text = conflictText({ scheduleConflicts });

      expect(text === undefined).toBe(changeRequests.length === 0);
    }),
    { seed: 20_261_123, numRuns: 200 },
  );
});

test('a list of objects is shown as JSON', () => {
  const payload = { parameters: { groups: [{ toString: 1 }, 'a', 2] } };

  const { details } = wordsOf({ action: 'addStrategy', payload });

  expect(details).toEqual([['groups', '{"toString":1}, a, 2']]);
});
