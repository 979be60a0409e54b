/** Excel takes UTF-8 only from a file that begins with it. */
const BYTE_ORDER_MARK = '\u{FEFF}';

/** What spreadsheets take for a formula, also in full width and after spaces, which some of them drop. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/**
 * Writes rows as CSV (RFC 4180), each cell in quotes. People choose names and titles, so a cell that a spreadsheet would run
 * as a formula begins with an apostrophe.
 */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  BYTE_ORDER_MARK + rows.map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('');

const cellText = (text: string): string =>
  `"${FORMULA.test(text) ? "'" : ''}${text.replaceAll('"', '""')}"`;
