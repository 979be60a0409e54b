import type { ScheduledChangeRequest, Target } from '@forewarn/core';
import { enabling } from './change-request.ts';

type Touched = Pick<ScheduledChangeRequest, 'features' | 'segments'>;

const SUBJECT = 'the subject';

const change = (feature: string, action: string, payload: unknown): Touched => ({
  features: [{ name: feature, changes: [{ action, payload }] }],
  segments: [],
});

/** Returns changes that touch the target and no other of its kind. */
export function touching(target: Target): Touched {
  switch (target.kind) {
    case 'feature':
      return { features: enabling(target.name), segments: [] };
    case 'strategy':
      return change(SUBJECT, 'deleteStrategy', { id: target.id });
    case 'featureVariants':
      return change(target.feature, 'patchVariant', []);
    case 'segment':
      return {
        features: [],
        segments: [{ action: 'updateSegment', payload: { id: target.id } }],
      };
    case 'strategyDefinition':
      break;
  }
  return change(SUBJECT, 'addStrategy', { name: target.name });
}
