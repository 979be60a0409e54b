interface Schema {
  readonly [keyword: string]: unknown;
}

/** The keywords of Gemini's `Schema` that tools show. It has no unions beside others. */
const KEYWORDS: ReadonlySet<string> = new Set([
  'type',
  'description',
  'enum',
  'items',
  'minItems',
  'maxItems',
  'properties',
  'required',
  'pattern',
]);
const TYPES: ReadonlySet<unknown> = new Set([
  'string',
  'number',
  'integer',
  'boolean',
  'array',
  'object',
]);

/** What Gemini refuses in the schema of a tool's arguments: keywords that it does not know, values that are no texts, long patterns. */
export function geminiProblems(schema: Schema, path = '$'): readonly string[] {
  const { type, properties = {}, items, enum: values = [], pattern = '' } = schema;
  const areTexts = (values as readonly unknown[]).every((each) => typeof each === 'string');
  return [
    ...Object.keys(schema).flatMap((keyword) =>
      KEYWORDS.has(keyword) ? [] : [`${path}: ${keyword}`],
    ),
    ...(TYPES.has(type) ? [] : [`${path}: the type ${JSON.stringify(type)}`]),
    ...(areTexts ? [] : [`${path}: values that are no texts`]),
    ...(String(pattern).length < 100 ? [] : [`${path}: a long pattern`]),
    ...(type === 'array' && items === undefined ? [`${path}: no items`] : []),
    ...(items === undefined ? [] : geminiProblems(items as Schema, `${path}[]`)),
    ...Object.entries(properties as Record<string, Schema>).flatMap(([name, each]) =>
      geminiProblems(each, `${path}.${name}`),
    ),
  ];
}
