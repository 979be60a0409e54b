import type { Random } from './random.ts';
import type { World } from './world.ts';

/** Whether requests of a kind are served while a fault lasts; `either` where both are right. */
export type Served = 'done' | 'refused' | 'either';

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

export const fault = <W extends World>(
  name: string,
  lastsMs: Fault<W>['lastsMs'],
  served: Pick<Fault<W>, 'reads' | 'writes' | 'isCutting'>,
  begin: Fault<W>['begin'],
): Fault<W> => ({ name, lastsMs, ...served, begin });

/** Both kinds of requests are served, or neither, or only reads. */
export const SERVED = { reads: 'done', writes: 'done' } as const;
export const REFUSED = { reads: 'refused', writes: 'refused' } as const;
export const READ_ONLY = { reads: 'done', writes: 'refused' } as const;

/** Kills a node, which is started again. */
export const killNode: Fault<World>['begin'] = async ({ nodes }, random) => {
  const node = random.pick(nodes);
  await node?.kill();
  return async () => node?.start();
};
