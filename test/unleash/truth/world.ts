import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { UnleashAddress } from '../unleash-admin.ts';

/** A request to the admin API of Unleash. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  /** Whether a user sends it; default: a key that is no user's. */
  readonly isOfUser?: boolean;
  /** A flag whose archiving must be handled before: Unleash does that late, and ends if the flag is gone by then. */
  readonly afterEventsOf?: string;
}

/** A response of Unleash, as far as the test reads it. */
interface Responded {
  readonly status: number;
  readonly name?: string;
  readonly body: unknown;
}

/** The Unleash under test, and its database. */
export interface MeasuredUnleash extends UnleashAddress {
  /** A key of a user who may do everything. */
  readonly userKey: string;
  readonly database: Pool;
}

/** The names and ids of what one measurement works on. No other measurement touches it. */
export interface Names {
  /** Has the environments `development` and `production`. */
  readonly project: string;
  /** Another project with the same environments. */
  readonly elsewhere: string;
  /** Has both strategies, and variants in both environments. */
  readonly flag: string;
  readonly other: string;
  readonly third: string;
  /** Two of the flag's strategies in `development`. The first is of the definition. */
  readonly strategies: readonly [string, string];
  readonly definition: string;
  readonly segment: number;
  /** With the legal values `old` and `kept`. */
  readonly contextField: string;
  /** The author of the scheduled change request. */
  readonly user: number;
  /** A release plan of the flag in `development` has it, of the definition. */
  readonly milestoneStrategy: string;
  /** What a scheduled change writes, to be known by it. */
  readonly title: string;
}

/** What one measurement works on, in a running Unleash. */
export interface World extends Names {
  readonly ask: (call: Call) => Promise<Responded>;
  readonly query: Query;
}

/** Sends a statement to Unleash's database. Returns its rows. */
type Query = <Row>(statement: string, values: readonly unknown[]) => Promise<readonly Row[]>;

/** Waits until Unleash has handled that a flag was made and archived. */
export async function untilArchivingIsHandled(query: Query, flag: string): Promise<void> {
  for (;;) {
    const stages = await query(SELECT_STAGES, [flag]);
    if (stages.length === 2) return;
    await delay(POLL_INTERVAL_MS);
  }
}

const POLL_INTERVAL_MS = 50;
const SELECT_STAGES = `select stage from feature_lifecycles
  where feature = $1 and stage in ('initial', 'archived')`;

/** What Unleash stores of a world, whether a flag is archived or not. */
export interface State {
  /** Null without the flag. */
  readonly isArchived: boolean | null;
  /** Null if the flag is not in `development`. */
  readonly environment: {
    readonly enabled: boolean;
    readonly variants: readonly { readonly name: string }[];
  } | null;
  /** Those of the flag in `development`. */
  readonly strategies: readonly {
    readonly id: string;
    readonly title: string | null;
    readonly sortOrder: number;
  }[];
  /** As child, a space and parent. */
  readonly dependencies: readonly string[];
  readonly segment: { readonly description: string | null } | null;
  readonly milestoneStrategy: { readonly title: string | null } | null;
}

export const pathOf = ({ project }: Pick<World, 'project'>, flag: string): string =>
  `/projects/${project}/features/${flag}`;

/** The path of a flag's environment in the world's project. */
export const inEnvironment = (
  world: Pick<World, 'project'>,
  flag: string,
  environment = 'development',
): string => `${pathOf(world, flag)}/environments/${environment}`;

/** The variants of a flag that one name tells apart. */
export const variantsNamed = (name: string): readonly object[] => [
  { name, weight: 1000, weightType: 'variable', stickiness: 'default' },
];

export const PARAMETERS = [{ name: 'days', type: 'number', description: '', required: false }];

const ROLLOUT = { rollout: '50', stickiness: 'default', groupId: 'measured' };

