/** A value of a path or query parameter. */
export type Value = string | number;

/**
 * Fills the parameters into a path. Returns undefined if a value can't be a segment: empty, `.` and `..` lead to another
 * path, however they are encoded.
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

/** Writes a query string. A parameter with several values is repeated. */
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
