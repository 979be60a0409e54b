/** Returns the URL of the proxy of a request, if it takes one. */
export type ProxyOf = (url: URL) => string | undefined;

/** The settings of the service that no capability adds. */
export interface OwnSettings {
  /** The address to listen on. Default: `127.0.0.1`. */
  readonly host: string;
  /** The port to listen on; 0 takes any free one. Default: 4242. */
  readonly port: number;
  /** The path before `/api/admin` and the pages, such as `/flags`. Default: empty. */
  readonly basePath: string;
  /** Timeout of a request in milliseconds. Default: 5,000. */
  readonly deadlineMs: number;
  /**
   * How long an idle connection stays open, in milliseconds. A proxy must close its own earlier, or it may send a request on
   * one that is closing. Default: 65,000.
   */
  readonly keepAliveMs: number;
  /** The oldest data that says that nothing is scheduled, in milliseconds. Default: undefined, for any age. */
  readonly maxDataAgeMs?: number | undefined;
  /** Guards each delete of a strategy definition. Default: false. */
  readonly guardDeletes: boolean;
  /** Addresses and ranges of the proxies whose `X-Forwarded-For` is trusted. Default: none. */
  readonly trustProxy: readonly string[];
  /** Whether the log has the key's name and the client's address of each request. Default: false. */
  readonly logCallers: boolean;
  /** Returns the URL of the proxy through which a request leaves the network, if there is one. Default: undefined, for none. */
  readonly proxyOf?: ProxyOf | undefined;
  /** The address of the service for people, with its base path, for links in messages. Default: undefined, for none. */
  readonly publicUrl?: string | undefined;
  /** The address of Unleash for people, for links in the page and in messages. Default: undefined, for none. */
  readonly unleashUrl?: string | undefined;
  /** A public key that the page offers, for a service with sample data. Default: undefined. */
  readonly sampleKey?: string | undefined;
}
