import * as fc from 'fast-check';
import type { Change, ScheduledChangeRequest } from '../src/index.ts';

// Few values, so that targets collide often; digits, so that a segment's id looks like a name.
export const value = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('1', '2', '3') },
  fc.string(),
);
export const number = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(1, 2, 3) },
  fc.maxSafeInteger(),
);

export const action = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      'updateEnabled',
      'addStrategy',
      'updateStrategy',
      'updateMilestoneStrategy',
      'deleteStrategy',
      'reorderStrategy',
      'patchVariant',
      'updateSegment',
      'deleteSegment',
      'teleportFeature',
      '__proto__',
    ),
  },
  fc.string(),
);
export const strategy = fc.record(
  { id: value, name: value, segments: fc.array(number, { maxLength: 3 }) },
  { requiredKeys: [] },
);
const payload = fc.oneof(
  strategy,
  fc.array(strategy, { maxLength: 3 }),
  fc.record({ id: number }),
  fc.jsonValue(),
);
export const change: fc.Arbitrary<Change> = fc.record(
  { action, payload },
  { requiredKeys: ['action'] },
);
const changes = fc.array(change, { maxLength: 4 });
const features = fc.array(fc.record({ name: value, changes }), { maxLength: 3 });

export type Changes = Pick<ScheduledChangeRequest, 'features' | 'segments'>;
export const changeRequest: fc.Arbitrary<Changes> = fc.record({ features, segments: changes });
