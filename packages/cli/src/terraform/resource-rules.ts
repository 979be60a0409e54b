import type { ImpactTarget } from '@forewarn/client';
import { isName } from '@forewarn/core';
import { MAX_LEGAL_VALUES } from '@forewarn/impact';
import { isDeepStrictEqual } from 'node:util';
import { err, ok, Result } from 'neverthrow';
import type { PlannedChange, Values } from './terraform-plan.ts';

/** What a change of a resource does to one target. */
export interface PlannedTarget {
  readonly target: ImpactTarget;
  /** The one project in which it does that; absent if it may be in each. */
  readonly project?: string;
}

/** Why it is unknown what a change does. `no-rule`: no rule says. `unnamed`: the plan does not show what it is about. */
export type Unclear = 'no-rule' | 'unnamed';

/** Returns what a change of a resource does to the targets that scheduled changes can touch. */
type Rule = (change: PlannedChange) => Result<readonly PlannedTarget[], Unclear>;

interface Rules {
  /** When the object is deleted, or replaced. */
  readonly delete: Rule;
  readonly update: Rule;
}

/** No rule of the impact says that a scheduled change could depend on it. */
const nothing: Rule = () => ok([]);
const noRule: Rule = () => err('no-rule');

const removedFeature: Rule = (change) =>
  nameIn(change, 'name').andThen((feature) => {
    const { archive_on_destroy: archives = true } = change.before;
    // The provider reads null as false: a state can be older than the attribute.
    const intent = archives === true ? 'archive' : 'delete';
    return inItsProject(change, { feature, intent });
  });

const assignedStrategy =
  (intent: 'update' | 'delete'): Rule =>
  (change) =>
    nameIn(change, 'id').andThen((strategyId) =>
      nameIn(change, 'feature_name').andThen((feature) =>
        inItsProject(change, { strategyId, feature, intent }),
      ),
    );

/** Only features of a provider before 1.0.0 have variants. */
const updatedVariants: Rule = (change) => {
  const { before, after } = change;
  if (isDeepStrictEqual(before['variant'], after['variant'])) return ok([]);
  return nameIn(change, 'name').andThen((variantForFlag) =>
    inItsProject(change, { variantForFlag, intent: 'update' }),
  );
};

/** If anything in its environments changes, the provider updates each strategy that stays, and deletes the others. */
const updatedStrategies: Rule = (change) => {
  const { before, after } = change;
  if (isDeepStrictEqual(before['environment'], after['environment'])) return ok([]);
  return nameIn(change, 'name').andThen((feature) => {
    const kept = new Set(strategiesIn(after).map(({ key }) => key));
    const updated = strategiesIn(before).map(({ id: strategyId, key }) => {
      if (strategyId === undefined || isSensitive(change, 'environment')) return undefined;
      const intent = kept.has(key) ? 'update' : 'delete';
      return { strategyId, feature, intent } as const;
    });
    return Result.combine(
      updated.map((target) =>
        target === undefined ? err<never, Unclear>('unnamed') : inItsProject(change, target),
      ),
    ).map((targets) => targets.flat());
  });
};

const updatedFeature: Rule = (change) =>
  Result.combine([updatedVariants(change), updatedStrategies(change)]).map((both) => both.flat());

const updatedContextField: Rule = (change) => {
  const { before, after, afterUnknown } = change;
  const isKnown = !hasTrue(afterUnknown['legal_values']);
  const isChanged = !isDeepStrictEqual(before['legal_values'], after['legal_values']);
  if (isKnown && !isChanged) return ok([]);
  return nameIn(change, 'name').map((contextField) => {
    const target = { contextField, intent: 'update' } as const;
    const legalValues = isKnown ? legalValuesIn(after) : undefined;
    return [{ target: legalValues === undefined ? target : { ...target, legalValues } }];
  });
};

// Without an intent: no rule says what it does to what touches it.
const removedContextField: Rule = (change) =>
  nameIn(change, 'name').map((contextField) => [{ target: { contextField } }]);

// Without an intent: removing it from a project is less than removing it for all.
const removedEnvironment: Rule = (change) =>
  nameIn(change, 'name').map((environment) => [{ target: { environment } }]);

const leftEnvironment: Rule = (change) =>
  nameIn(change, 'environment_name').andThen((environment) =>
    inItsProject(change, { environment, intent: 'remove' }),
  );

/** It only adds an environment to a project, and says whether change requests are needed there. */
const updatedProjectEnvironment: Rule = ({ before, after }) =>
  before['change_requests_enabled'] === true && after['change_requests_enabled'] !== true
    ? err('no-rule')
    : ok([]);

const removedUser: Rule = (change) =>
  nameIn(change, 'id').map((user) => [{ target: { user, intent: 'delete' } }]);

