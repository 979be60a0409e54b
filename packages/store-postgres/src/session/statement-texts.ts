import { createHash } from 'node:crypto';
import { lockTableOf, MIGRATION_TABLE, tableNamesWith } from '@forewarn/store-sql';
import type { TableSettings } from './postgres-settings.ts';

/** Maximum texts to remember. */
const MAX_TEXTS = 500;
/** Longer statements have one parameter for each value, and are rarely sent twice. */
const MAX_LENGTH = 5_000;

/** A statement as it is sent. */
export interface SentStatement {
  readonly text: string;
  /** The name under which the server keeps its plan, the same for the same text. */
  readonly name?: string;
}

const USUAL_LOCK = lockTableOf(MIGRATION_TABLE);
/** Finds where a table is named. Before a column, its name alone is enough. */
const naming = (tables: readonly string[]): RegExp =>
  new RegExp(
    String.raw`\b(from|join|into|update|table)(\s+\(?)"?(${[...tables, USUAL_LOCK].join('|')})"?(?![\w"])`,
    'g',
  );

/**
 * Returns a function that returns statements as they are sent: with the schema, if there is one, before each of our tables.
 * Each text is made once.
 */
export function statementTexts({
  schema,
  migrationTable = MIGRATION_TABLE,
  capabilities,
}: TableSettings): (text: string) => SentStatement {
  const known = new Map<string, SentStatement>();
  const prefix = schema === undefined ? '' : `${quoted(schema)}.`;
  const lockTable = lockTableOf(migrationTable);
  const tableName = naming(tableNamesWith(capabilities));
  const isUsual = prefix === '' && lockTable === USUAL_LOCK;

  const make = (given: string): SentStatement => {
    const text = isUsual
      ? given
      : given.replaceAll(tableName, (_, word: string, space: string, table: string) => {
          const name = table === USUAL_LOCK ? lockTable : table;
          return `${word}${space}${prefix}${quoted(name)}`;
        });
    if (given.length > MAX_LENGTH || known.size === MAX_TEXTS) return { text };
    const made = { text, name: createHash('sha1').update(text).digest('base64url') };
    known.set(given, made);
    return made;
  };
  return (text) => known.get(text) ?? make(text);
}

/** An identifier in quotes. */
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
