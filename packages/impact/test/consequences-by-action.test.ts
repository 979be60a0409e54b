import {
  type Change,
  type ScheduledChangeRequest,
  type TargetKind,
  touchesIn,
} from '@forewarn/core';
import { expect, test } from 'vitest';
import { consequenceOf } from '../src/consequence-of.ts';
import { type ConsequenceRule, INTENTS } from '../src/impact.ts';
import { changeRequest, OF_PLAN, TARGETS } from './samples.ts';

type Rules = Partial<Record<ConsequenceRule, readonly string[]>>;

const OPEN_SOURCE = ['updateEnabled', 'patchVariant', 'archiveFeature'];
const ADD_OR_UPDATE = ['addStrategy', 'updateStrategy'];
const OF_STRATEGY = [...ADD_OR_UPDATE, 'deleteStrategy', 'reorderStrategy'];
const OF_DEPENDENCY = ['addDependency', 'deleteDependency'];
const OF_SEGMENT = ['updateSegment', 'deleteSegment'];
const OTHERS = [
  'updateMilestoneStrategy',
  'changeFeatureEnvSafeguard',
  'deleteFeatureEnvSafeguard',
  'teleportFeature',
];
/** What Unleash does in addition to a change. */
const DEFAULT = 'the default change';
const ADD_AS_PARENT = 'addDependency of a child';
const DELETE_AS_PARENT = 'deleteDependency of a child';
const AS_PARENT = [ADD_AS_PARENT, DELETE_AS_PARENT];

const MEASURED = [...OPEN_SOURCE, ...OF_STRATEGY, ...OF_DEPENDENCY];
const OF_FEATURE = [...MEASURED, ...OF_PLAN, ...OTHERS, DEFAULT];
const CHANGES = [...OF_FEATURE, ...OF_SEGMENT, ...AS_PARENT];

const without = (from: readonly string[], ...some: readonly string[]): readonly string[] =>
  from.filter((each) => !some.includes(each));

/** For each intent and kind, the changes that a rule is about. All others that touch the target have no rule. */
const RULES: Readonly<Record<string, Rules>> = {
  'archive feature': {
    'feature-archived': without(OF_FEATURE, 'archiveFeature'),
    'already-archiving': ['archiveFeature'],
    'parent-gone': [ADD_AS_PARENT],
    'still-depended-on': [DELETE_AS_PARENT],
  },
  'delete feature': {
    'feature-deleted': OF_FEATURE,
    'parent-gone': [ADD_AS_PARENT],
    'still-depended-on': [DELETE_AS_PARENT],
  },
  'move feature': {
    'feature-moved': [...without(MEASURED, 'deleteDependency'), DEFAULT, ADD_AS_PARENT],
    'still-depends': ['deleteDependency'],
    'still-depended-on': [DELETE_AS_PARENT],
  },
  'import feature': {
    'strategies-replaced': ['updateStrategy', 'deleteStrategy', 'reorderStrategy'],
    'default-strategy-unneeded': [DEFAULT],
    'still-applies': [...OPEN_SOURCE, 'addStrategy', ...OF_DEPENDENCY, ...AS_PARENT],
  },
  'become-parent feature': {
    'child-becomes-parent': ['archiveFeature', 'addDependency'],
    'still-depends': ['deleteDependency'],
    'still-applies': ['updateEnabled', 'patchVariant', ...OF_STRATEGY, ...AS_PARENT, DEFAULT],
  },
  'become-child feature': {
    'dependency-gone': ['deleteDependency'],
    'parent-becomes-child': [ADD_AS_PARENT],
    'still-depended-on': [DELETE_AS_PARENT],
    'still-applies': [...without(MEASURED, 'deleteDependency'), DEFAULT],
  },
  'update strategy': {
    'strategy-updated': ['updateStrategy'],
    'still-applies': ['deleteStrategy', 'reorderStrategy'],
  },
  'delete strategy': {
    'strategy-deleted': ['updateStrategy', 'deleteStrategy'],
    'ordered-strategy-deleted': ['reorderStrategy'],
  },
  'update featureVariants': { 'variants-updated': ['patchVariant'] },
  'update segment': {
    'included-segment-updated': [...ADD_OR_UPDATE, DEFAULT],
    'segment-updated': ['updateSegment'],
    'still-applies': ['deleteSegment'],
  },
  'move segment': {
    'included-segment-moved': ADD_OR_UPDATE,
    'segment-moved': [DEFAULT],
    'still-applies': OF_SEGMENT,
  },
  'delete segment': {
    'included-segment-deleted': ADD_OR_UPDATE,
    'segment-deleted': [...OF_SEGMENT, 'updateMilestoneStrategy', DEFAULT],
  },
  'update strategyDefinition': { 'still-applies': [...ADD_OR_UPDATE, DEFAULT] },
  'delete strategyDefinition': {
    'definition-deleted': [...ADD_OR_UPDATE, DEFAULT],
    'milestone-definition-deleted': ['updateMilestoneStrategy'],
    'planned-definition-deleted': without(OF_PLAN, 'addReleasePlan'),
  },
  'remove environment': {
    'environment-removed': ['updateEnabled', 'patchVariant', 'reorderStrategy', DEFAULT],
    'environment-left': without(OF_STRATEGY, 'reorderStrategy'),
    'still-applies': ['archiveFeature', ...OF_DEPENDENCY, ...AS_PARENT, ...OF_SEGMENT],
  },
  'update contextField': {
    'context-field-updated': [...ADD_OR_UPDATE, 'updateSegment', DEFAULT],
  },
  'delete user': { 'author-deleted': CHANGES },
};

