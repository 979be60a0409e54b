import type { Random } from './random.ts';
import type { World } from './world.ts';

/** Whether requests of a kind are served while a fault lasts; `either` where both are right. */
export type Served = 'done' | 'refused' | 'either';

/** One way in which things go wrong. */
export interface Fault<W extends World> {
  readonly name: string;
  /** The shortest and the longest that it lasts, in milliseconds. */
  readonly lastsMs: readonly [number, number];
  readonly reads: Served;
  readonly writes: Served;
  /** Whether a node ends, so that its connections are cut. */
  readonly isCutting?: boolean;
  /** Brings it about, while the load goes on. Answers how it ends: when that resolves, all is there again. */
  begin(world: W, random: Random): Promise<() => Promise<void>>;
}
