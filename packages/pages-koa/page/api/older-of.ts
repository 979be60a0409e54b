/** How old data is: a time, `none` for incomplete data, or undefined for live data. */
export type AsOf = string | undefined;

/** The older of two ages. Incomplete data is older than any. */
export function olderOf(one: AsOf, other: AsOf): AsOf {
  if (one === undefined || other === 'none') return other;
  if (other === undefined || one === 'none') return one;
  return Date.parse(one) < Date.parse(other) ? one : other;
}
