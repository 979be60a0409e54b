import {
  type Call,
  inEnvironment,
  type Names,
  PARAMETERS,
  pathOf,
  variantsNamed,
  type World,
} from './world.ts';
import type { ImpactQuestion, Intent } from '@forewarn/impact';
import type { TargetKind } from '@forewarn/core';
import type { ChangeId } from './scheduled-changes.ts';

type KnownIntent = { [Kind in TargetKind]: `${Kind}: ${Intent<Kind>}` }[TargetKind];

/** What a person does while a change request is scheduled. */
export interface PersonsAct {
  /** The heading of its table. */
  readonly words: string;
  readonly calls: (world: World) => readonly Call[];
  /** The only changes that it is measured with; default: all. */
  readonly only?: readonly ChangeId[];
  /** What Forewarn is asked before; absent if it has no question about this. */
  readonly question?: (world: Names) => ImpactQuestion;
  /** What becomes of the changes, if Forewarn has no question. */
  readonly breaks?: 'fails' | 'changed';
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
  nothing: { words: 'Do nothing', calls: () => [] },
  'feature: archive': {
    words: 'Archive a flag',
    question: ({ flag }) => ({ target: { kind: 'feature', name: flag }, intent: 'archive' }),
    calls: (world) => [archive(world)],
  },
  'feature: delete': {
    words: 'Archive a flag, and delete it',
    question: ({ flag }) => ({ target: { kind: 'feature', name: flag }, intent: 'delete' }),
    calls: (world) => [
      archive(world),
      { method: 'DELETE', path: `/archive/${world.flag}`, afterEventsOf: world.flag },
    ],
  },
  'feature: move': {
    words: 'Move a flag to another project',
    question: ({ flag }) => ({ target: { kind: 'feature', name: flag }, intent: 'move' }),
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
    question: ({ flag }) => ({
      target: { kind: 'feature', name: flag },
      intent: 'import',
      inEnvironment: 'development',
    }),
    calls: (world) => [importInto(world, 'development')],
  },
  'feature: import elsewhere': {
    words: 'Import a flag over itself in another environment',
    question: ({ flag }) => ({
      target: { kind: 'feature', name: flag },
      intent: 'import',
      inEnvironment: 'production',
    }),
    calls: (world) => [importInto(world, 'production')],
  },
  'feature: become-parent': {
    words: 'Make a flag a parent',
    question: ({ flag }) => ({ target: { kind: 'feature', name: flag }, intent: 'become-parent' }),
    calls: (world) => [addParent(world, world.third, world.flag)],
  },
  'feature: become-child': {
    words: 'Make a flag a child',
    question: ({ flag }) => ({ target: { kind: 'feature', name: flag }, intent: 'become-child' }),
    calls: (world) => [addParent(world, world.flag, world.third)],
  },
  'strategy: update': {
    words: 'Update a strategy',
    question: ({ strategies: [id] }) => ({ target: { kind: 'strategy', id }, intent: 'update' }),
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
    question: ({ strategies: [id] }) => ({ target: { kind: 'strategy', id }, intent: 'delete' }),
    calls: (world) => [deleteStrategy(world, world.strategies[0])],
  },
  'strategy: delete the last': {
    words: 'Delete the last strategy of an environment',
    breaks: 'changed',
    calls: (world) => world.strategies.map((id) => deleteStrategy(world, id)),
    only: ['updateEnabled'],
  },
  'featureVariants: update': {
    words: 'Update variants in the same environment',
    question: ({ flag }) => ({
      target: { kind: 'featureVariants', feature: flag },
      intent: 'update',
      inEnvironment: 'development',
    }),
    calls: (world) => [putVariants(world, 'development', 'updated')],
  },
  'featureVariants: update elsewhere': {
    words: 'Update variants in another environment',
    question: ({ flag }) => ({
      target: { kind: 'featureVariants', feature: flag },
      intent: 'update',
      inEnvironment: 'production',
    }),
    calls: (world) => [putVariants(world, 'production', 'updated')],
  },
  'segment: update': {
    words: 'Update a segment',
    question: ({ segment }) => ({ target: { kind: 'segment', id: segment }, intent: 'update' }),
    calls: (world) => [putSegment(world, { description: 'updated' })],
  },
  'segment: move': {
    words: 'Move a segment to another project',
    question: ({ segment }) => ({ target: { kind: 'segment', id: segment }, intent: 'move' }),
    calls: (world) => [putSegment(world, { project: world.elsewhere })],
  },
  'segment: delete': {
    words: 'Delete a segment',
    question: ({ segment }) => ({ target: { kind: 'segment', id: segment }, intent: 'delete' }),
    calls: ({ segment }) => [{ method: 'DELETE', path: `/segments/${segment}` }],
  },
  'strategyDefinition: update': {
    words: 'Update a strategy definition',
    question: ({ definition }) => ({
      target: { kind: 'strategyDefinition', name: definition },
      intent: 'update',
    }),
    calls: (world) => [putDefinition(world, [{ ...PARAMETERS[0], name: 'hours', required: true }])],
  },
  'strategyDefinition: deprecate': {
    words: 'Deprecate a strategy definition',
    question: ({ definition }) => ({
      target: { kind: 'strategyDefinition', name: definition },
      intent: 'update',
    }),
    calls: ({ definition }) => [{ method: 'POST', path: `/strategies/${definition}/deprecate` }],
  },
  'strategyDefinition: delete': {
    words: 'Delete a strategy definition',
    question: ({ definition }) => ({
      target: { kind: 'strategyDefinition', name: definition },
      intent: 'delete',
    }),
    calls: ({ definition }) => [{ method: 'DELETE', path: `/strategies/${definition}` }],
  },
  'environment: fill': {
    words: 'Add strategies, up to the limit of 30 in an environment',
    breaks: 'fails',
    calls: (world) =>
      Array.from({ length: 28 }, () => ({
        method: 'POST',
        path: `${inEnvironment(world, world.flag)}/strategies`,
        body: STRATEGY,
      })),
    only: ['addStrategy'],
  },
  'environment: remove': {
    words: 'Remove the environment from the project',
    question: () => ({ target: { kind: 'environment', name: 'development' }, intent: 'remove' }),
    calls: ({ project }) => [
      { method: 'DELETE', path: `/projects/${project}/environments/development` },
    ],
  },
  'contextField: update': {
    words: 'Restrict the legal values of a context field',
    question: ({ contextField }) => ({
      target: { kind: 'contextField', name: contextField },
      intent: 'update',
      legalValues: ['kept'],
    }),
    calls: (world) => [putLegalValues(world, 'kept')],
  },
  'contextField: update somehow': {
    words: 'Update a context field, without saying its new legal values',
    question: ({ contextField }) => ({
      target: { kind: 'contextField', name: contextField },
      intent: 'update',
    }),
    calls: (world) => [putLegalValues(world, 'kept')],
    only: ['addStrategy', 'updateSegment'],
  },
  'contextField: update otherwise': {
    words: 'Update a context field, and keep the legal values in use',
    question: ({ contextField }) => ({
      target: { kind: 'contextField', name: contextField },
      intent: 'update',
      legalValues: ['old'],
    }),
    calls: (world) => [putLegalValues(world, 'old')],
  },
  'contextField: delete': {
    words: 'Delete a context field',
    calls: ({ contextField }) => [{ method: 'DELETE', path: `/context/${contextField}` }],
  },
  'user: delete': {
    words: 'Delete the author of the change request',
    question: ({ user }) => ({ target: { kind: 'user', name: String(user) }, intent: 'delete' }),
    calls: ({ user }) => [{ method: 'DELETE', path: `/user-admin/${user}` }],
  },
} as const satisfies Readonly<Record<KnownIntent, PersonsAct> & Record<string, PersonsAct>>;

export type IntentId = keyof typeof INTENTS;
