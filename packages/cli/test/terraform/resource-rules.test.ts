import { describe, expect, test } from 'vitest';
import { isOfUnleash, targetsOfChange } from '../../src/terraform/resource-rules.ts';
import { type PlannedChange, readTerraformPlan } from '../../src/terraform/terraform-plan.ts';
import { changesOf, feature, type Json, resourceChange, shopPlan, UNLEASH } from './plans.ts';

/** What a change does: its targets with their project, or why that is unclear. */
const effectOf = (change: PlannedChange): unknown => {
  const result = targetsOfChange(change);
  return result.isOk() ? result.value : result.error;
};

const inShop = (...targets: readonly object[]) =>
  targets.map((target) => ({ target, project: 'shop' }));
const archived = (name: string) => inShop({ feature: name, intent: 'archive' });

/** By address, what each change of the plan does that Terraform wrote. */
const EFFECTS: readonly (readonly [address: string, effect: unknown])[] = [
  [
    'unleash_context_field.country',
    [{ target: { contextField: 'country', intent: 'update', legalValues: ['no'] } }],
  ],
  ['unleash_context_field.region', [{ target: { contextField: 'region' } }]],
  ['unleash_environment.staging', [{ target: { environment: 'staging' } }]],
  ['unleash_feature.banner[0]', inShop({ feature: 'banner', intent: 'delete' })],
  ['unleash_feature.drifted', []],
  ['unleash_feature.early', archived('early')],
  ['unleash_feature.early (deposed 0b1c2d3e)', archived('earlier')],
  ['unleash_feature.forgotten', []],
  ['unleash_feature.kept', []],
  // It was `unleash_feature.before`.
  ['unleash_feature.moved', []],
  ['unleash_feature.secret', 'unnamed'],
  // The id of a strategy that is added is only known once the plan is applied.
  ['unleash_feature_v2.grown', inShop({ strategyId: 's-4', feature: 'grown', intent: 'update' })],
  [
    'unleash_feature_v2.rollout',
    inShop(
      { strategyId: 's-2', feature: 'rollout', intent: 'update' },
      { strategyId: 's-3', feature: 'rollout', intent: 'delete' },
    ),
  ],
  ['unleash_project.old', 'no-rule'],
  ['unleash_project_environment.production', 'no-rule'],
  ['unleash_project_environment.staging', inShop({ environment: 'staging', intent: 'remove' })],
  // No provider has this type yet.
  ['unleash_segment.beta', 'no-rule'],
  [
    'unleash_strategy_assignment.checkout',
    inShop({ strategyId: 's-1', feature: 'checkout', intent: 'delete' }),
  ],
  ['unleash_user.ann', [{ target: { user: '4', intent: 'delete' } }]],
  ['unleash_user.bob', [{ target: { user: '5', intent: 'delete' } }]],
  ['module.flags["web"].unleash_feature_v2.this["checkout"]', archived('checkout')],
  ['module.flags["web"].unleash_feature_v2.this["search"]', []],
];

test('each change of a plan by Terraform does what its address says', () => {
  const changes = readTerraformPlan(shopPlan())._unsafeUnwrap().filter(isOfUnleash);

  expect(changes.map((each) => [each.address, effectOf(each)])).toEqual(EFFECTS);
});

const update = (before: Json, after: Json, more: Json = {}): Json => ({
  actions: ['update'],
  before,
  after,
  ...more,
});
const strategiesOf = (name: string, ...ids: readonly string[]) => [
  { name, enabled: true, strategy: ids.map((id) => ({ id, name: 'default' })) },
];
const strategies = (...ids: readonly string[]) => strategiesOf('production', ...ids);
const legal = (...values: readonly string[]) => ({
  name: 'country',
  legal_values: values.map((value) => ({ value, description: null })),
});
const assigned = { id: 's-1', feature_name: 'a', project_id: 'shop' };
const place = { project_id: 'shop', environment_name: 'staging' };
const field = { target: { contextField: 'country', intent: 'update' } };
const requests = (from: boolean | null) =>
  update({ ...place, change_requests_enabled: from }, { ...place, change_requests_enabled: true });
const variants = inShop({ variantForFlag: 'a', intent: 'update' });
const [environment, withoutOne] = [strategies('s-1'), strategies()];
const SENSITIVE = { before_sensitive: { environment: [{ strategy: [{ parameters: true }] }] } };

