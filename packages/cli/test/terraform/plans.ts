import { readFileSync } from 'node:fs';
import { readTerraformPlan, type PlannedChange } from '../../src/terraform/terraform-plan.ts';

/** Attributes, or other fields. */
export type Json = Readonly<Record<string, unknown>>;

/**
 * A plan that Terraform 1.11.4 made and wrote, with the schemas of both providers, without what nothing reads. It removes,
 * replaces, moves and updates what the project "shop" has, and more.
 */
export const shopPlan = (): string =>
  readFileSync(new URL('shop-plan.json', import.meta.url), 'utf8');

const PHILIPS = 'registry.terraform.io/philips-labs/unleash';

/** Makes a resource one of Unleash's own provider. */
export const UNLEASH = { provider_name: 'registry.terraform.io/unleash/unleash' };

/** An element of `resource_changes`: a resource is deleted, unless it says otherwise. */
export const resourceChange = (type: string, before: Json, change: Json = {}, rest: Json = {}) => ({
  address: `${type}.this`,
  mode: 'managed',
  type,
  name: 'this',
  provider_name: PHILIPS,
  change: { actions: ['delete'], before, after: null, after_unknown: {}, ...change },
  ...rest,
});

export const planText = (changes: readonly object[], rest: Json = {}): string =>
  JSON.stringify({
    format_version: '1.2',
    planned_values: {},
    resource_changes: changes,
    configuration: {},
    ...rest,
  });

export const changesOf = (...changes: readonly object[]): readonly PlannedChange[] =>
  readTerraformPlan(planText(changes))._unsafeUnwrap();

/** The attributes of a feature in the project "shop". */
export const feature = (name: string, more: Json = {}) => ({
  id: name,
  name,
  project_id: 'shop',
  archive_on_destroy: true,
  ...more,
});
