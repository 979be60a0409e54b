/** The store has only a copy of the resource. It can be changed in the upstream. */
export interface OwnedByUpstream {
  readonly type: 'OwnedByUpstream';
  /** Where to change it. */
  readonly url: string;
}

/** The upstream refused the request. Retrying does not help. */
export interface UpstreamRefused {
  readonly type: 'UpstreamRefused';
  /** What was refused and what to do, as sentences for the caller. */
  readonly reason: string;
}

/** The upstream did not respond. The request may have taken effect. A retry may succeed. */
export interface UpstreamUnavailable {
  readonly type: 'UpstreamUnavailable';
  /** What happened and what to do, as sentences for the caller. */
  readonly reason: string;
  /** Milliseconds that the upstream asks to wait. */
  readonly retryAfterMs?: number;
}
