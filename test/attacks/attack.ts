import type { HostileResponse } from './hostile-unleash.ts';
import type { Target } from './target.ts';

/** How much of an attack is carried out. */
export interface Size {
  /** How long an attack without an end of its own lasts, in milliseconds. */
  readonly lastsMs: number;
  pick<T>(short: T, long: T): T;
}

/** What the attacker saw. */
export interface Attacked {
  /** How often each status, or each failure of a connection, was the response. */
  readonly statuses: ReadonlyMap<string, number>;
  /** In words: what the attacker could do and must not. */
  readonly problems: readonly string[];
}

/** One way to harm a service from outside. */
export interface Attack {
  /** What it does. */
  readonly name: string;
  readonly store: Target['name'];
  /** The service's `--max-old-space-size`, in MiB; Node's default when absent. */
  readonly heapMib?: number;
  /** What the other clients do besides searching; nothing when absent. */
  readonly others?: {
    readonly write?: boolean;
    /** Ask for /ready, which must be 200. */
    readonly ready?: boolean;
  };
  /** What the service follows as its Unleash; nothing when absent. */
  readonly upstream?: HostileResponse;
  /** The attack takes the store away: the service must refuse the others' requests. */
  readonly isOutage?: boolean;
  /** Makes the data that the attack needs, before anything is measured. */
  readonly prepare?: (target: Target, size: Size) => Promise<void>;
  /** Carries it out, within a bounded time. */
  readonly run: (target: Target, size: Size) => Promise<Attacked>;
}
