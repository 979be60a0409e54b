/** The state of a graceful shutdown, shared by the parts of the service. */
export interface Lifecycle {
  /** Whether the service was told to stop. It still serves requests, but balancers should send no more. */
  isStopping: boolean;
}
