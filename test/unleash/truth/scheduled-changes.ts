import type { Change, ChangeAction } from '@forewarn/core';
import {
  type Call,
  inEnvironment,
  type Names,
  pathOf,
  type State,
  variantsNamed,
  type World,
} from './world.ts';

/** A change of a scheduled change request, as the open-source edition can apply it. */
export interface ScheduledChange {
  /** In a table, after "a scheduled change request …". */
  readonly words: string;
  readonly action: ChangeAction;
  /** The flag it is listed under; absent for a change of a segment. */
  readonly under?: (world: Names) => string;
  readonly payload: (world: Names) => unknown;
  /** What Unleash says that it does in addition. */
  readonly defaultChange?: (world: Names) => Change;
  /** What must be there before it is scheduled. */
  readonly prepare?: (world: World) => readonly (Call | Statement)[];
  /** Applies it; absent if only the Enterprise edition can. */
  readonly apply?: (world: World) => Call;
  /** Whether it has the effect that was planned, by the states after and before it is applied. */
  readonly isAsPlanned?: (state: State, world: World, before: State) => boolean;
}

/** A statement for the database: what the open-source edition stores, but has no call for. */
interface Statement {
  readonly statement: string;
  readonly values: readonly unknown[];
}

const TITLE = 'scheduled';
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
  title: TITLE,
  parameters: { days: '2' },
  constraints: constraintsOf(world),
  segments: [world.segment],
});

const segmentOf = (world: Names): object => ({
  name: `${world.project}-segment`,
  description: TITLE,
  constraints: constraintsOf(world),
});

const UPDATE_STRATEGY: Omit<ScheduledChange, 'words' | 'payload' | 'apply'> = {
  under: flagOf,
  action: 'updateStrategy',
  isAsPlanned: inUse(({ strategies }, world) =>
    strategies.some(({ id, title }) => id === world.strategies[0] && title === TITLE),
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

const dependency = (
  action: 'addDependency' | 'deleteDependency',
  under: 'flag' | 'other',
): Omit<ScheduledChange, 'words'> => {
  const childOf = (world: Names): string => world[under];
  const parentOf = (world: Names): string => world[under === 'flag' ? 'other' : 'flag'];
  const path = (world: World): string => `${pathOf(world, childOf(world))}/dependencies`;
  const add = (world: World): Call => ({
    method: 'POST',
    path: path(world),
    body: { feature: parentOf(world) },
  });
  const isDeleted = action === 'deleteDependency';
  return {
    action,
    under: childOf,
    payload: (world) => ({ feature: parentOf(world) }),
    prepare: (world) => (isDeleted ? [add(world)] : []),
    apply: (world) =>
      isDeleted ? { method: 'DELETE', path: `${path(world)}/${parentOf(world)}` } : add(world),
    isAsPlanned: ({ dependencies }, world) =>
      dependencies.includes(`${childOf(world)} ${parentOf(world)}`) !== isDeleted,
  };
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
      ({ environment, strategies }) =>
        environment.enabled && strategies.some(({ title }) => title === TITLE),
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
    isAsPlanned: inUse(({ strategies }) => strategies.some(({ title }) => title === TITLE)),
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
    payload: () => ({ variants: variantsNamed(TITLE) }),
    apply: (world) => ({
      method: 'PUT',
      path: `${inEnvironment(world, world.flag)}/variants`,
      body: variantsNamed(TITLE),
    }),
    isAsPlanned: inUse(({ environment }) =>
      environment.variants.some(({ name }) => name === TITLE),
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
  addDependency: { ...dependency('addDependency', 'flag'), words: '`addDependency`' },
  deleteDependency: { ...dependency('deleteDependency', 'flag'), words: '`deleteDependency`' },
  addDependencyToParent: {
    ...dependency('addDependency', 'other'),
    words: '`addDependency` that names it as parent',
  },
  deleteDependencyOfParent: {
    ...dependency('deleteDependency', 'other'),
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
    isAsPlanned: ({ segment }) => segment?.description === TITLE,
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
    isAsPlanned: ({ milestoneStrategy }) => milestoneStrategy?.title === TITLE,
  },
  // For each of the actions below: their payloads make no difference to Unleash's tables.
  enterprise: {
    under: flagOf,
    action: 'startMilestone',
    words: 'release plans and safeguards',
    payload: () => ({}),
  },
} as const satisfies Readonly<Record<string, ScheduledChange>>;

/** The id of a change. */
export type ChangeId = keyof typeof SCHEDULED_CHANGES;
