import { expect, test } from 'vitest';
import { typesOfSchemas } from '../types-of-schemas.ts';

test.each([
  [
    'an optional property',
    { type: 'object', properties: { a: { type: 'integer' } } },
    '{a?: number;}',
  ],
  [
    'a name that is no identifier',
    { properties: { 'a-b': {} }, required: ['a-b'], type: 'object' },
    '{"a-b": unknown;}',
  ],
  ['a reference', { $ref: '#/components/schemas/other' }, 'Other'],
  ['values', { type: 'array', items: { enum: ['a', 1] } }, '("a" | 1)[]'],
  ['at least one', { type: 'array', minItems: 1, items: { type: 'null' } }, '[null, ...null[]]'],
  [
    'alternatives that are the same',
    { anyOf: [{ type: 'string' }, { type: 'string', format: 'date' }] },
    'string',
  ],
])('a schema with %s has its type', (_what, schema, type) => {
  const [, written = ''] = typesOfSchemas({ a: schema }).split(/ A(?: =)? /);
  expect(written.replaceAll('\n', '')).toBe(type);
});

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
