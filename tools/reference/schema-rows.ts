/** A JSON Schema, as far as the API has it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly default?: unknown;
  readonly description?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly additionalProperties?: unknown;
}

/** A field of a schema, or of an object in it. */
interface FieldRow {
  /** Such as `features[].name?`. */
  readonly path: string;
  readonly type: string;
  readonly text: string;
}

/** Returns the fields of a schema and of the objects in it. Those of named schemas are theirs. */
export function rowsOf(schema: Schema, prefix = ''): readonly FieldRow[] {
  const rows = membersOf(schema).flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).flatMap(([name, field]) => {
      const path = `${prefix}${name}`;
      const row = {
        path: required.includes(name) ? path : `${path}?`,
        type: typeOf(field),
        text: cell(field),
      };
      return [
        row,
        ...(field.items ? rowsOf(field.items, `${path}[].`) : rowsOf(field, `${path}.`)),
      ];
    }),
  );
  // Members of a union repeat the fields that they share.
  return [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()];
}

const membersOf = (schema: Schema): readonly Schema[] => {
  const members = schema.oneOf ?? schema.anyOf;
  return members === undefined ? [schema] : members.flatMap(membersOf);
};

/** The name of the schema that one refers to. */
export const linkTo = ({ $ref }: Schema): string | undefined => $ref?.split('/').at(-1);

/** The type of a value, in Markdown for a cell of a table. */
export function typeOf(schema: Schema): string {
  const name = linkTo(schema);
  if (name !== undefined) return `[${name}](#${name.toLowerCase()})`;
  if (schema.items !== undefined) return `list of ${typeOf(schema.items)}`;
  if ('const' in schema) return code(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(code).join(', ');
  const members = membersOf(schema);
  if (members[0] !== schema) return [...new Set(members.map(typeOf))].join(' or ');
  return schema.format ?? schema.type ?? 'anything';
}

const code = (value: unknown): string => `\`${String(value)}\``;

/** What a value is: its description, its limits and its default. */
export function cell({ description = '', ...schema }: Schema): string {
  const limits = [
    limit('from', schema.minimum),
    limit('to', schema.maximum),
    limit('at least', schema.minItems),
    limit('at most', schema.maxItems),
    schema.default === undefined || schema.default === '' ? '' : `default ${code(schema.default)}`,
  ].filter((text) => text !== '');
  return [description, limits.join(', ')]
    .filter((text) => text !== '')
    .join(' ')
    .replaceAll('|', '\\|');
}

/** The limits of whole numbers themselves say nothing. */
const limit = (word: string, value?: number): string =>
  value === undefined || Math.abs(value) === Number.MAX_SAFE_INTEGER ? '' : `${word} ${value}`;
