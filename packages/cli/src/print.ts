import { stdout } from 'node:process';

/** Characters that move a terminal's cursor, change its colours, reorder or hide text, or end a line. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/gu;

/**
 * Pipelines run commands that they find in the output of a program: `##[…]` and `##name[…]` anywhere in a line (GitHub, Azure,
 * TeamCity), and GitHub `::name::` at its start. GitHub's runner overlooks ignorable characters between those of a command.
 */
const COMMAND = /#(?=\p{DI}*#[\p{DI}\w]*\[)/gu;
const COMMAND_AT_START = /^(?<start>[\s\p{DI}]*:)(?=\p{DI}*:)/u;

/** Data as a part of one line for people, in which neither a terminal nor a pipeline finds a command. */
export const printable = (text: string): string =>
  text
    .replaceAll(UNPRINTABLE, ' ')
    .replaceAll(COMMAND, '# ')
    .replace(COMMAND_AT_START, '$<start> ');

/** Lines for people, in none of which a terminal or a pipeline finds a command. */
export const printableLines = (text: string): string =>
  text.replaceAll(/[^\n\t]+/g, (part) => printable(part));

/** Writes lines for people to the standard output. */
export function print(lines: string): void {
  stdout.write(printableLines(lines));
}

/** A value as JSON in which pipelines find no command, and that shows each of its characters. */
export const printableJson = (value: object, indent?: number): string =>
  JSON.stringify(value, null, indent).replaceAll(
    /(?!\n)[\p{C}\p{Zl}\p{Zp}]|#(?=\p{DI}*#[\p{DI}\w]*\[)/gu,
    (each) => each.split('').map(escapeOf).join(''),
  );

/** A report as one line of JSON. */
export function jsonLine(report: object): string {
  const { failure, ...rest } = report as { readonly failure?: object };
  // The cause is an Error, which JSON can't hold; the message says what it was.
  return `${printableJson({ ...rest, failure: failure && { ...failure, cause: undefined } })}\n`;
}

const escapeOf = (unit: string): string =>
  String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** The text, or its start and an ellipsis if it is longer than the maximum. */
export const cut = (text: string, maxLength: number): string =>
  text.length <= maxLength
    ? text
    : `${text.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, '')}…`;
