import { CONSEQUENCE_WORDS, RULE_WORDS } from '@forewarn/impact/words';
import { FIRST_SYNC, isFirstSync } from '../first-sync.ts';
import { cut, printable } from '../print.ts';

/** Maximum length: a comment on GitHub can have 65,536 characters. */
const MAX_LENGTH = 60_000;

/** A row is shorter than this part of the room for all, so that it hides no other one. */
const MIN_ROWS = 30;

const MAX_TEXT_LENGTH = 1_000;

/** A table in Markdown. A cell has lines. What a server said in them is {@link code} or {@link words}. */
interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly (readonly string[])[])[];
}

/** A table in Markdown with the columns and cells of one in text. */
export const tableIn = (
  rows: readonly Readonly<Record<string, string | readonly string[]>>[],
): Table => ({
  head: Object.keys(rows[0] ?? {}).map((name) => capitalized(name)),
  rows: rows.map((row) => Object.values(row).map((cell) => [cell].flat().map(code))),
});

const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** A comment in Markdown. By its first line, a pipeline knows that it is a report, and finds the comment to update. */
export function comment(command: string, summary: string, { head, rows }: Table): string {
  const gap = isFirstSync() ? `\n${FIRST_SYNC_SENTENCE}\n` : '';
  const start = `<!-- forewarn ${command} -->\n${code(summary)}\n${gap}`;
  if (rows.length === 0) return start;
  const room = MAX_LENGTH / Math.min(rows.length, MIN_ROWS);
  const lines: string[] = [];
  let length = 0;
  for (const row of rows) {
    const line = rowOf(row, room);
    length += line.length;
    if (length > MAX_LENGTH) break;
    lines.push(line);
  }
  const more = rows.length - lines.length;
  const headings = [head, head.map(() => '---')].map((cells) => `| ${cells.join(' | ')} |\n`);
  const table = [...headings, ...lines].join('');
  return `${start}\n${table}${more === 0 ? '' : `\nand ${more} more\n`}`;
}

const FIRST_SYNC_SENTENCE = `${capitalized(FIRST_SYNC)}.`;

/** A row, without the lines for which there is no room. */
function rowOf(cells: readonly (readonly string[])[], room: number): string {
  let length = 0;
  const shown = cells.map((lines) => {
    const fitting = lines.map(inCell).filter((line) => {
      length += line.length + BREAK.length;
      return length <= room;
    });
    const more = lines.length - fitting.length;
    return [...fitting, ...(more === 0 ? [] : [`and ${more} more`])].join(BREAK);
  });
  return `| ${shown.join(' | ')} |\n`;
}

const BREAK = '<br>';

/** In a table, a bar ends a cell, in code too. A backslash that data has before it would undo the one that prevents it. */
const inCell = (markdown: string): string =>
  markdown.replaceAll(/\\(?=\|)/g, '\\ ').replaceAll('|', String.raw`\|`);

/**
 * Data as code. In code, platforms find no mention, link, HTML, command or other Markdown, and decode no character reference.
 */
export function code(data: string): string {
  const text = cut(printable(data), MAX_TEXT_LENGTH);
  if (text.trim() === '') return '';
  const runs = text.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(0, ...runs.map((run) => run.length)) + 1);
  const space = /^`|`$/.test(text) ? ' ' : '';
  return `${fence}${space}${text}${space}${fence}`;
}

/** Words of a rule as they are, if they are ours; else as {@link code}. */
export const words = (text: string): string => (OWN_WORDS.has(text) ? text : code(text));

const RULES = Object.values(RULE_WORDS);
const OWN_WORDS: ReadonlySet<string> = new Set([
  ...RULES.flatMap(({ why, next }) => [why, next]),
  ...Object.values(CONSEQUENCE_WORDS).flatMap((will) => RULES.map(({ why }) => `${will}: ${why}`)),
]);

/** A link, which has the same words for each URL. */
export const link = (label: string, url: string): string =>
  `[${label}](${url.replaceAll(/[^\w.~:/?=%+,;@-]/gu, (each) => (each === '&' ? '&amp;' : escapeOf(each)))})`;

const escapeOf = (each: string): string =>
  /\p{ASCII}/u.test(each)
    ? `%${each.codePointAt(0)?.toString(16).padStart(2, '0')}`
    : encodeURIComponent(each.toWellFormed());
