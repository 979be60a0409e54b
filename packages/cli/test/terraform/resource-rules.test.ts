import { describe, expect, test } from 'vitest';
import { isOfUnleash, targetsOfChange } from '../../src/terraform/resource-rules.ts';
import { changesOf, feature, resourceChange } from './plans.ts';

const UNLEASH = { provider_name: 'registry.terraform.io/unleash/unleash' };

/** What a change does: its targets with their project, or why that is unclear. */
const effectOf = (change: object): unknown =>
  changesOf(change)
    .map(targetsOfChange)
    .map((result) => (result.isOk() ? result.value : result.error))
    .at(0);

const update = (before: object, after: object, more: object = {}) => ({
  actions: ['update'],
  before,
  after,
  ...more,
});

const shop = (target: object) => [{ target, project: 'shop' }];

describe('deleting', () => {
  test.each([
    ['unleash_feature', feature('a'), shop({ feature: 'a', intent: 'archive' })],
    [
      'unleash_feature_v2',
      feature('a', { archive_on_destroy: false }),
      shop({ feature: 'a', intent: 'delete' }),
    ],
    [
      'unleash_feature',
      feature('a', { archive_on_destroy: null }),
      shop({ feature: 'a', intent: 'archive' }),
    ],
    [
      'unleash_strategy_assignment',
      { id: 's-1', feature_name: 'a', project_id: 'shop' },
      shop({ strategyId: 's-1', feature: 'a', intent: 'delete' }),
    ],
    ['unleash_feature_enabling', { id: 'a/production' }, []],
    ['unleash_user', { id: '4', username: 'ann' }, [{ target: { user: '4', intent: 'delete' } }]],
    ['unleash_api_token', { id: '1' }, 'no-rule'],
    ['unleash_segment', { id: '1' }, 'no-rule'],
  ])('%s by philips-labs', (type, before, effect) => {
    expect(effectOf(resourceChange(type, before))).toEqual(effect);
  });

  test.each([
    ['unleash_context_field', { name: 'country' }, [{ target: { contextField: 'country' } }]],
    ['unleash_environment', { name: 'staging' }, [{ target: { environment: 'staging' } }]],
    [
      'unleash_project_environment',
      { project_id: 'shop', environment_name: 'staging' },
      shop({ environment: 'staging', intent: 'remove' }),
    ],
    ['unleash_user', { id: '4' }, [{ target: { user: '4', intent: 'delete' } }]],
    ['unleash_project', { id: 'shop' }, 'no-rule'],
  ])('%s by Unleash', (type, before, effect) => {
    expect(effectOf(resourceChange(type, before, {}, UNLEASH))).toEqual(effect);
  });

  test.each([
    ['is not in the plan', feature('a', { name: null }), {}],
    ['is no name', feature(''), {}],
    ['is sensitive', feature('a'), { before_sensitive: { name: true } }],
    ['is in a sensitive object', feature('a'), { before_sensitive: true }],
    ['has no project', feature('a', { project_id: 7 }), {}],
  ])('a feature whose name %s is unclear', (_what, before, change) => {
    expect(effectOf(resourceChange('unleash_feature', before, change))).toBe('unnamed');
  });

  test('takes what is sensitive elsewhere in the object as it is', () => {
    const change = { before_sensitive: { password: true } };

    expect(effectOf(resourceChange('unleash_user', { id: '4' }, change))).toHaveLength(1);
  });
});

describe('the actions', () => {
  const of = (...actions: readonly string[]) =>
    effectOf(resourceChange('unleash_feature', feature('a'), { actions }));

  test.each([[['delete', 'create']], [['create', 'delete']]])('%j remove the object', (actions) => {
    expect(of(...actions)).toEqual(shop({ feature: 'a', intent: 'archive' }));
  });

  test.each([[['no-op']], [['read']], [['create']], [['forget']], [['create', 'forget']]])(
    '%j remove nothing',
    (actions) => {
      expect(of(...actions)).toEqual([]);
    },
  );

  test.each([[['rename']], [['update', 'delete']]])('%j are unclear', (actions) => {
    expect(of(...actions)).toBe('no-rule');
  });
});

