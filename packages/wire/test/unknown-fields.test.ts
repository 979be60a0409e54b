import { describe, expect, test } from 'vitest';
import { unknownFields } from '../src/parse-with.ts';

const pathsOf = (sent: unknown, made: unknown): readonly string[] =>
  unknownFields(sent, made, 100).map(({ path }) => path);

describe('unknownFields', () => {
  test('names the fields that were sent and not read, at any depth', () => {
    const sent = {
      id: 1,
      colour: 'red',
      features: [{ name: 'a' }, { name: 'b', shade: 1, changes: [{ tint: false }] }],
    };
    const made = { id: 1, features: [{ name: 'a' }, { name: 'b', changes: [{}] }], extra: [] };

    expect(unknownFields(sent, made, 100)).toEqual(
      ['colour', 'features[1].shade', 'features[1].changes[0].tint'].map((path) => ({
        path,
        expected: 'no field of this name',
      })),
    );
  });

  test('looks into a list at the top level, too', () => {
    expect(pathsOf([{ a: 1 }, { b: 1 }], [{ a: 1 }, {}])).toEqual(['[1].b']);
  });

  test('puts a name that is no identifier in brackets, so that each path is unambiguous', () => {
    expect(pathsOf({ 'a.b': 1, c: { 'd e': 1, 0: 1 } }, { c: {} })).toEqual([
      '["a.b"]',
      'c.0',
      'c["d e"]',
    ]);
  });

  test('treats null as absent', () => {
    expect(pathsOf({ a: null, b: { c: null } }, { b: {} })).toEqual([]);
  });

  test('treats the name of an inherited property as any other field', () => {
    const sent: unknown = JSON.parse('{"__proto__":1,"constructor":1,"toString":1}');

    expect(pathsOf(sent, {})).toEqual(['__proto__', 'constructor', 'toString']);
    expect(pathsOf(sent, sent)).toEqual([]);
  });

  test.each([
    [1, 2],
    ['abc', {}],
    [null, {}],
    [{ a: 1 }, null],
    [{ a: 1 }, 'a'],
    [undefined, undefined],
  ])('there is nothing to tell of %j that became %j', (sent, made) => {
    expect(pathsOf(sent, made)).toEqual([]);
  });
});
