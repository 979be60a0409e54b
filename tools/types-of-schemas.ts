import type { Schema } from './reference/schema-rows.ts';

/** The keywords that are read, and those that decide no type. Any other might, so it is refused. */
const KEYWORDS = new Set(
  [
    'description $ref const enum anyOf oneOf type items minItems maxItems',
    'properties required additionalProperties',
    'default example examples format pattern minLength maxLength',
    'minimum maximum exclusiveMinimum exclusiveMaximum',
  ].flatMap((names) => names.split(' ')),
);

const SIMPLE: Readonly<Record<string, string>> = {
  boolean: 'boolean',
  integer: 'number',
  null: 'null',
  number: 'number',
  string: 'string',
};

/** Returns TypeScript that declares a type per schema, of its name in PascalCase. Throws on a schema that it can't type. */
export const typesOfSchemas = (schemas: Readonly<Record<string, Schema>>): string =>
  Object.entries(schemas)
    .map(([name, schema]) => {
      const start = schema.properties ? `interface ${pascal(name)}` : `type ${pascal(name)} =`;
      return `${commentOf(schema)}export ${start} ${typeOf(schema)}\n`;
    })
    .join('');

const pascal = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

function typeOf(schema: Schema): string {
  const unknown = Object.keys(schema).filter((keyword) => !KEYWORDS.has(keyword));
  if (unknown.length > 0) throw new Error(`The schema has ${unknown.join(', ')}`);
  const { $ref, type, anyOf, oneOf = anyOf } = schema;
  if ($ref !== undefined) return pascal($ref.slice($ref.lastIndexOf('/') + 1));
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (oneOf) return [...new Set(oneOf.map(typeOf))].join(' | ');
  if (type === undefined) return 'unknown';
  if (type === 'array') return arrayOf(schema);
  if (type === 'object') return objectOf(schema);
  const simple = SIMPLE[type];
  if (simple === undefined) throw new Error(`The schema has the type ${type}`);
  return simple;
}

function arrayOf({ items = {}, minItems = 0 }: Schema): string {
  const type = typeOf(items);
  const isUnion = items.enum ?? items.oneOf ?? items.anyOf;
  const array = `${isUnion ? `(${type})` : type}[]`;
  if (minItems === 0) return array;
  return `[${`${type}, `.repeat(minItems)}...${array}]`;
}

/** Further properties are of later versions, so no type names them. */
function objectOf({ properties = {}, required = [], additionalProperties }: Schema): string {
  if (additionalProperties) throw new Error('The schema has additionalProperties');
  const members = Object.entries(properties).map(([name, schema]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    return `${commentOf(schema)}${key}${required.includes(name) ? '' : '?'}: ${typeOf(schema)};\n`;
  });
  return `{\n${members.join('')}}`;
}

function commentOf({ description, minItems, maxItems }: Schema): string {
  const tags = Object.entries({ minItems, maxItems })
    .filter(([, value]) => value !== undefined)
    .map(([tag, value]) => `@${tag} ${value}`)
    .join('\n');
  const parts = [description, tags].filter(Boolean);
  if (parts.length === 0) return '';
  const text = parts.join('\n\n').replaceAll('*/', '*\\/').replaceAll('\n', '\n * ');
  return `/**\n * ${text}\n */\n`;
}
