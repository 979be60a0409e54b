/** A unit of the calendar. Its length differs: a day can have 23 or 25 hours. */
export type Unit = 'day' | 'week' | 'month';

/**
 * Returns when a unit begins, in the browser's zone. A week begins on Monday.
 *
 * @param date a time in the unit
 * @param count how many units later
 */
export function startOf(unit: Unit, date: Date, count = 0): Date {
  const start = new Date(date);
  start.setHours(0, 0, 0, 0);
  if (unit === 'month') start.setMonth(start.getMonth() + count, 1);
  else if (unit === 'day') start.setDate(start.getDate() + count);
  else start.setDate(start.getDate() - ((start.getDay() + 6) % 7) + 7 * count);
  // Where a change of daylight saving time skips midnight, the day before may begin an hour later.
  start.setHours(0, 0, 0, 0);
  return start;
}
