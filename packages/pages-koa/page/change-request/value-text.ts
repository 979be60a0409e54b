/**
 * Returns a value of JSON as text: a string as it is, the elements of a list one after the other, anything else as JSON. It
 * never calls a method that the value could hide, such as `toString`.
 */
export function valueText(value: unknown): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(valueText).join(', ') : (JSON.stringify(value) ?? '');
}