const FEATURE: Rules = { delete: removedFeature, update: updatedVariants };
const SETTINGS: Rules = { delete: noRule, update: nothing };
const SETTINGS_OF = [
  'unleash_project',
  'unleash_project_access',
  'unleash_role',
  'unleash_group',
  'unleash_service_account',
  'unleash_service_account_token',
  'unleash_api_token',
  'unleash_oidc',
  'unleash_saml',
];

/**
 * The resources of two providers, by their schemas and what they call in Unleash: philips-labs/terraform-provider-unleash 1.0.0
 * (at 7b07423), and Unleash/terraform-provider-unleash 3.4.3 (at 0730694). Both have users and API tokens, the same in both.
 */
const RULES: ReadonlyMap<string, Rules> = new Map<string, Rules>([
  ['unleash_feature', FEATURE],
  ['unleash_feature_v2', { ...FEATURE, update: updatedFeature }],
  [
    'unleash_strategy_assignment',
    { delete: assignedStrategy('delete'), update: assignedStrategy('update') },
  ],
  // Deleting it switches the feature off. No rule makes that matter to what is scheduled.
  ['unleash_feature_enabling', { delete: nothing, update: nothing }],
  ['unleash_context_field', { delete: removedContextField, update: updatedContextField }],
  ['unleash_environment', { delete: removedEnvironment, update: nothing }],
  ['unleash_project_environment', { delete: leftEnvironment, update: updatedProjectEnvironment }],
  ['unleash_user', { delete: removedUser, update: nothing }],
  ...SETTINGS_OF.map((type) => [type, SETTINGS] as const),
]);

const PROVIDERS: ReadonlySet<string> = new Set(['philips-labs/unleash', 'unleash/unleash']);

const HARMLESS: ReadonlySet<string> = new Set(['create', 'forget', 'no-op', 'read']);

/**
 * Whether the provider of a change is one for Unleash, also a fork or a provider of before Terraform 0.13. A fork can have any
 * name, but its types begin as the name by which the configuration calls it.
 */
export const isOfUnleash = ({ provider, type }: PlannedChange): boolean =>
  /(?:^|\/)unleash$/i.test(provider) || type.startsWith('unleash_');

/** Returns what a planned change does to the targets that scheduled changes can touch. */
export function targetsOfChange(change: PlannedChange): Result<readonly PlannedTarget[], Unclear> {
  const { actions, type, provider } = change;
  const [action, ...others] = actions.filter((each) => !HARMLESS.has(each));
  if (action === undefined) return ok([]);
  const source = provider.toLowerCase().split('/').slice(-2).join('/');
  const rules = PROVIDERS.has(source) ? RULES.get(type) : undefined;
  if (rules === undefined || others.length > 0) return err('no-rule');
  return action === 'delete' || action === 'update' ? rules[action](change) : err('no-rule');
}

/** A text that identifies the object. A sensitive one must not be shown. */
function nameIn(change: PlannedChange, key: string): Result<string, Unclear> {
  const name = change.before[key];
  const isShown = typeof name === 'string' && isName(name) && !isSensitive(change, key);
  return isShown ? ok(name) : err('unnamed');
}

const isSensitive = ({ beforeSensitive }: PlannedChange, key: string): boolean =>
  beforeSensitive === true || hasTrue(beforeSensitive[key]);

const inItsProject = (
  change: PlannedChange,
  target: ImpactTarget,
): Result<readonly PlannedTarget[], Unclear> =>
  nameIn(change, 'project_id').map((project) => [{ target, project }]);

/** Whether `true` is anywhere in a value: Terraform marks so what is unknown or sensitive. */
const hasTrue = (value: unknown): boolean =>
  value === true ||
  (typeof value === 'object' && value !== null && Object.values(value).some(hasTrue));

const listIn = (values: Values, key: string): readonly Values[] => {
  const list = values[key];
  return Array.isArray(list) ? list.map((each) => Object(each) as Values) : [];
};

/** The strategies, each with a key. One that Terraform keeps in an environment of another name is another one for the provider. */
const strategiesIn = (values: Values) =>
  listIn(values, 'environment').flatMap((environment) =>
    listIn(environment, 'strategy').map((strategy) => {
      const id = idIn(strategy);
      return { id, key: JSON.stringify([environment['name'], id]) };
    }),
  );

const idIn = ({ id }: Values): string | undefined =>
  typeof id === 'string' && isName(id) ? id : undefined;

/** The values of a context field, as far as an impact takes them. */
function legalValuesIn(values: Values): readonly string[] | undefined {
  const legal = listIn(values, 'legal_values').map(({ value }) => value);
  const isTaken =
    legal.length <= MAX_LEGAL_VALUES && legal.every((value) => typeof value === 'string');
  return isTaken ? legal : undefined;
}
