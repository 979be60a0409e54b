import { expect, test } from 'vitest';
import { readTerraformPlan } from '../../src/terraform/terraform-plan.ts';
import { planText, resourceChange, shopPlan } from './plans.ts';

test('reads the managed resources that a plan changes, not those that drifted', () => {
  const changes = readTerraformPlan(shopPlan())._unsafeUnwrap();
  const others = changes.filter(({ type }) => !type.startsWith('unleash_'));

  expect(others.map(({ address, actions }) => [address, ...actions])).toEqual([
    ['terraform_data.kept', 'no-op'],
    ['terraform_data.removed', 'delete'],
  ]);
  expect(changes).toHaveLength(others.length + 22);
});

test.each([
  ['without changes', {}],
  ['of Terraform 0.12', { format_version: '0.1' }],
  ['of a newer minor version', { format_version: '1.9', more: [] }],
])('reads a plan %s', (_what, rest) => {
  const text = JSON.stringify({ format_version: '1.2', configuration: {}, ...rest });

  expect(readTerraformPlan(text)._unsafeUnwrap()).toEqual([]);
});

const PLAN = 'expected a plan as JSON, from "terraform show -json" with the file of the plan';

test.each([
  ['of a newer major version', planText([], { format_version: '2.0' }), 'format_version 2.0: exp'],
  ['with errors', planText([], { errored: true }), 'expected a plan without errors'],
  ['in words', 'Terraform will perform the following actions:', PLAN],
  ['in the binary format', 'PK\u0003\u0004', PLAN],
  ['as messages', '{"@level":"info"}\n{"@level":"info"}', PLAN],
  ['of a state file', '{"version":4,"lineage":"x","resources":[]}', PLAN],
  ['of nothing', '{"format_version":"1.0"}', PLAN],
  ['of a state', '{"format_version":"1.0","values":{}}', `${PLAN}; this is a state`],
  ['of a number', '7', PLAN],
  ['of null', 'null', PLAN],
  ['without a list', planText([], { resource_changes: {} }), 'resource_changes: expected array'],
  [
    'without actions',
    planText([resourceChange('a', {}, { actions: [] })]),
    'resource_changes[0].change.actions: expected',
  ],
  [
    'without a provider',
    planText([resourceChange('a', {}, {}, { provider_name: null })]),
    'resource_changes[0].provider_name: expected a text',
  ],
])('refuses a text %s', (_what, text, says) => {
  expect(readTerraformPlan(text)._unsafeUnwrapErr()).toContain(says);
});
