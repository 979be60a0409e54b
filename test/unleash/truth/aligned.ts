/** A table as the formatter writes it. The first row is its head. */
export function aligned([head = [], ...rows]: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[], filler = ' '): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0, filler)).join(' | ')} |`;
  const dashes = head.map(() => '');
  return [line(head), line(dashes, '-'), ...rows.map((row) => line(row))].join('\n');
}

/**
 * Returns the rows of a table, those with equal columns in one.
 *
 * @param restLength maximum names in a row: if most have equal columns, and are more, they are "any other", which is last
 */
export function grouped(
  named: readonly (readonly [string, readonly string[]])[],
  restLength = Infinity,
): readonly (readonly string[])[] {
  const rows = Map.groupBy(named, ([, columns]) => columns.join(' | '));
  const most = Math.max(...[...rows.values()].map(({ length }) => length));
  const body = [...rows.values()].map((equal) => {
    const isRest = equal.length === most && most > restLength;
    const [[, columns] = ['', []]] = equal;
    return [isRest ? REST : equal.map(([name]) => name).join(', '), ...columns];
  });
  const isOfRest = ([name]: readonly string[]): boolean => name === REST;
  return [...body.filter((row) => !isOfRest(row)), ...body.filter(isOfRest)];
}

const REST = 'any other';
