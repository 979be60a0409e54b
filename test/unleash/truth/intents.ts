import {
  type Call,
  inEnvironment,
  PARAMETERS,
  pathOf,
  variantsNamed,
  type World,
} from './world.ts';
import type { Intent, TargetKind } from '@forewarn/core';
import type { ChangeId } from './scheduled-changes.ts';

/** The intents that an impact knows. */
type KnownIntent = { [Kind in TargetKind]: `${Kind}: ${Intent<Kind>}` }[TargetKind];

/** What a person does while a change request is scheduled. */
export interface PersonsAct {
  /** The heading of its table. */
  readonly words: string;
  readonly calls: (world: World) => readonly Call[];
  /** The only changes that it is measured with; default: all. */
  readonly only?: readonly ChangeId[];
  /** Whether an impact can be asked about it; default: true. */
  readonly hasQuestion?: boolean;
}

const archive = (world: World): Call => ({ method: 'DELETE', path: pathOf(world, world.flag) });

const putDefinition = (world: World, parameters: readonly object[]): Call => ({
  method: 'PUT',
  path: `/strategies/${world.definition}`,
  body: { parameters },
});

const addParent = (world: World, child: string, parent: string): Call => ({
  method: 'POST',
  path: `${pathOf(world, child)}/dependencies`,
  body: { feature: parent },
});

const putVariants = (world: World, environment: string, name: string): Call => ({
  method: 'PUT',
  path: `${inEnvironment(world, world.flag, environment)}/variants`,
  body: variantsNamed(name),
});

const putLegalValues = ({ contextField }: World, ...values: readonly string[]): Call => ({
  method: 'PUT',
  path: `/context/${contextField}`,
  body: { legalValues: values.map((value) => ({ value })) },
});

const putSegment = (world: World, fields: object): Call => ({
  method: 'PUT',
  path: `/segments/${world.segment}`,
  body: { name: `${world.project}-segment`, constraints: [], ...fields },
});

const deleteStrategy = (world: World, id: string): Call => ({
  method: 'DELETE',
  path: `${inEnvironment(world, world.flag)}/strategies/${id}`,
});

const importInto = ({ project, flag, definition }: World, environment: string): Call => ({
  method: 'POST',
  path: '/features-batch/import',
  // With the other key Unleash refuses it.
  isOfUser: true,
  body: {
    project,
    environment,
    data: {
      features: [{ name: flag }],
      featureStrategies: [{ name: definition, featureName: flag, parameters: { days: '9' } }],
      tagTypes: [],
    },
  },
});

const STRATEGY = { name: 'flexibleRollout', parameters: {} };

/** What a person does, by target and intent. */
export const INTENTS = {
  nothing: { words: 'Do nothing', calls: () => [], hasQuestion: false },
  'feature: archive': { words: 'Archive a flag', calls: (world) => [archive(world)] },
  'feature: delete': {
    words: 'Archive a flag, and delete it',
    calls: (world) => [
      archive(world),
      { method: 'DELETE', path: `/archive/${world.flag}`, afterEventsOf: world.flag },
    ],
  },
  'feature: move': {
    words: 'Move a flag to another project',
    calls: (world) => [
      {
        method: 'POST',
        path: `/measured${pathOf(world, world.flag)}/move`,
        body: { to: world.elsewhere },
      },
    ],
  },
  'feature: import': {
    words: 'Import a flag over itself in the same environment',
    calls: (world) => [importInto(world, 'development')],
  },
  'feature: import elsewhere': {
    words: 'Import a flag over itself in another environment',
    calls: (world) => [importInto(world, 'production')],
  },
  'feature: become-parent': {
    words: 'Make a flag a parent',
    calls: (world) => [addParent(world, world.third, world.flag)],
  },
  'feature: become-child': {
    words: 'Make a flag a child',
    calls: (world) => [addParent(world, world.flag, world.third)],
  },
  'strategy: update': {
    words: 'Update a strategy',
    calls: (world) => [
      {
        method: 'PUT',
        path: `${inEnvironment(world, world.flag)}/strategies/${world.strategies[0]}`,
        body: { name: world.definition, parameters: { days: '9' } },
      },
    ],
  },
  'strategy: delete': {
    words: 'Delete a strategy',
    calls: (world) => [deleteStrategy(world, world.strategies[0])],
  },
  'strategy: delete the last': {
    words: 'Delete the last strategy of an environment',
    calls: (world) => world.strategies.map((id) => deleteStrategy(world, id)),
    only: ['updateEnabled'],
    hasQuestion: false,
  },
  'featureVariants: update': {
    words: 'Update variants in the same environment',
    calls: (world) => [putVariants(world, 'development', 'updated')],
  },
  'featureVariants: update elsewhere': {
    words: 'Update variants in another environment',
    calls: (world) => [putVariants(world, 'production', 'updated')],
  },
  'segment: update': {
    words: 'Update a segment',
    calls: (world) => [putSegment(world, { description: 'updated' })],
  },
  'segment: move': {
    words: 'Move a segment to another project',
    calls: (world) => [putSegment(world, { project: world.elsewhere })],
  },
  'segment: delete': {
    words: 'Delete a segment',
    calls: ({ segment }) => [{ method: 'DELETE', path: `/segments/${segment}` }],
  },
  'strategyDefinition: update': {
    words: 'Update a strategy definition',
    calls: (world) => [putDefinition(world, [{ ...PARAMETERS[0], name: 'hours', required: true }])],
  },
  'strategyDefinition: deprecate': {
    words: 'Deprecate a strategy definition',
    calls: ({ definition }) => [{ method: 'POST', path: `/strategies/${definition}/deprecate` }],
  },
  'strategyDefinition: delete': {
    words: 'Delete a strategy definition',
    calls: ({ definition }) => [{ method: 'DELETE', path: `/strategies/${definition}` }],
  },
  'environment: fill': {
    words: 'Add strategies, up to the limit of 30 in an environment',
    calls: (world) =>
      Array.from({ length: 28 }, () => ({
        method: 'POST',
        path: `${inEnvironment(world, world.flag)}/strategies`,
        body: STRATEGY,
      })),
    only: ['addStrategy'],
    hasQuestion: false,
  },
  'environment: remove': {
    words: 'Remove the environment from the project',
    calls: ({ project }) => [
      { method: 'DELETE', path: `/projects/${project}/environments/development` },
    ],
  },
  'contextField: update': {
    words: 'Restrict the legal values of a context field',
    calls: (world) => [putLegalValues(world, 'kept')],
  },
  'contextField: update otherwise': {
    words: 'Update a context field, and keep the legal values in use',
    calls: (world) => [putLegalValues(world, 'old')],
  },
  'contextField: delete': {
    words: 'Delete a context field',
    calls: ({ contextField }) => [{ method: 'DELETE', path: `/context/${contextField}` }],
    hasQuestion: false,
  },
  'user: delete': {
    words: 'Delete the author of the change request',
    calls: ({ user }) => [{ method: 'DELETE', path: `/user-admin/${user}` }],
  },
} as const satisfies Readonly<Record<KnownIntent, PersonsAct> & Record<string, PersonsAct>>;

/** The id of an intent. */
export type IntentId = keyof typeof INTENTS;