/** Makes a world with names that start with its own. */
export async function makeWorld(unleash: MeasuredUnleash, name: string): Promise<World> {
  const ask = asker(unleash);
  const query: Query = async (statement, values) =>
    (await unleash.database.query(statement, [...values])).rows;
  const named = {
    project: name,
    elsewhere: `${name}-elsewhere`,
    flag: `${name}-flag`,
    other: `${name}-other`,
    third: `${name}-third`,
    definition: `${name}-definition`,
    contextField: `${name}-field`,
    milestoneStrategy: `${name}-planned`,
    title: 'scheduled',
  };
  const { project, elsewhere, flag, other, third, definition, contextField } = named;
  await query(INSERT_PROJECTS, [[project, elsewhere]]);
  await query(INSERT_ENVIRONMENTS, [[project, elsewhere]]);
  const [user] = await query<Identified<number>>(INSERT_USER, [`${name}-user`]);
  const make = maker(ask);
  for (const each of [flag, other, third]) {
    await make(`/projects/${project}/features`, { name: each });
  }
  // Unleash lets only flags that have variants of old change them.
  await query(UPDATE_VARIANTS, [JSON.stringify(variantsNamed('first')), flag]);
  await make('/strategies', { name: definition, parameters: PARAMETERS });
  await make('/context', {
    name: contextField,
    legalValues: [{ value: 'old' }, { value: 'kept' }],
  });
  const segment = await make<number>('/segments', { name: `${name}-segment`, constraints: [] });
  const path = `${inEnvironment(named, flag)}/strategies`;
  const first = await make<string>(path, { name: definition, parameters: { days: '1' } });
  const second = await make<string>(path, { name: 'flexibleRollout', parameters: ROLLOUT });
  return { ...named, strategies: [first, second], segment, user: user?.id ?? 0, ask, query };
}

interface Identified<Id> {
  readonly id: Id;
}

/** Returns a function that makes something, and returns its id, if it has one. Rejects if Unleash refuses it. */
const maker =
  (ask: World['ask']) =>
  async <Id>(path: string, body: object): Promise<Id> => {
    const { status, body: made } = await ask({ method: 'POST', path, body });
    if (status >= 400) throw new Error(`${path}: ${status} ${JSON.stringify(made)}`);
    return (made as Identified<Id>).id;
  };

/** Reads the state of a world from the database: no call shows the strategies of an archived flag. */
export async function stateOf({ flag, segment, milestoneStrategy, query }: World): Promise<State> {
  const [state] = await query<State>(SELECT_STATE, [flag, segment, milestoneStrategy]);
  if (state === undefined) throw new Error('no state');
  return state;
}

const SELECT_STATE = `select
  (select archived_at is not null from features where name = $1) as "isArchived",
  (select json_build_object('enabled', enabled, 'variants', variants) from feature_environments
    where feature_name = $1 and environment = 'development') as environment,
  (select coalesce(json_agg(json_build_object('id', id, 'title', title, 'sortOrder', sort_order)), '[]')
    from feature_strategies where feature_name = $1 and environment = 'development') as strategies,
  (select coalesce(json_agg(child || ' ' || parent), '[]') from dependent_features
    where $1 in (child, parent)) as dependencies,
  (select json_build_object('description', description) from segments where id = $2) as segment,
  (select json_build_object('title', title) from milestone_strategies where id = $3)
    as "milestoneStrategy"`;

const INSERT_PROJECTS = 'insert into projects (id, name) select id, id from unnest($1::text[]) id';
const INSERT_ENVIRONMENTS = `insert into project_environments (project_id, environment_name)
  select id, name from unnest($1::text[]) id, unnest('{development,production}'::text[]) name`;
const UPDATE_VARIANTS = 'update feature_environments set variants = $1 where feature_name = $2';
const INSERT_USER = 'insert into users (username) values ($1) returning id';

function asker({ url, key, userKey }: MeasuredUnleash): World['ask'] {
  return async ({ method, path, body, isOfUser = false }) => {
    const response = await fetch(`${url}/api/admin${path}`, {
      method,
      headers: { Authorization: isOfUser ? userKey : key, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const read: unknown = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text;
    const { name } = (read ?? {}) as { readonly name?: unknown };
    const isError = response.status >= 400 && typeof name === 'string';
    return { status: response.status, body: read, ...(isError ? { name } : {}) };
  };
}
