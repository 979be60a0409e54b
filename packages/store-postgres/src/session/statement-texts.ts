import { createHash } from 'node:crypto';
import { MIGRATION_LOCK_TABLE, tableNamesWith } from '@forewarn/store-sql';
import type { TableSettings } from './postgres-settings.ts';

/** Maximum texts to remember. */
const MAX_TEXTS = 500;
/** Longer statements have one parameter for each value, and are rarely sent twice. */
const MAX_LENGTH = 5_000;

export interface SentStatement {
  readonly text: string;
  /** The name under which the server keeps its plan, the same for the same text. */
  readonly name?: string;
}

/** Finds where a table is named. Before a column, its name alone is enough. */
const naming = (tables: readonly string[]): RegExp =>
  new RegExp(
    String.raw`\b(from|join|into|update|table)(\s+\(?)"?(${[...tables, MIGRATION_LOCK_TABLE].join('|')})"?(?![\w"])`,
    'g',
  );

/**
 * Returns a function that returns statements as they are sent: with the schema, if there is one, before each of our tables.
 * Each text is made once.
 */
export function statementTexts({
  schema,
  capabilities,
}: TableSettings): (text: string) => SentStatement {
  const known = new Map<string, SentStatement>();
  const tableName = naming(tableNamesWith(capabilities));

  const make = (given: string): SentStatement => {
    const text =
      schema === undefined
        ? given
        : given.replaceAll(
            tableName,
            (_, word: string, space: string, table: string) =>
              `${word}${space}${quoted(schema)}.${quoted(table)}`,
          );
    if (given.length > MAX_LENGTH || known.size === MAX_TEXTS) return { text };
    const made = { text, name: createHash('sha1').update(text).digest('base64url') };
    known.set(given, made);
    return made;
  };
  return (text) => known.get(text) ?? make(text);
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
