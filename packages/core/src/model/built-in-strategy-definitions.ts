import type { StrategyDefinition, StrategyParameter } from './strategy-definition.ts';

const parameter = (
  name: string,
  type: StrategyParameter['type'],
  description: string,
): StrategyParameter => ({ name, type, description, required: false });

const PERCENTAGE = parameter('percentage', 'percentage', 'How many of the users, in percent.');
const GROUP_ID = parameter('groupId', 'string', 'Names the group that shares one rollout.');

const builtIn = (
  name: string,
  displayName: string,
  description: string,
  parameters: readonly StrategyParameter[],
  deprecated = false,
): StrategyDefinition => ({
  name,
  displayName,
  description,
  parameters,
  deprecated,
  editable: false,
});

/** The strategy definitions that exist in every new store and can't be deleted; names and parameters are Unleash's. */
export const BUILT_IN_STRATEGY_DEFINITIONS: readonly StrategyDefinition[] = [
  builtIn('default', 'Standard', 'On for everybody.', []),
  builtIn(
    'flexibleRollout',
    'Gradual rollout',
    'On for a share of the users, who keep what they got.',
    [
      parameter('rollout', 'percentage', 'How many of the users, in percent.'),
      parameter('stickiness', 'string', 'The context field by which a user keeps what they got.'),
      GROUP_ID,
    ],
  ),
  builtIn('userWithId', 'UserIDs', 'On for the users that are listed.', [
    parameter('userIds', 'list', 'The ids of the users.'),
  ]),
  builtIn('remoteAddress', 'IPs', 'On for the addresses that are listed.', [
    parameter('IPs', 'list', 'The addresses.'),
  ]),
  builtIn('applicationHostname', 'Hosts', 'On for the hosts that are listed.', [
    parameter('hostNames', 'list', 'The names of the hosts.'),
  ]),
  builtIn(
    'gradualRolloutRandom',
    'Randomized',
    'On for a random share of the calls.',
    [PERCENTAGE],
    true,
  ),
  builtIn(
    'gradualRolloutSessionId',
    'Sessions',
    'On for a share of the sessions.',
    [PERCENTAGE, GROUP_ID],
    true,
  ),
  builtIn(
    'gradualRolloutUserId',
    'Users',
    'On for a share of the users.',
    [PERCENTAGE, GROUP_ID],
    true,
  ),
];
