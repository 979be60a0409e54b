import {
  type Change,
  type FeatureChanges,
  touchesIn,
  type ScheduledChangeRequest,
} from '@forewarn/core';
import { describe, expect, test } from 'vitest';
import { type ConsequenceRule, CONSEQUENCES } from '../src/impact.ts';
import type { ImpactQuestion, Intent } from '../src/impact-question.ts';
import { by, consequenceOf } from '../src/consequence-of.ts';
import { RULE_WORDS } from '../src/words.ts';
import { TARGETS } from './samples.ts';

// What each intent does to each action: see consequences-by-action.test.ts, and test/unleash/truth for a real Unleash.

const under = (...changes: readonly Change[]): FeatureChanges => ({ name: 'checkout', changes });

/** The rule of each touch of the question's target. */
function rules(
  question: ImpactQuestion & { readonly intent: Intent },
  changes: Partial<ScheduledChangeRequest>,
): readonly ConsequenceRule[] {
  const changeRequest = { environment: 'production', features: [], segments: [], ...changes };
  return touchesIn(changeRequest)
    .filter(({ target }) => JSON.stringify(target) === JSON.stringify(question.target))
    .map((touch) => consequenceOf(question, touch, changeRequest).rule);
}

test.each(Object.keys(CONSEQUENCES) as ConsequenceRule[])('%s says why and what to do', (rule) => {
  const { why, next, outcome, reschedulable, evidence } = by(rule);

  expect({ why, next }).toEqual(RULE_WORDS[rule]);
  expect(`${why} ${next}`).toMatch(/^[A-Z][^.]+\. [A-Z][^.]+\.$/);
  expect(reschedulable !== undefined).toBe(outcome === 'suspended');
  expect(evidence === 'none' || evidence === 'source' ? 'unknown' : outcome).toBe(outcome);
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
    ['lists it without changes', [under()], ['no-rule']],
    ['lists it again without changes', [under(ARCHIVE), under()], ['no-rule', 'no-rule']],
    [
      'archives it and makes it a parent',
      [under(ARCHIVE), dependency('addDependency')],
      ['already-archiving', 'parent-gone'],
    ],
  ])('of a change request that %s', (_what, features, expected) => {
    expect(rules({ target: TARGETS.feature, intent: 'archive' }, { features })).toEqual(expected);
  });
});

test('a change request without changes is never harmless where its environment is removed', () => {
  expect(rules({ target: TARGETS.environment, intent: 'remove' }, {})).toEqual(['no-rule']);
});

test('an intent that the kind of target does not have has no rule', () => {
  const change = { action: 'updateStrategy', payload: { id: 's-1', segments: [7] } };
  const features = [under(change)];

  expect(rules({ target: TARGETS.feature, intent: 'remove' }, { features })).toEqual(['no-rule']);
  expect(rules({ target: TARGETS.segment, intent: 'archive' }, { features })).toEqual(['no-rule']);
});

test.each([
  [{ feature: 'sale' }, 'dependency-gone'],
  [undefined, 'no-rule'],
  [{ feature: '' }, 'no-rule'],
])('a feature becomes a child while the removal of %j is scheduled', (payload, rule) => {
  const features = [under({ action: 'deleteDependency', payload })];
  expect(rules({ target: TARGETS.feature, intent: 'become-child' }, { features })).toEqual([rule]);
});

describe('consequenceOf: in one environment', () => {
  const patch = { features: [under({ action: 'patchVariant', payload: [] })] };
  const asked = { target: TARGETS.featureVariants, intent: 'update' } as const;

  test.each([
    [undefined, 'variants-updated'],
    ['production', 'variants-updated'],
    ['development', 'other-environment'],
  ])('variants that are updated in %s', (inEnvironment, rule) => {
    const question = inEnvironment === undefined ? asked : { ...asked, inEnvironment };
    expect(rules(question, patch)).toEqual([rule]);
  });

  test('variants that are updated in an environment that does not exist', () => {
    const question = { ...asked, inEnvironment: 'producton', isEnvironmentNotFound: true };
    expect(rules(question, patch)).toEqual(['environment-not-found']);
  });

  test.each([
    ['updateStrategy', 'update', 'strategy-updated'],
    ['deleteStrategy', 'delete', 'strategy-deleted'],
  ] as const)('%s of a strategy, which has one environment', (action, intent, rule) => {
    const features = [under({ action, payload: { id: 's-1' } })];
    const question = { target: TARGETS.strategy, intent, inEnvironment: 'development' };
    expect(rules(question, { features })).toEqual([rule]);
  });

  test.each([
    ['production', 'default-strategy-unneeded'],
    ['development', 'other-environment'],
  ])('a feature that is imported in %s, and switched on', (inEnvironment, rule) => {
    const defaultChange = { action: 'addStrategy', payload: { name: 'default' } };
    const features = [{ ...under({ action: 'updateEnabled' }), defaultChange }];
    const question = { target: TARGETS.feature, intent: 'import', inEnvironment } as const;
    expect(rules(question, { features })).toContain(rule);
  });

  test('a feature that is archived has no environment', () => {
    const question = { target: TARGETS.feature, intent: 'archive', inEnvironment: 'x' } as const;
    expect(rules(question, patch)).toEqual(['feature-archived']);
  });
});

describe('consequenceOf: the legal values of a context field', () => {
  const asked = { target: TARGETS.contextField, intent: 'update' } as const;
  const constrained = (constraint: object, list: 'features' | 'segments' | 'defaultChange') => {
    const payload = { id: 7, name: 'x', constraints: [{ contextName: 'country', ...constraint }] };
    if (list === 'segments') return { segments: [{ action: 'updateSegment', payload }] };
    const change = { action: 'addStrategy', payload };
    if (list === 'features') return { features: [under(change)] };
    return { features: [{ ...under({ action: 'updateEnabled' }), defaultChange: change }] };
  };

  test.each<[object, readonly string[] | undefined, ConsequenceRule]>([
    [{ values: ['se', 'no'] }, undefined, 'context-field-updated'],
    [{ values: ['se', 'no'] }, ['se', 'no', 'fi'], 'still-applies'],
    [{ values: ['se', 'no'] }, ['se'], 'value-no-longer-legal'],
    [{ values: [], value: 'no' }, ['se'], 'value-no-longer-legal'],
    [{ values: ['se'], value: 'no' }, ['se'], 'value-no-longer-legal'],
    [{ values: ['se'], value: '' }, ['se'], 'still-applies'],
    [{ values: ['se', ''] }, ['se'], 'value-no-longer-legal'],
    [{ values: ['se', 'no'] }, [], 'still-applies'],
    [{ values: [7] }, ['se'], 'context-field-updated'],
    [{ values: 'se' }, ['se'], 'still-applies'],
    [{}, ['se'], 'context-field-updated'],
  ])('a constraint %j with the legal values %j', (constraint, legalValues, rule) => {
    const question = legalValues === undefined ? asked : { ...asked, legalValues };
    for (const list of ['features', 'segments', 'defaultChange'] as const) {
      expect(rules(question, constrained(constraint, list))).toEqual([rule]);
    }
  });
});
