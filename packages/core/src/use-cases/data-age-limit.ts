/** How old data may be. */
export interface DataAgeLimit {
  /** Older data, and data that was never complete, says nothing. Any age is allowed when absent. */
  readonly maxDataAgeMs?: number | undefined;
}

/** Returns the time before which data is too old now; undefined when any age is allowed. */
export const notBeforeNow = ({ maxDataAgeMs }: DataAgeLimit): string | undefined =>
  maxDataAgeMs === undefined ? undefined : new Date(Date.now() - maxDataAgeMs).toISOString();
