/** Limits on one client, in bytes and milliseconds. */
export interface ServerLimits {
  /** Maximum length of the path and the query. */
  readonly maxTargetBytes: number;
  /** Maximum length of the request line and the header together. */
  readonly maxHeaderBytes: number;
  /** From the first byte of a request to the end of its header. */
  readonly headerTimeoutMs: number;
  /** From the first byte of a request to the end of its body. */
  readonly requestTimeoutMs: number;
  /** From the start of a response to the client reading its last byte. */
  readonly responseTimeoutMs: number;
  /** Between two requests on one connection. */
  readonly keepAliveTimeoutMs: number;
  readonly maxConnections: number;
  /** Maximum pipelined requests that wait on one connection. */
  readonly maxPipelined: number;
}

/** The limits of the service. */
export const SERVER_LIMITS: ServerLimits = {
  maxTargetBytes: 16_384,
  maxHeaderBytes: 32_768,
  headerTimeoutMs: 10_000,
  requestTimeoutMs: 20_000,
  responseTimeoutMs: 30_000,
  // Longer than proxies keep a connection (60 s by default): otherwise they send on one that is closing.
  keepAliveTimeoutMs: 65_000,
  maxConnections: 5_000,
  maxPipelined: 100,
};