describe('the provider', () => {
  test.each([
    ['registry.opentofu.org/philips-labs/unleash', 1],
    ['registry.example.com/Philips-Labs/Unleash', 1],
    ['registry.terraform.io/acme/unleash', 'no-rule'],
    ['unleash', 'no-rule'],
  ])('%s is for Unleash', (name, effect) => {
    const change = resourceChange('unleash_feature', feature('a'), {}, { provider_name: name });

    expect(changesOf(change).map(isOfUnleash)).toEqual([true]);
    const found = effectOf(change);
    expect(Array.isArray(found) ? found.length : found).toBe(effect);
  });

  test.each(['registry.terraform.io/hashicorp/aws', 'example.com/acme/unleashed'])(
    '%s is for something else',
    (name) => {
      expect(
        changesOf(resourceChange('a', {}, {}, { provider_name: name })).map(isOfUnleash),
      ).toEqual([false]);
    },
  );
});

describe('updating', () => {
  const strategies = (...ids: readonly (string | null)[]) => [
    { name: 'production', enabled: true, strategy: ids.map((id) => ({ id, name: 'default' })) },
  ];
  const v2 = (before: object, after: object, unknown: object = {}) =>
    effectOf(
      resourceChange(
        'unleash_feature_v2',
        {},
        update(feature('a', before as never), feature('a', after as never), {
          after_unknown: unknown,
        }),
      ),
    );
  const strategy = (strategyId: string, intent: string) => ({
    target: { strategyId, feature: 'a', intent },
    project: 'shop',
  });

  test('a feature with its strategies updates those that stay, and deletes the others', () => {
    const before = { environment: strategies('s-1', 's-2') };

    expect(v2(before, { environment: strategies('s-1') })).toEqual([
      strategy('s-1', 'update'),
      strategy('s-2', 'delete'),
    ]);
  });

  test('takes a strategy whose id is not known before it is applied for another one', () => {
    const environment = strategies('s-1');
    const unknown = { environment: [{ strategy: [{ id: true }] }] };

    expect(v2({ environment }, { environment: strategies(null) }, unknown)).toEqual([
      strategy('s-1', 'delete'),
    ]);
  });

  test('does not name a sensitive strategy', () => {
    const change = update(
      feature('a', { environment: strategies('s-1') }),
      feature('a', { environment: [] }),
      { before_sensitive: { environment: [{ strategy: [{ parameters: true }] }] } },
    );

    expect(effectOf(resourceChange('unleash_feature_v2', {}, change))).toBe('unnamed');
  });

  test('the rest of a feature does nothing', () => {
    const environment = strategies('s-1');

    expect(v2({ environment, description: 'x' }, { environment, description: 'y' })).toEqual([]);
    expect(effectOf(resourceChange('unleash_feature', {}, update(feature('a'), {})))).toEqual([]);
  });

  test('an assigned strategy is an update of it', () => {
    const before = { id: 's-1', feature_name: 'a', project_id: 'shop' };

    expect(
      effectOf(resourceChange('unleash_strategy_assignment', {}, update(before, before))),
    ).toEqual([strategy('s-1', 'update')]);
  });

  const legal = (...values: readonly string[]) => ({
    name: 'country',
    legal_values: values.map((value) => ({ value, description: null })),
  });
  const field = (after: object, more: object = {}) =>
    effectOf(
      resourceChange('unleash_context_field', {}, update(legal('no', 'de'), after, more), UNLEASH),
    );

  test('the legal values of a context field says which it gets, if that is known', () => {
    const target = { contextField: 'country', intent: 'update' };

    expect(field(legal('no'))).toEqual([{ target: { ...target, legalValues: ['no'] } }]);
    expect(field({ name: 'country' }, { after_unknown: { legal_values: true } })).toEqual([
      { target },
    ]);
    expect(field(legal(...Array.from({ length: 1_001 }, String)))).toEqual([{ target }]);
    expect(field({ ...legal('no', 'de'), stickiness: true })).toEqual([]);
  });

  test.each([
    [true, true, []],
    [true, false, 'no-rule'],
    [null, true, []],
  ])('whether a project needs change requests, from %s to %s', (from, to, effect) => {
    const place = { project_id: 'shop', environment_name: 'staging' };
    const change = update(
      { ...place, change_requests_enabled: from },
      { ...place, change_requests_enabled: to },
    );

    expect(effectOf(resourceChange('unleash_project_environment', {}, change, UNLEASH))).toEqual(
      effect,
    );
  });

  test('a resource that no rule knows is unclear, settings are nothing', () => {
    expect(effectOf(resourceChange('unleash_segment', {}, update({}, {})))).toBe('no-rule');
    expect(effectOf(resourceChange('unleash_role', {}, update({}, {}), UNLEASH))).toEqual([]);
  });
});
