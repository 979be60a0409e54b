import { expect, test } from 'vitest';
import { typesOfSchemas } from '../types-of-schemas.ts';

test.each([
  { allOf: [] },
  { type: ['string', 'null'] },
  { type: 'object', additionalProperties: { type: 'string' } },
])('refuses %j, whose type it would get wrong', (schema) => {
  expect(() => typesOfSchemas({ a: schema as object })).toThrow('The schema has');
});

test('a description is a comment that ends where it does', () => {
  expect(typesOfSchemas({ a: { description: 'x */ y', type: 'string' } })).toBe(
    '/**\n * x *\\/ y\n */\nexport type A = string\n',
  );
});
