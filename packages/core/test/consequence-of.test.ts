import { describe, expect, test } from 'vitest';
import {
  type Change,
  type ChangeAction,
  type Consequence,
  consequenceOf,
  type ConsequenceRule,
  type FeatureChanges,
  type Intent,
  INTENTS,
  type Target,
  type TargetKind,
  touchesIn,
} from '../src/index.ts';

const USES = { id: 's-1', name: 'holidaySale', segments: [7] };
const PLAN = { milestones: [{ strategies: [USES] }] };
// A payload with which each action touches all that it can.
const PAYLOADS: Readonly<Record<ChangeAction, unknown>> = {
  updateEnabled: {},
  addStrategy: USES,
  updateStrategy: USES,
  updateMilestoneStrategy: { ...USES, snapshot: PLAN },
  deleteStrategy: USES,
  reorderStrategy: [{ id: 's-1' }],
  patchVariant: [],
  archiveFeature: {},
  addDependency: { feature: 'parent' },
  deleteDependency: { feature: 'parent' },
  updateSegment: { id: 7 },
  deleteSegment: { id: 7 },
  addReleasePlan: {},
  deleteReleasePlan: { snapshot: PLAN },
  startMilestone: { snapshot: PLAN },
  changeMilestoneProgression: { snapshot: PLAN },
  deleteMilestoneProgression: { snapshot: PLAN },
  resumeMilestoneProgression: { snapshot: PLAN },
  changeReleasePlanSafeguard: { snapshot: PLAN },
  deleteReleasePlanSafeguard: { snapshot: PLAN },
  changeFeatureEnvSafeguard: {},
  deleteFeatureEnvSafeguard: {},
};

const TARGETS: Readonly<Record<TargetKind, Target>> = {
  feature: { kind: 'feature', name: 'checkout' },
  strategy: { kind: 'strategy', id: 's-1' },
  featureVariants: { kind: 'featureVariants', feature: 'checkout' },
  segment: { kind: 'segment', id: 7 },
  strategyDefinition: { kind: 'strategyDefinition', name: 'holidaySale' },
};

const under = (...changes: readonly Change[]): FeatureChanges => ({ name: 'checkout', changes });

/** The consequences for each touch of a target. */
function consequences(
  intent: Intent,
  target: Target,
  ...features: readonly FeatureChanges[]
): readonly Consequence[] {
  const changeRequest = { features, segments: [] };
  return touchesIn(changeRequest)
    .filter((touch) => JSON.stringify(touch.target) === JSON.stringify(target))
    .map((touch) => consequenceOf(intent, touch, changeRequest));
}

const rulesFor = (intent: Intent, kind: TargetKind): Readonly<Record<string, ConsequenceRule>> =>
  Object.fromEntries(
    Object.entries(PAYLOADS).flatMap(([action, payload]) =>
      consequences(intent, TARGETS[kind], under({ action, payload })).map(({ rule }) => [
        action,
        rule,
      ]),
    ),
  );

const every = (actions: readonly string[], rule: ConsequenceRule) =>
  Object.fromEntries(actions.map((action) => [action, rule]));

const PLAN_ACTIONS = every(
  [
    'deleteReleasePlan',
    'startMilestone',
    'changeMilestoneProgression',
    'deleteMilestoneProgression',
    'resumeMilestoneProgression',
    'changeReleasePlanSafeguard',
    'deleteReleasePlanSafeguard',
  ],
  'not-documented',
);
const CHANGE_STRATEGY = [
  'updateStrategy',
  'updateMilestoneStrategy',
  'deleteStrategy',
  'reorderStrategy',
];
const INCLUDE_SEGMENT = ['addStrategy', 'updateStrategy', 'updateMilestoneStrategy'];
const CHANGE_SEGMENT = ['updateSegment', 'deleteSegment'];
/** The rules of a definition whose use this one decides. */
const ofDefinition = (rule: ConsequenceRule) => ({
  ...every(['addStrategy', 'updateStrategy'], rule),
  ...every(['updateMilestoneStrategy', 'deleteStrategy'], 'not-documented'),
  ...PLAN_ACTIONS,
});

