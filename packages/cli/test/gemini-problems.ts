/** A schema as JSON. */
interface Schema {
  readonly [keyword: string]: unknown;
}

/** The keywords of Gemini's `Schema`, without those of unions. */
const KEYWORDS: ReadonlySet<string> = new Set([
  'type',
  'format',
  'title',
  'description',
  'nullable',
  'enum',
  'items',
  'minItems',
  'maxItems',
  'properties',
  'required',
  'minProperties',
  'maxProperties',
  'minLength',
  'maxLength',
  'pattern',
  'minimum',
  'maximum',
  'default',
  'example',
]);
const TYPES: ReadonlySet<unknown> = new Set([
  'string',
  'number',
  'integer',
  'boolean',
  'array',
  'object',
]);
const FORMATS: ReadonlySet<unknown> = new Set(['enum', 'date-time', 'int32', 'int64']);

/** What Gemini refuses in the schema of a tool's arguments: keywords that it does not know, unions beside others, long patterns. */
export function geminiProblems(schema: Schema, path = '$'): readonly string[] {
  const { anyOf, properties, items, enum: values, pattern = '', format = 'enum' } = schema;
  if (Array.isArray(anyOf)) {
    const beside = Object.keys(schema).filter((keyword) => keyword !== 'anyOf');
    return beside.length === 0
      ? anyOf.flatMap((each: Schema, at) => geminiProblems(each, `${path}.anyOf[${at}]`))
      : [`${path}: anyOf beside ${beside.join(', ')}`];
  }
  const areTexts = values === undefined || (Array.isArray(values) && values.every(isText));
  return [
    ...Object.keys(schema).flatMap((keyword) =>
      KEYWORDS.has(keyword) ? [] : [`${path}: ${keyword}`],
    ),
    ...(TYPES.has(schema['type']) ? [] : [`${path}: the type ${JSON.stringify(schema['type'])}`]),
    ...(FORMATS.has(format) ? [] : [`${path}: the format ${String(format)}`]),
    ...(areTexts ? [] : [`${path}: values that are no texts`]),
    ...(String(pattern).length < 100 ? [] : [`${path}: a long pattern`]),
    ...(schema['type'] === 'array' && items === undefined ? [`${path}: no items`] : []),
    ...(items === undefined ? [] : geminiProblems(items as Schema, `${path}[]`)),
    ...Object.entries((properties ?? {}) as Record<string, Schema>).flatMap(([name, each]) =>
      geminiProblems(each, `${path}.${name}`),
    ),
  ];
}

const isText = (value: unknown): boolean => typeof value === 'string';