/** What that plan does not have. */
test.each<readonly [what: string, type: string, before: Json, change: Json, effect: unknown]>([
  [
    'a provider without archive_on_destroy',
    'feature',
    { name: 'a', project_id: 'shop' },
    {},
    archived('a'),
  ],
  [
    'a state without archive_on_destroy',
    'feature',
    feature('a', { archive_on_destroy: null }),
    {},
    inShop({ feature: 'a', intent: 'delete' }),
  ],
  ['a feature that is switched off', 'feature_enabling', { id: 'a/production' }, {}, []],
  ['a token', 'api_token', { id: '1' }, {}, 'no-rule'],
  ['no name', 'feature', feature('a', { name: null }), {}, 'unnamed'],
  ['an empty name', 'feature', feature(''), {}, 'unnamed'],
  ['a sensitive object', 'feature', feature('a'), { before_sensitive: true }, 'unnamed'],
  ['no project', 'feature', feature('a', { project_id: 7 }), {}, 'unnamed'],
  ['data that is read', 'feature', feature('a'), { actions: ['read'] }, []],
  ['one that is forgotten', 'feature', feature('a'), { actions: ['create', 'forget'] }, []],
  ['an action of a later version', 'feature', feature('a'), { actions: ['rename'] }, 'no-rule'],
  ['two actions', 'feature', feature('a'), { actions: ['update', 'delete'] }, 'no-rule'],
  ['texts of a feature', 'feature', {}, update(feature('a'), {}), []],
  [
    'texts of one with strategies',
    'feature_v2',
    {},
    update(feature('a', { environment }), feature('a', { environment, description: 'y' })),
    [],
  ],
  [
    'variants, which versions before 1.0.0 have',
    'feature',
    {},
    update(feature('a', { variant: [{ name: 'red' }] }), feature('a', { variant: [] })),
    variants,
  ],
  [
    'variants of one with strategies',
    'feature_v2',
    {},
    update(feature('a', { environment, variant: [] }), feature('a', { environment }), {
      after_unknown: { variant: true },
    }),
    variants,
  ],
  [
    'an environment that gets another name, in which Terraform keeps the ids',
    'feature_v2',
    {},
    update(
      feature('a', { environment: [...environment, ...strategiesOf('test', 's-2')] }),
      feature('a', {
        environment: [...strategiesOf('staging', 's-1'), ...strategiesOf('test', 's-2')],
      }),
    ),
    inShop(
      { strategyId: 's-1', feature: 'a', intent: 'delete' },
      { strategyId: 's-2', feature: 'a', intent: 'update' },
    ),
  ],
  [
    'a sensitive strategy',
    'feature_v2',
    {},
    update(feature('a', { environment }), feature('a', { environment: withoutOne }), SENSITIVE),
    'unnamed',
  ],
  [
    'an assigned strategy',
    'strategy_assignment',
    {},
    update(assigned, assigned),
    inShop({ strategyId: 's-1', feature: 'a', intent: 'update' }),
  ],
  [
    'legal values that are not known yet',
    'context_field',
    {},
    update(legal('no'), { name: 'country' }, { after_unknown: { legal_values: true } }),
    [field],
  ],
  [
    'more legal values than an impact takes',
    'context_field',
    {},
    update(legal('no'), legal(...Array.from({ length: 1_001 }, String))),
    [field],
  ],
  [
    'the same legal values',
    'context_field',
    {},
    update(legal('no'), { ...legal('no'), stickiness: true }),
    [],
  ],
  ['change requests as before', 'project_environment', {}, requests(true), []],
  ['change requests from now on', 'project_environment', {}, requests(null), []],
  ['a role', 'role', {}, update({}, {}), []],
  ['an unknown type', 'segment', {}, update({}, {}), 'no-rule'],
])('%s', (_what, type, before, change, effect) => {
  const [planned] = changesOf(resourceChange(`unleash_${type}`, before, change, UNLEASH));

  expect(effectOf(planned!)).toEqual(effect);
});

describe('the provider', () => {
  test.each([
    ['registry.opentofu.org/philips-labs/unleash', archived('a')],
    ['registry.example.com/Philips-Labs/Unleash', archived('a')],
    ['registry.terraform.io/acme/unleash', 'no-rule'],
    ['unleash', 'no-rule'],
    // A fork, which the configuration calls "unleash".
    ['registry.terraform.io/acme/unleash-fork', 'no-rule'],
  ])('%s is for Unleash', (provider, effect) => {
    const [change] = changesOf(removedBy(provider));

    expect(isOfUnleash(change!)).toBe(true);
    expect(effectOf(change!)).toEqual(effect);
  });

  test.each([
    ['registry.terraform.io/hashicorp/aws', 'aws_s3_bucket'],
    ['example.com/acme/unleashed', 'unleashed_order'],
  ])('%s is for something else', (provider, type) => {
    expect(changesOf(removedBy(provider, type)).map(isOfUnleash)).toEqual([false]);
  });

  const removedBy = (provider: string, type = 'unleash_feature') =>
    resourceChange(type, feature('a'), {}, { provider_name: provider });
});
