import type { StrategyDefinition, StrategyParameter } from './strategy-definition.ts';

const parameter = (
  name: string,
  type: StrategyParameter['type'],
  description: string,
  required: boolean,
): StrategyParameter => ({ name, type, description, required });

const builtIn = (
  name: string,
  displayName: string,
  description: string,
  parameters: readonly StrategyParameter[],
): StrategyDefinition => ({
  name,
  displayName,
  description,
  parameters,
  deprecated: false,
  editable: false,
});

/** The strategy definitions of every new store, as Unleash 8.2 has them. They can't be changed or deleted. */
export const BUILT_IN_STRATEGY_DEFINITIONS: readonly StrategyDefinition[] = [
  builtIn('default', 'Standard', 'On for everyone.', []),
  builtIn(
    'flexibleRollout',
    'Gradual rollout',
    'On for a percentage of users. Stickiness keeps the result for each user.',
    [
      parameter('rollout', 'percentage', 'The percentage of users.', false),
      parameter('stickiness', 'string', 'The context field that identifies a user.', true),
      parameter('groupId', 'string', 'Features with the same group share one rollout.', true),
    ],
  ),
  builtIn('remoteAddress', 'IPs', 'On for the listed IP addresses.', [
    parameter('IPs', 'list', 'The IP addresses.', true),
  ]),
  builtIn('applicationHostname', 'Hosts', 'On for the listed hosts.', [
    parameter('hostNames', 'list', 'The host names.', false),
  ]),
];
