import { dependency, type ScheduledChange } from './scheduled-change.ts';
import {
  inEnvironment,
  type Names,
  pathOf,
  type State,
  variantsNamed,
  type World,
} from './world.ts';

const flagOf = ({ flag }: Names): string => flag;
const strategyPath = (world: World): string =>
  `${inEnvironment(world, world.flag)}/strategies/${world.strategies[0]}`;

/** A flag must still be in an environment for a change of its strategies or variants to have an effect. */
const inUse =
  (
    isPlanned: (
      state: State & { environment: NonNullable<State['environment']> },
      world: World,
      before: State,
    ) => boolean,
  ) =>
  (state: State, world: World, before: State): boolean => {
    const { environment } = state;
    return environment !== null && isPlanned({ ...state, environment }, world, before);
  };

const constraintsOf = ({ contextField }: Names): readonly object[] => [
  { contextName: contextField, operator: 'IN', values: ['old'] },
];

const strategyOf = (world: Names): object => ({
  title: world.title,
  parameters: { days: '2' },
  constraints: constraintsOf(world),
  segments: [world.segment],
});

const segmentOf = (world: Names): object => ({
  name: `${world.project}-segment`,
  description: world.title,
  constraints: constraintsOf(world),
});

const UPDATE_STRATEGY: Omit<ScheduledChange, 'words' | 'payload' | 'apply'> = {
  under: flagOf,
  action: 'updateStrategy',
  isAsPlanned: inUse(({ strategies }, world) =>
    strategies.some(({ id, title }) => id === world.strategies[0] && title === world.title),
  ),
};

const reordered = ({ strategies: [first, second] }: Names): readonly object[] => [
  { id: first, sortOrder: 20 },
  { id: second, sortOrder: 10 },
];

const UPDATE_ENABLED: Omit<ScheduledChange, 'words'> = {
  under: flagOf,
  action: 'updateEnabled',
  payload: () => ({ enabled: true }),
  apply: (world) => ({ method: 'POST', path: `${inEnvironment(world, world.flag)}/on` }),
  // The strategies decide for whom the flag is on: Unleash must not add one.
  isAsPlanned: inUse(
    ({ environment, strategies }, _world, before) =>
      environment.enabled && strategies.length === before.strategies.length,
  ),
};

// Unleash's own call accepts only the definition flexibleRollout, but keeps what an earlier version accepted.
const DEFAULT_STRATEGY = `update project_environments set default_strategy = $2
  where project_id = $1 and environment_name = 'development'`;

const DISABLE = 'update feature_strategies set disabled = true where feature_name = $1';

// As Unleash Enterprise stores a release plan with one milestone and one strategy.
const PLAN = `with
  plan as (insert into release_plan_definitions
    (id, discriminator, name, feature_name, environment, created_by_user_id)
    values ($1, 'plan', $1, $2, 'development', 1) returning id),
  milestone as (insert into milestones (id, name, sort_order, release_plan_definition_id)
    select id, id, 1, id from plan returning id)
  insert into milestone_strategies (id, milestone_id, sort_order, strategy_name)
    select $1, id, 1, $3 from milestone`;

