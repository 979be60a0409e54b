import type { ImpactQuestion } from '../src/impact.ts';
import type { TargetFindings } from '../src/impact-reader.ts';

export * from '../../core/test/samples.ts';

/** A question about the feature that samples change. */
export const CHECKOUT: ImpactQuestion = { target: { kind: 'feature', name: 'checkout' } };

/** Findings of a target that nothing touches. */
export const NOTHING: TargetFindings = { count: 0, touching: [], isDoubtful: false, doubtful: [] };
