import type { Random } from './random.ts';
import type { World } from './world.ts';

/** Whether requests of a kind are served while a fault lasts; `either` where both are right. */
export type Served = 'done' | 'refused' | 'either';

/** A kind of fault. */
export interface Fault<W extends World> {
  readonly name: string;
  /** Minimum and maximum duration, in milliseconds. */
  readonly lastsMs: readonly [number, number];
  readonly reads: Served;
  readonly writes: Served;
  /** Whether a node ends, so that its connections are cut. */
  readonly isCutting?: boolean;
  /** Causes the fault under load. Returns a function that ends it and resolves when everything works again. */
  begin(world: W, random: Random): Promise<() => Promise<void>>;
}