const USED = { segments: [7], constraints: [{ contextName: 'country' }] };
const STRATEGY = { id: 's-1', name: 'holidaySale', ...USED };

function payloadOf(action: string): unknown {
  if (OF_SEGMENT.includes(action)) return { id: 7, ...USED };
  if (OF_DEPENDENCY.includes(action)) return { feature: 'parent' };
  if (action === 'reorderStrategy') return [STRATEGY];
  return { ...STRATEGY, snapshot: { milestones: [{ strategies: [STRATEGY] }] } };
}

function changing(what: string): Partial<ScheduledChangeRequest> {
  const [action = '', isOfChild] = what.split(' of a ');
  const change: Change = { action, payload: payloadOf(action) };
  if (OF_SEGMENT.includes(action)) return { segments: [change] };
  if (isOfChild !== undefined) {
    return {
      features: [{ name: 'child', changes: [{ action, payload: { feature: 'checkout' } }] }],
    };
  }
  if (what !== DEFAULT) return { features: [{ name: 'checkout', changes: [change] }] };
  const defaultChange = { ...change, action: 'addStrategy' };
  const changes = [{ action: 'updateEnabled' }];
  return { features: [{ name: 'checkout', changes, defaultChange }] };
}

const QUESTIONS = Object.entries(INTENTS).flatMap(([kind, intents]) =>
  intents.map((intent) => [intent, kind as TargetKind] as const),
);

test.each(QUESTIONS)('to %s a target of the kind %s has these rules', (intent, kind) => {
  const target = TARGETS[kind];
  const asText = JSON.stringify(target);
  const found = CHANGES.flatMap((what): readonly (readonly [string, ConsequenceRule])[] => {
    const scheduled = changeRequest({ ...changing(what), createdBy: 'ann' });
    const touch = touchesIn(scheduled).findLast((each) => JSON.stringify(each.target) === asText);
    if (touch === undefined) return [];
    const { rule } = consequenceOf({ intent }, touch, scheduled);
    return rule === 'no-rule' ? [] : [[what, rule]];
  });
  const expected = Object.entries(RULES[`${intent} ${kind}`] ?? {}).flatMap(([rule, changes]) =>
    changes.map((change) => [change, rule]),
  );

  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
});
