import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { parseWith } from '../src/parse-with.ts';
import { scheduledBodySchema, scheduledSchema } from '../src/change-request-schema.ts';
import { projectSchema } from '../src/project-schema.ts';
import { newStrategySchema, strategySchema, strategyUpdateSchema } from '../src/strategy-schema.ts';

const SCHEMAS = {
  scheduledSchema,
  scheduledBodySchema,
  projectSchema,
  strategySchema,
  newStrategySchema,
  strategyUpdateSchema,
};

const record = <T>(model: { readonly [K in keyof T]: fc.Arbitrary<T[K]> }, keys: (keyof T)[]) =>
  fc.record(model, { requiredKeys: keys, noNullPrototype: true });

// Mostly valid values, and sometimes null or an unknown field.
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 8 });
const json = fc.jsonValue({ maxDepth: 2 });
const unknown = { colour: orNull(json), ['constructor']: orNull(json) };
const change = record({ action: fc.string(), payload: json, conflict: json, ...unknown }, [
  'action',
]);
const feature = record(
  { name: fc.string(), changes: orNull(fc.array(change, { maxLength: 2 })), ...unknown },
  ['name'],
);
const parameter = record(
  {
    name: fc.string(),
    type: fc.constantFrom('string', 'percentage', 'list', 'number', 'boolean'),
    description: orNull(fc.string()),
    required: orNull(fc.boolean()),
    ...unknown,
  },
  ['name', 'type'],
);
const schedule = record(
  {
    status: fc.constantFrom('pending', 'failed', 'suspended'),
    scheduledAt: fc.constant('2027-01-01T00:00:00+01:00'),
    reason: orNull(fc.string()),
    ...unknown,
  },
  ['status', 'scheduledAt'],
);
// Has the fields of every schema, so that one body fits them all.
const body = record(
  {
    id: fc.oneof(fc.nat(), fc.string()),
    name: fc.string(),
    title: orNull(fc.string()),
    environment: fc.string(),
    project: fc.string(),
    state: fc.constant('Scheduled'),
    schedule: orNull(schedule),
    features: orNull(fc.array(feature, { maxLength: 2 })),
    segments: orNull(fc.array(change, { maxLength: 2 })),
    parameters: fc.array(parameter, { maxLength: 2 }),
    deprecated: orNull(fc.boolean()),
    comments: json,
    ...unknown,
  },
  ['id', 'name', 'environment', 'project', 'state', 'parameters'],
);

describe('parseWith', () => {
  test.each(Object.entries<z.ZodType>(SCHEMAS))(
    '%s: what was taken is taken again whole, strictly, and as JSON',
    (_name, schema) => {
      let taken = 0;
      fc.assert(
        fc.property(fc.oneof({ arbitrary: body, weight: 3 }, json), (sent) => {
          const lenient = parseWith(schema, sent, false);
          const strict = parseWith(schema, sent, true);

          // Strict refuses nothing else, and takes the same.
          expect(lenient.isErr() ? strict : lenient).toEqual(lenient);
          expect(strict.isOk() ? strict : lenient).toEqual(lenient);
          if (lenient.isErr()) return;
          taken += 1;
          const written = JSON.stringify(lenient.value);
          const again = parseWith(schema, JSON.parse(written), true)._unsafeUnwrap();
          // As text, because the entity tag is made of it, and a store compares it.
          expect(JSON.stringify(again)).toBe(written);
        }),
      );

      expect(taken).toBeGreaterThan(20);
    },
  );

  test('never throws for any body', () => {
    fc.assert(
      fc.property(fc.anything({ maxDepth: 2, withNullPrototype: true }), (sent) => {
        for (const schema of Object.values(SCHEMAS)) {
          const { problems } = parseWith<unknown>(schema, sent, true)._unsafeUnwrapErr();

          expect(problems.length).toBeGreaterThan(0);
        }
      }),
    );
  });
});
