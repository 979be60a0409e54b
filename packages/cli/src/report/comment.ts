import { printable } from '../impact/describe.ts';

/** Maximum length: a comment on GitHub can have 65,536 characters. */
const MAX_LENGTH = 60_000;

/** A table in Markdown. The cells are Markdown, too: data in them is {@link text} or {@link code}. */
interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A comment in Markdown. By its first line, a pipeline finds the comment to update. */
export function comment(command: string, summary: string, { head, rows }: Table): string {
  const start = `<!-- forewarn ${command} -->\n${text(summary)}\n`;
  if (rows.length === 0) return start;
  const lines: string[] = [];
  let length = 0;
  for (const line of rows.map(lineOf)) {
    length += line.length;
    if (length > MAX_LENGTH) break;
    lines.push(line);
  }
  const more = rows.length - lines.length;
  const table = [lineOf(head), lineOf(head.map(() => '---')), ...lines].join('');
  return `${start}\n${table}${more === 0 ? '' : `\nand ${more} more\n`}`;
}

const lineOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;

/** A text in which nothing is Markdown or HTML. */
export const text = (data: string): string =>
  printable(data).replaceAll(/[!#$&*:<>@[\\\]^_`{|}~]|\.(?=\S)/g, entity);

const entity = (each: string): string => `&#${each.codePointAt(0)};`;

/** In code, platforms make no mention of "@name", and no link to another issue of "#7". */
export const code = (data: string): string => `<code>${text(data)}</code>`;