describe('consequenceOf: the table', () => {
  test.each<[Intent, TargetKind, Readonly<Record<string, ConsequenceRule>>]>([
    [
      'archive',
      'feature',
      { ...every(Object.keys(PAYLOADS), 'feature-archived'), archiveFeature: 'already-archiving' },
    ],
    ['update', 'strategy', { ...every(CHANGE_STRATEGY, 'strategy-updated'), ...PLAN_ACTIONS }],
    ['delete', 'strategy', { ...every(CHANGE_STRATEGY, 'strategy-deleted'), ...PLAN_ACTIONS }],
    ['update', 'featureVariants', { patchVariant: 'variants-updated' }],
    [
      'update',
      'segment',
      {
        ...every(INCLUDE_SEGMENT, 'segment-updated'),
        ...every(CHANGE_SEGMENT, 'not-documented'),
        ...PLAN_ACTIONS,
      },
    ],
    [
      'delete',
      'segment',
      { ...every([...INCLUDE_SEGMENT, ...CHANGE_SEGMENT], 'segment-deleted'), ...PLAN_ACTIONS },
    ],
    ['update', 'strategyDefinition', ofDefinition('definition-updated')],
    ['delete', 'strategyDefinition', ofDefinition('definition-deleted')],
  ])('%s of a %s', (intent, kind, rules) => {
    expect(rulesFor(intent, kind)).toEqual(rules);
  });

  test('says what each rule does', () => {
    const said = Object.entries(INTENTS).flatMap(([kind, intents]) =>
      intents.flatMap((intent) =>
        Object.entries(PAYLOADS).flatMap(([action, payload]) =>
          consequences(intent, TARGETS[kind as TargetKind], under({ action, payload })),
        ),
      ),
    );
    const parent = consequences(
      'archive',
      { kind: 'feature', name: 'parent' },
      under({ action: 'addDependency', payload: PAYLOADS.addDependency }),
    );
    const byRule = new Map([...said, ...parent].map((each) => [each.rule, each]));

    expect(Object.fromEntries(byRule)).toEqual({
      'feature-archived': { outcome: 'suspended', reschedulable: false, rule: 'feature-archived' },
      'already-archiving': { outcome: 'unaffected', rule: 'already-archiving' },
      'parent-archived': { outcome: 'fails', rule: 'parent-archived' },
      'strategy-deleted': { outcome: 'suspended', reschedulable: false, rule: 'strategy-deleted' },
      'strategy-updated': { outcome: 'suspended', reschedulable: true, rule: 'strategy-updated' },
      'variants-updated': { outcome: 'suspended', reschedulable: true, rule: 'variants-updated' },
      'segment-updated': { outcome: 'suspended', reschedulable: true, rule: 'segment-updated' },
      'segment-deleted': { outcome: 'fails', rule: 'segment-deleted' },
      'definition-deleted': { outcome: 'fails', rule: 'definition-deleted' },
      'definition-updated': { outcome: 'unknown', rule: 'definition-updated' },
      'not-documented': { outcome: 'unknown', rule: 'not-documented' },
    });
  });
});

describe('consequenceOf: archiving a feature', () => {
  const ARCHIVE: Change = { action: 'archiveFeature' };
  const ENABLE: Change = { action: 'updateEnabled' };
  const other = (...changes: readonly Change[]): FeatureChanges => ({ name: 'other', changes });
  const dependency = (action: string) => other({ action, payload: { feature: 'checkout' } });

  test.each<[string, readonly FeatureChanges[], readonly ConsequenceRule[]]>([
    ['archives it alone', [under(ARCHIVE), other(ENABLE)], ['already-archiving']],
    [
      'archives it twice',
      [under(ARCHIVE), under(ARCHIVE)],
      ['already-archiving', 'already-archiving'],
    ],
    [
      'also changes it otherwise',
      [under(ENABLE, ARCHIVE)],
      ['feature-archived', 'feature-archived'],
    ],
    [
      'changes it otherwise where it lists it again',
      [under(ARCHIVE), under(ENABLE)],
      ['feature-archived', 'feature-archived'],
    ],
    [
      'has a change of a segment under it',
      [under(ARCHIVE, { action: 'updateSegment' })],
      ['feature-archived'],
    ],
    ['has an unknown change', [under({ action: 'teleportFeature' })], ['feature-archived']],
    ['lists it without changes', [under()], ['not-documented']],
    [
      'lists it again without changes',
      [under(ARCHIVE), under()],
      ['not-documented', 'not-documented'],
    ],
    ['makes it a parent', [dependency('addDependency')], ['parent-archived']],
    ['removes it as a parent', [dependency('deleteDependency')], ['parent-archived']],
    [
      'archives it and makes it a parent',
      [under(ARCHIVE), dependency('addDependency')],
      ['already-archiving', 'parent-archived'],
    ],
  ])('of a change request that %s', (_what, features, rules) => {
    const found = consequences('archive', TARGETS.feature, ...features);
    expect(found.map(({ rule }) => rule)).toEqual(rules);
  });
});

test('an intent that the kind of target does not have is not documented', () => {
  const change: Change = { action: 'updateStrategy', payload: USES };

  const unknown = [{ outcome: 'unknown', rule: 'not-documented' }];
  expect(consequences('delete', TARGETS.feature, under(change))).toEqual(unknown);
  expect(consequences('archive', TARGETS.segment, under(change))).toEqual(unknown);
});
