import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { parseWith, unknownFields } from '../src/parse-with.ts';
import {
  endedSchema,
  endedStateSchema,
  scheduledBodySchema,
  scheduledSchema,
} from '../src/change-request-schema.ts';
import { newStrategySchema, strategySchema, strategyUpdateSchema } from '../src/strategy-schema.ts';

const made = (schema: z.ZodType, sent: unknown): unknown =>
  parseWith(schema, sent, false)._unsafeUnwrap();

const told = (schema: z.ZodType, sent: unknown): readonly string[] =>
  parseWith(schema, sent, false)
    ._unsafeUnwrapErr()
    .problems.map(({ path, expected }) => `${path}: ${expected}`);

const least = { id: 1, environment: 'e', project: 'p', state: 'Scheduled' };
const whole = { ...least, features: [], segments: [] };

test('an unknown field of a strict object is told by its place', () => {
  const schema = z.strictObject({ list: z.array(z.strictObject({ a: z.string() })) });

  expect(told(schema, { list: [{ a: 'x', b: 1, c: 2 }], d: 3 })).toEqual([
    'list[0].b: no field of this name',
    'list[0].c: no field of this name',
    'd: no field of this name',
  ]);
});

describe('a change request', () => {
  test('keeps nulls in payloads and in other data that is stored as it is', () => {
    const change = {
      action: 'addStrategy',
      payload: { a: null, b: [null] },
      conflict: { c: null },
    };
    const sent = {
      ...whole,
      features: [{ name: 'f', changes: [change] }],
      segments: [change],
      createdBy: { email: null },
      stateTimestamps: { Applied: null },
    };

    expect(made(scheduledBodySchema, sent)).toStrictEqual(sent);
  });

  test.each([
    ['2027-01-01T00:00:00Z', true],
    ['2027-01-01T00:00:00.123456Z', true],
    ['2027-01-01T00:00Z', true],
    ['2027-01-01T00:00+01:00', true],
    ['2027-01-01T00:00', false],
    ['2027-02-30T00:00Z', false],
    ['2027-01-01T00:00:00+05:30', true],
    ['2028-02-29T23:59:59-12:00', true],
    ['2027-02-29T00:00:00Z', false],
    ['2027-01-01T24:00:00Z', false],
    ['2027-01-01T00:00:00', false],
    ['2027-01-01', false],
    ['2027-01-01 00:00:00Z', false],
    ['1798761600000', false],
    ['', false],
  ])('the time %s: %s', (scheduledAt, isTime) => {
    const sent = { ...least, schedule: { status: 'pending', scheduledAt } };

    expect(parseWith(scheduledBodySchema, sent, false).isOk()).toBe(isTime);
  });

  test('accepts only the state Scheduled, and says which states are valid', () => {
    const sent = { ...least, state: 'Draft' };

    expect(told(scheduledBodySchema, sent)).toEqual(['state: Scheduled']);
    expect(told(scheduledSchema, sent)).toEqual([
      'state: one of Scheduled, Draft, In review, Approved, Applied, Cancelled, Rejected',
    ]);
    expect(endedStateSchema.safeParse(sent).success).toBe(true);
    expect(endedStateSchema.safeParse(least).success).toBe(false);
    expect(made(endedSchema, sent)).toStrictEqual({ id: 1, project: 'p' });
  });
});

describe('a strategy definition', () => {
  const parameters = [{ name: 'n', type: 'list', description: null }];
  const filled = [{ name: 'n', type: 'list', description: '', required: false }];

  test('makes a new definition editable, whatever the body says', () => {
    const sent = { name: 'x', parameters, title: null, editable: false };

    expect(made(newStrategySchema, sent)).toStrictEqual({
      name: 'x',
      parameters: filled,
      deprecated: false,
      editable: true,
    });
  });

  test('requires the parameters of a new definition and an update, not of an imported one', () => {
    const missing = ['parameters: array, received undefined'];

    expect(told(newStrategySchema, { name: 'x' })).toEqual(missing);
    expect(told(newStrategySchema, { name: 'x', parameters: null })).toEqual(missing);
    expect(told(strategyUpdateSchema, {})).toEqual(missing);
    const imported = { name: 'x', parameters: [], deprecated: false, editable: true };
    expect(made(strategySchema, { name: 'x' })).toStrictEqual(imported);
  });

  test('keeps an imported definition with a built-in name built in', () => {
    expect(made(strategySchema, { name: 'default', editable: true })).toMatchObject({
      editable: false,
    });
    expect(made(strategySchema, { name: 'x', editable: false })).toMatchObject({
      editable: false,
    });
  });

  test('ignores deprecated and editable in an update, and reads null as an empty text', () => {
    const texts = { title: 'X', description: null };
    const sent = { name: 'x', ...texts, parameters, deprecated: true, editable: false };

    expect(made(strategyUpdateSchema, sent)).toStrictEqual({
      name: 'x',
      title: 'X',
      description: '',
      parameters: filled,
    });
  });
});

const pathsOf = (sent: unknown, parsed: unknown): readonly string[] =>
  unknownFields(sent, parsed, 100).map(({ path }) => path);

describe('unknownFields', () => {
  test('names the fields that were sent and not read, at any depth', () => {
    const sent = {
      id: 1,
      colour: 'red',
      features: [{ name: 'a' }, { name: 'b', shade: 1, changes: [{ tint: false }] }],
    };
    const parsed = { id: 1, features: [{ name: 'a' }, { name: 'b', changes: [{}] }], extra: [] };

    expect(unknownFields(sent, parsed, 100)).toEqual(
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
  ])('there is nothing to tell of %j that became %j', (sent, parsed) => {
    expect(pathsOf(sent, parsed)).toEqual([]);
  });
});
