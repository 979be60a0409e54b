import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkJsonLimits, checkUniqueKeys } from '../src/json-limits.ts';

const check = (text: string) =>
  checkJsonLimits(Buffer.from(text)).andThen((values) => checkUniqueKeys(JSON.parse(text), values));

// Texts with the characters that separate values, and keys that a prototype has.
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom(',', '{', '[', ']', '}', '"', '\\', 'é') }),
  fc.constantFrom('__proto__', 'constructor', '0', ''),
);
const { value, object } = fc.letrec<{ value: unknown; object: object }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, 0.5),
    text,
    fc.array(tie('value'), { maxLength: 4 }),
    tie('object'),
  ),
  object: fc
    .uniqueArray(fc.tuple(text, tie('value')), { selector: ([key]) => key, maxLength: 4 })
    .map((entries) => Object.fromEntries(entries)),
}));

test('JSON with each key once is accepted', () => {
  fc.assert(
    fc.property(value, fc.boolean(), (json, isIndented) => {
      expect(check(JSON.stringify(json, null, isIndented ? 2 : undefined)).isOk()).toBe(true);
    }),
  );
});

test('JSON with a key twice is refused, whatever its values', () => {
  fc.assert(
    fc.property(text, value, object, value, (key, first, between, last) => {
      const others = JSON.stringify(between).slice(1, -1);
      const fields = [`${JSON.stringify(key)}:${JSON.stringify(first)}`, others];
      const twice = [...fields, `${JSON.stringify(key)}:${JSON.stringify(last)}`];
      const whole = `[7,{${twice.filter((each) => each !== '').join(',')}}]`;

      expect(check(whole)._unsafeUnwrapErr().problems).toEqual([
        { path: '', expected: 'no key twice in an object' },
      ]);
    }),
  );
});
