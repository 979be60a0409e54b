import type { StrategyImpact } from './impact.ts';

/** Scheduled change requests touch or may touch the definition; it was kept. */
export interface StrategyInUse {
  readonly type: 'StrategyInUse';
  readonly name: string;
  /** The impact of the delete, as far as the caller may see it. */
  readonly impact: StrategyImpact;
}
