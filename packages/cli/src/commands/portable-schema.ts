import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** A JSON schema, as far as it is of interest here. */
interface JsonSchema {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
}

/** The schema of what a tool takes, and of what it returns. */
type Direction = 'input' | 'output';

/** Maximum length of a pattern. Some hosts refuse all tools of a server for a longer one. */
const MAX_PATTERN_LENGTH = 100;

/**
 * A schema that shows as one which every host understands. Gemini knows few keywords, and refuses all tools for a union beside
 * other keywords: each union becomes one schema that allows all that its members do.
 *
 * Arguments are still checked by the whole schema. Results are not checked, and show as open: a newer server has further
 * fields and values, and a strict client would refuse them.
 */
export function portable<Schema extends z.ZodType>(
  schema: Schema,
  direction: Direction,
): StandardSchemaWithJSON<z.input<Schema>, z.output<Schema>> {
  const { '~standard': standard } = schema;
  const shown = (): Record<string, unknown> => ({
    ...shownAs(
      z.toJSONSchema(schema, { io: direction, metadata: WITHOUT_IDS }) as JsonSchema,
      direction,
    ),
  });
  return {
    '~standard': {
      ...standard,
      ...(direction === 'output' && {
        validate: (value: unknown) => ({ value: value as z.output<Schema> }),
      }),
      jsonSchema: { input: shown, output: shown },
    },
  };
}

/** What describes schemas, without the ids, which would make references of them. */
const WITHOUT_IDS = Object.assign(z.registry<{ description?: string }>(), {
  get: (schema: z.ZodType) => {
    const { description } = z.globalRegistry.get(schema) ?? {};
    return description === undefined ? {} : { description };
  },
});

function shownAs(given: JsonSchema, direction: Direction): JsonSchema {
  const { anyOf, oneOf, description } = given;
  const union = anyOf ?? oneOf;
  const whole = union === undefined ? given : union.reduce(merged);
  const { type, properties, required, items, minItems, maxItems, pattern } = whole;
  const values = valuesOf(whole);
  const isOpen = direction === 'output';
  const text = [description ?? whole.description, isOpen && values && `Such as ${list(values)}.`]
    .filter((part) => typeof part === 'string')
    .join(' ');
  return {
    ...(type === undefined ? {} : { type }),
    ...(text === '' ? {} : { description: text }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, each]) => [name, shownAs(each, direction)]),
      ),
    }),
    ...(required && required.length > 0 && { required }),
    ...(items && { items: shownAs(items, direction) }),
    ...(!isOpen && {
      ...(values && { enum: values }),
      ...(minItems === undefined ? {} : { minItems }),
      ...(maxItems === undefined ? {} : { maxItems }),
      ...(pattern === undefined || pattern.length > MAX_PATTERN_LENGTH ? {} : { pattern }),
    }),
  };
}

const valuesOf = (schema: JsonSchema): readonly unknown[] | undefined =>
  schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);

const list = (values: readonly unknown[]): string => values.join(', ');

/** A schema that allows what either does. It has a pattern only if both have the same one. */
function merged(one: JsonSchema, other: JsonSchema): JsonSchema {
  if (JSON.stringify(one) === JSON.stringify(other)) return one;
  if (one.type === undefined || one.type !== other.type) return {};
  const { type, properties = {}, required = [], items } = one;
  const others = other.properties ?? {};
  const values = [valuesOf(one), valuesOf(other)];
  return {
    type,
    ...(type === 'object' && {
      properties: {
        ...properties,
        ...Object.fromEntries(
          Object.entries(others).map(([name, each]) => [
            name,
            Object.hasOwn(properties, name) ? merged(properties[name] ?? {}, each) : each,
          ]),
        ),
      },
      required: required.filter((name) => other.required?.includes(name) === true),
    }),
    ...(items && other.items && { items: merged(items, other.items) }),
    ...(values.includes(undefined) ? {} : { enum: [...new Set(values.flat())] }),
    ...(one.pattern === other.pattern && one.pattern !== undefined && { pattern: one.pattern }),
  };
}
