import * as fc from 'fast-check';
import type { Change } from '../src/change.ts';
import type { Target, TargetKind } from '../src/target.ts';
import type { Touching } from '../src/touches-of.ts';

// Few values, so that targets collide often; digits, so that a segment's id looks like a name; two differ in case only.
export const value = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('1', '2', '3', 'a', 'A') },
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
      'archiveFeature',
      'addDependency',
      'addReleasePlan',
      'startMilestone',
      'changeSafeguard',
      'updateSegment',
      'deleteSegment',
      'teleportFeature',
      '__proto__',
    ),
  },
  fc.string(),
);
export const strategy = fc.record(
  {
    id: value,
    name: value,
    segments: fc.array(number, { maxLength: 3 }),
    constraints: fc.array(fc.record({ contextName: value }), { maxLength: 2 }),
  },
  { requiredKeys: [] },
);
const milestone = fc.record(
  { strategies: fc.array(strategy, { maxLength: 2 }) },
  { requiredKeys: [] },
);
const snapshot = fc.oneof(
  strategy,
  fc.record({ milestones: fc.array(milestone, { maxLength: 2 }) }),
  fc.constantFrom(null, { milestones: {} }, { name: '\0', segments: {} }),
);
const payload = fc.oneof(
  strategy,
  fc.tuple(strategy, snapshot).map(([own, before]) => ({ ...own, snapshot: before })),
  fc.record({ feature: value }),
  fc.array(strategy, { maxLength: 3 }),
  fc.record({ id: number }),
  fc.jsonValue(),
);
const change: fc.Arbitrary<Change> = fc.record({ action, payload }, { requiredKeys: ['action'] });
const changes = fc.array(change, { maxLength: 4 });
const featureChanges = fc.record(
  { name: value, changes, defaultChange: change },
  { requiredKeys: ['name', 'changes'] },
);

export const changeRequest: fc.Arbitrary<Touching> = fc.record(
  {
    environment: value,
    features: fc.array(featureChanges, { maxLength: 3 }),
    segments: changes,
    createdBy: fc.oneof(value, fc.record({ id: number, username: value })),
  },
  { requiredKeys: ['environment', 'features', 'segments'] },
);

// By kind, so that a new kind does not compile until the laws cover it.
const TARGET: { readonly [Kind in TargetKind]: fc.Arbitrary<Target & { kind: Kind }> } = {
  feature: value.map((name) => ({ kind: 'feature', name })),
  strategy: value.map((id) => ({ kind: 'strategy', id })),
  featureVariants: value.map((feature) => ({ kind: 'featureVariants', feature })),
  segment: number.map((id) => ({ kind: 'segment', id })),
  strategyDefinition: value.map((name) => ({ kind: 'strategyDefinition', name })),
  environment: value.map((name) => ({ kind: 'environment', name })),
  contextField: value.map((name) => ({ kind: 'contextField', name })),
  user: value.map((name) => ({ kind: 'user', name })),
};
export const target: fc.Arbitrary<Target> = fc.oneof(...Object.values(TARGET));

/** A change request, and the same with another change somewhere; `place` is the list of changes. */
export const withAnother = fc
  .record({
    before: changeRequest,
    one: change,
    to: fc.nat({ max: 9 }),
    at: fc.nat({ max: 9 }),
  })
  .map(({ before, one, to, at }) => {
    const { features: old, segments } = before;
    const place = to % (old.length + 1);
    const after: Touching = {
      ...before,
      features: old.map((each, index) =>
        index === place ? { ...each, changes: each.changes.toSpliced(at, 0, one) } : each,
      ),
      segments: place === old.length ? segments.toSpliced(at, 0, one) : segments,
    };
    return { before, after, place };
  });
