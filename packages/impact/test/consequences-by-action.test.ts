import { type TargetKind, touchesIn } from '@forewarn/core';
import { expect, test } from 'vitest';
import { consequenceOf } from '../src/consequence-of.ts';
import type { ConsequenceRule } from '../src/impact.ts';
import { INTENTS } from '../src/impact-question.ts';
import { changeRequest, OF_PLAN, TARGETS } from './samples.ts';

/** The actions that no test can measure. For all others, docs/reference/rules.md has the rules. */
const UNMEASURED = [
  ...OF_PLAN,
  'changeFeatureEnvSafeguard',
  'deleteFeatureEnvSafeguard',
  'teleportFeature',
];

/** For each intent and kind, the rule, and the actions that it is about. All others that touch the target have no rule. */
const RULES: Readonly<Record<string, readonly [ConsequenceRule, readonly string[]]>> = {
  'archive feature': ['feature-archived', UNMEASURED],
  'delete feature': ['feature-deleted', UNMEASURED],
  'delete strategyDefinition': [
    'planned-definition-deleted',
    OF_PLAN.filter((action) => action !== 'addReleasePlan'),
  ],
  'delete user': ['author-deleted', UNMEASURED],
};

const STRATEGY = {
  id: 's-1',
  name: 'holidaySale',
  segments: [7],
  constraints: [{ contextName: 'country' }],
};
const payload = { ...STRATEGY, snapshot: { milestones: [{ strategies: [STRATEGY] }] } };

const QUESTIONS = Object.entries(INTENTS).flatMap(([kind, intents]) =>
  intents.map((intent) => [intent, kind as TargetKind] as const),
);

test.each(QUESTIONS)('to %s a target of the kind %s has these rules', (intent, kind) => {
  const asText = JSON.stringify(TARGETS[kind]);
  const found = UNMEASURED.flatMap((action): readonly (readonly [string, ConsequenceRule])[] => {
    const features = [{ name: 'checkout', changes: [{ action, payload }] }];
    const scheduled = changeRequest({ features, createdBy: 'ann' });
    const touch = touchesIn(scheduled).find(({ target }) => JSON.stringify(target) === asText);
    if (touch === undefined) return [];
    const { rule } = consequenceOf({ intent }, touch, scheduled);
    return rule === 'no-rule' ? [] : [[action, rule]];
  });
  const [rule, actions = []] = RULES[`${intent} ${kind}`] ?? [];

  expect(found).toEqual(actions.map((action) => [action, rule]));
});

test('to remove an environment has a rule about the default change, too', () => {
  const [changes, defaultChange] = [[{ action: 'updateEnabled' }], { action: 'addStrategy' }];
  const scheduled = changeRequest({ features: [{ name: 'checkout', changes, defaultChange }] });
  const touch = touchesIn(scheduled).findLast(({ target }) => target.kind === 'environment')!;

  expect(consequenceOf({ intent: 'remove' }, touch, scheduled).rule).toBe('environment-removed');
});