/** The changes that the test applies, by an id. */
export const SCHEDULED_CHANGES = {
  updateEnabled: { ...UPDATE_ENABLED, words: '`updateEnabled`' },
  defaultChange: {
    ...UPDATE_ENABLED,
    words: '`updateEnabled` with a `defaultChange`',
    defaultChange: (world) => ({
      action: 'addStrategy',
      payload: { ...strategyOf(world), name: world.definition },
    }),
    prepare: (world) => [
      {
        statement: DEFAULT_STRATEGY,
        values: [world.project, { ...strategyOf(world), name: world.definition }],
      },
      // Unleash adds the default strategy to a flag whose strategies are all disabled.
      { statement: DISABLE, values: [world.flag] },
    ],
    isAsPlanned: inUse(
      ({ environment, strategies }, world) =>
        environment.enabled && strategies.some(({ title }) => title === world.title),
    ),
  },
  addStrategy: {
    under: flagOf,
    action: 'addStrategy',
    words: '`addStrategy`',
    payload: (world) => ({ ...strategyOf(world), name: world.definition }),
    apply: (world) => ({
      method: 'POST',
      path: `${inEnvironment(world, world.flag)}/strategies`,
      body: { ...strategyOf(world), name: world.definition },
    }),
    isAsPlanned: inUse(({ strategies }, world) =>
      strategies.some(({ title }) => title === world.title),
    ),
  },
  updateStrategy: {
    ...UPDATE_STRATEGY,
    words: '`updateStrategy`',
    payload: (world) => ({
      ...strategyOf(world),
      id: world.strategies[0],
      name: world.definition,
    }),
    apply: (world) => ({
      method: 'PUT',
      path: strategyPath(world),
      body: { ...strategyOf(world), name: world.definition },
    }),
  },
  updateStrategyWithoutName: {
    ...UPDATE_STRATEGY,
    words: '`updateStrategy` without a name',
    payload: (world) => ({ ...strategyOf(world), id: world.strategies[0] }),
    apply: (world) => ({ method: 'PUT', path: strategyPath(world), body: strategyOf(world) }),
  },
  deleteStrategy: {
    under: flagOf,
    action: 'deleteStrategy',
    words: '`deleteStrategy`',
    payload: ({ strategies: [id] }) => ({ id }),
    apply: (world) => ({ method: 'DELETE', path: strategyPath(world) }),
    isAsPlanned: inUse(
      ({ strategies }, world) => !strategies.some(({ id }) => id === world.strategies[0]),
    ),
  },
  reorderStrategy: {
    under: flagOf,
    action: 'reorderStrategy',
    words: '`reorderStrategy`',
    payload: reordered,
    apply: (world) => ({
      method: 'POST',
      path: `${inEnvironment(world, world.flag)}/strategies/set-sort-order`,
      body: reordered(world),
    }),
    isAsPlanned: inUse(({ strategies }, world) =>
      strategies.some(({ id, sortOrder }) => id === world.strategies[0] && sortOrder === 20),
    ),
  },
  patchVariant: {
    under: flagOf,
    action: 'patchVariant',
    words: '`patchVariant`',
    payload: ({ title }) => ({ variants: variantsNamed(title) }),
    apply: (world) => ({
      method: 'PUT',
      path: `${inEnvironment(world, world.flag)}/variants`,
      body: variantsNamed(world.title),
    }),
    isAsPlanned: inUse(({ environment }, world) =>
      environment.variants.some(({ name }) => name === world.title),
    ),
  },
  archiveFeature: {
    under: flagOf,
    action: 'archiveFeature',
    words: '`archiveFeature`',
    payload: () => ({}),
    apply: (world) => ({ method: 'DELETE', path: pathOf(world, world.flag) }),
    isAsPlanned: ({ isArchived }) => isArchived === true,
  },
  addDependency: { ...dependency('addDependency', 'flag', 'other'), words: '`addDependency`' },
  deleteDependency: {
    ...dependency('deleteDependency', 'flag', 'other'),
    words: '`deleteDependency`',
  },
  addDependencyToParent: {
    ...dependency('addDependency', 'other', 'flag'),
    words: '`addDependency` that names it as parent',
  },
  deleteDependencyOfParent: {
    ...dependency('deleteDependency', 'other', 'flag'),
    words: '`deleteDependency` that names it as parent',
  },
  updateSegment: {
    action: 'updateSegment',
    words: '`updateSegment`',
    payload: (world) => ({ ...segmentOf(world), id: world.segment }),
    apply: (world) => ({
      method: 'PUT',
      path: `/segments/${world.segment}`,
      body: segmentOf(world),
    }),
    isAsPlanned: ({ segment }, world) => segment?.description === world.title,
  },
  deleteSegment: {
    action: 'deleteSegment',
    words: '`deleteSegment`',
    payload: ({ segment }) => ({ id: segment }),
    apply: ({ segment }) => ({ method: 'DELETE', path: `/segments/${segment}` }),
    isAsPlanned: ({ segment }) => segment === null,
  },
  updateMilestoneStrategy: {
    under: flagOf,
    action: 'updateMilestoneStrategy',
    words: '`updateMilestoneStrategy`',
    payload: (world) => ({
      ...strategyOf(world),
      id: world.milestoneStrategy,
      snapshot: {
        milestones: [
          { strategies: [{ id: world.milestoneStrategy, strategyName: world.definition }] },
        ],
      },
    }),
    prepare: ({ milestoneStrategy, flag, definition }) => [
      { statement: PLAN, values: [milestoneStrategy, flag, definition] },
    ],
    apply: (world) => ({
      method: 'POST',
      path: `/measured${inEnvironment(world, world.flag)}/milestone-strategies/${world.milestoneStrategy}`,
      body: { ...strategyOf(world), name: world.definition, sortOrder: 1 },
    }),
    isAsPlanned: ({ milestoneStrategy }, world) => milestoneStrategy?.title === world.title,
  },
  // For each of the actions below: their payloads make no difference to Unleash's tables.
  enterprise: {
    under: flagOf,
    action: 'startMilestone',
    words: 'release plans and safeguards',
    payload: () => ({}),
  },
} as const satisfies Readonly<Record<string, ScheduledChange>>;

export type ChangeId = keyof typeof SCHEDULED_CHANGES;
