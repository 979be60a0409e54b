/** What can stand in the place of a parameter, or in a query. */
export type Value = string | number;

/**
 * A path with its parameters. Undefined when it can't be written: an empty segment is another path, and so are `.` and
 * `..`, however they are encoded.
 */
export function pathWith(
  template: string,
  parameters: Readonly<Record<string, Value>>,
): string | undefined {
  const values = Object.values(parameters).map(String);
  if (values.some((value) => /^\.{0,2}$/.test(value) || !value.isWellFormed())) return undefined;
  return template.replaceAll(/\{(?<name>\w+)\}/g, (...[, name]) =>
    encodeURIComponent(String(parameters[String(name)])),
  );
}

/** A query, from parameters that may be there more than once. */
export function queryOf(
  parameters: Readonly<Record<string, Value | readonly Value[] | undefined>>,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    const values = value === undefined ? [] : [value].flat();
    for (const each of values) query.append(name, String(each));
  }
  return query.size === 0 ? '' : `?${query}`;
}
