import type { LinkBases } from './announcement.ts';

/** Returns the URL of the proxy of a request, if it takes one. */
export type ProxyOf = (url: URL) => string | undefined;

/** The settings of a service that alerts and webhooks use. */
export interface NotifySettings extends LinkBases {
  /** Receivers of webhooks that are allowed although they are not public: names, addresses and ranges. */
  readonly webhookAllow: readonly string[];
  /** Timeout of a request in milliseconds. */
  readonly deadlineMs: number;
  /** The oldest data that says that nothing is scheduled, in milliseconds; undefined for any age. */
  readonly maxDataAgeMs?: number | undefined;
  /** Returns the URL of the proxy through which a message to a webhook leaves the network, if there is one. */
  readonly proxyOf?: ProxyOf | undefined;
}

/** Receives lines of the log. */
export type AlertLog = Readonly<
  Record<'warn' | 'error', (fields: object, message: string) => void>
>;
