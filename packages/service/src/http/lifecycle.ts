/** What the parts of the service know of its end. */
export interface Lifecycle {
  /** Whether the service was told to stop: it answers what reaches it, but should be sent no more. */
  isStopping: boolean;
}
