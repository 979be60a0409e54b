/** What a platform finds in a part of a comment: the texts of its code, and all else. */
interface Part {
  readonly code: readonly string[];
  readonly other: string;
}

/** Finds the code in a line, as CommonMark says: it ends with as many backticks as it began with. */
export function partOf(line: string): Part {
  const code: string[] = [];
  let other = '';
  let rest = line;
  for (;;) {
    const [opening = '', ticks = ''] = /^[^`]*(`+)/.exec(rest) ?? [];
    if (ticks === '') return { code, other: other + rest };
    const after = rest.slice(opening.length);
    const closing = new RegExp(`(?<!\`)${ticks}(?!\`)`).exec(after);
    other += closing === null ? opening : opening.slice(0, -ticks.length);
    rest = closing === null ? after : after.slice(closing.index + ticks.length);
    if (closing !== null) code.push(after.slice(0, closing.index).replace(/^ (.*[^ ].*) $/, '$1'));
  }
}

/** Splits a row into its cells as GitHub's parser does, which takes a backslash together with the character after it. */
const cellsOf = (row: string): readonly string[] =>
  (row.match(/\|(?:\\[!-/:-@[-`{-~]|[^|\n])*/g) ?? []).slice(0, -1).map((cell) =>
    cell
      .slice(1)
      .replaceAll(String.raw`\|`, '|')
      .trim(),
  );

/** The rows of a comment's table, without its head. */
export const rowsIn = (comment: string): readonly (readonly Part[])[] =>
  comment
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2)
    .map((line) => cellsOf(line).map(partOf));
