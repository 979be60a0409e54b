import type { Attacker } from './attacker.ts';
import type { HostileResponse } from './hostile-unleash.ts';
import type { Target } from './target.ts';

/** How much of an attack is carried out. */
export interface Size {
  /** How long an attack without an end of its own lasts, in milliseconds. */
  readonly lastsMs: number;
  pick<T>(short: T, long: T): T;
}

/** One way to harm a service from outside. */
export interface Attack {
  /** What it does. */
  readonly name: string;
  /** SQLite when absent. */
  readonly store?: Target['name'];
  /** The service's `--max-old-space-size`, in MiB, if it is not what `serve` sets itself. */
  readonly heapMib?: number;
  /** The service's `REQUEST_DEADLINE_MS`, if it is not the default. */
  readonly deadlineMs?: number;
  /** What the other clients do besides searching; nothing when absent. */
  readonly others?: {
    readonly write?: boolean;
    /** Ask for /ready, which must be 200. */
    readonly ready?: boolean;
  };
  /** What the service follows as its Unleash; nothing when absent. */
  readonly upstream?: HostileResponse;
  /** Makes the data that the attack needs, before anything is measured. */
  readonly prepare?: (target: Target, size: Size) => Promise<void>;
  /** Carries it out, within a bounded time. */
  readonly run: (attacker: Attacker, target: Target, size: Size) => Promise<unknown>;
}

/** Makes the same attacks on each store. */
export const onBoth = (make: (store: Target['name']) => readonly Attack[]): readonly Attack[] =>
  (['SQLite', 'Postgres'] as const).flatMap((store) =>
    make(store).map((attack) => ({ ...attack, name: `${attack.name}, ${store}`, store })),
  );
