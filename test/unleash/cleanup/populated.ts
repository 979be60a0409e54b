import type { Pool } from 'pg';
import {
  type FakeChangeRequest,
  fakeChangeRequest,
  fakeFeature,
} from '../../../packages/unleash/test/fake-unleash.ts';
import type { UnleashAdmin } from '../unleash-admin.ts';
import { variantsNamed } from '../truth/world.ts';
import type { PlannedChange, Population } from './population.ts';

/** A population in a running Unleash. The open-source edition has one project. */
export interface Populated {
  readonly population: Population;
  /** What its names start with. */
  readonly prefix: string;
  readonly flags: readonly string[];
  readonly definitions: readonly string[];
  /** The id of the first strategy of each flag. */
  readonly strategies: readonly string[];
}

/** The Unleash that the populations are in, and its database. */
export interface PopulatedUnleash {
  readonly admin: UnleashAdmin;
  readonly database: Pool;
}

export const PROJECT = 'default';

const ENVIRONMENT = 'development';

/** Makes a population with names that start with a prefix. */
export async function populate(
  { admin, database }: PopulatedUnleash,
  population: Population,
  prefix: string,
): Promise<Populated> {
  const flags = population.flags.map((_each, index) => `${prefix}flag${index}`);
  const definitions = Array.from(
    { length: population.definitions },
    (_each, index) => `${prefix}definition${index}`,
  );
  for (const name of definitions) await admin.ask('POST', '/strategies', { name, parameters: [] });
  const strategies: string[] = [];
  for (const [index, name] of flags.entries()) {
    await admin.ask('POST', `/projects/${PROJECT}/features`, { name });
    const definition = definitions[population.flags[index]?.definition ?? -1];
    const made = await admin.ask('POST', `${environmentOf(name)}/strategies`, {
      ...(definition === undefined ? BUILT_IN : { name: definition }),
    });
    strategies.push((made as { readonly id: string }).id);
  }
  // Unleash lets only flags that have variants of old change them.
  await database.query(UPDATE_VARIANTS, [JSON.stringify(variantsNamed('first')), flags]);
  await mark({ admin }, population, flags);
  return { population, prefix, flags, definitions, strategies };
}

const BUILT_IN = {
  name: 'flexibleRollout',
  parameters: { rollout: '50', stickiness: 'default', groupId: 'populated' },
};
const UPDATE_VARIANTS =
  'update feature_environments set variants = $1 where feature_name = any($2)';

export const flagPath = (flag: string): string => `/projects/${PROJECT}/features/${flag}`;

const environmentOf = (flag: string): string => `${flagPath(flag)}/environments/${ENVIRONMENT}`;

/** Adds the dependencies, and marks what is stale or completed. */
async function mark(
  { admin }: Pick<PopulatedUnleash, 'admin'>,
  population: Population,
  names: readonly string[],
): Promise<void> {
  const named = population.flags.map((flag, index) => ({ ...flag, name: names[index] ?? '' }));
  for (const { name, parent, isCompleted } of named) {
    const path = flagPath(name);
    if (parent !== undefined) {
      await admin.ask('POST', `${path}/dependencies`, { feature: names[parent] });
    }
    if (isCompleted) await admin.ask('POST', `${path}/lifecycle/complete`, { status: 'kept' });
  }
  const features = named.filter(({ isStale }) => isStale).map(({ name }) => name);
  if (features.length > 0) {
    await admin.ask('POST', `/projects/${PROJECT}/stale`, { features, stale: true });
  }
}

/** What a change does, as a call and as a part of a change request. */
interface WrittenChange {
  readonly call: { readonly method: string; readonly path: string; readonly body?: unknown };
  readonly payload: unknown;
}

/** Writes a change of a population. */
export function written(
  { flags, definitions, strategies }: Populated,
  { action, flag: index, other, definition }: PlannedChange,
): WrittenChange {
  const flag = flagPath(flags[index] ?? '');
  const path = environmentOf(flags[index] ?? '');
  const id = strategies[index] ?? '';
  const own = `${path}/strategies/${id}`;
  const parent = { feature: flags[other] ?? '' };
  const strategy = { name: definitions[definition] ?? '', title: action, parameters: {} };
  const order = [{ id, sortOrder: 20 }];
  const variants = variantsNamed(action);
  const all: Readonly<
    Record<typeof action, readonly [payload: unknown, method: string, path: string, body?: unknown]>
  > = {
    updateEnabled: [{ enabled: true }, 'POST', `${path}/on`],
    addStrategy: [strategy, 'POST', `${path}/strategies`, strategy],
    updateStrategy: [{ ...strategy, id, segments: [] }, 'PUT', own, strategy],
    deleteStrategy: [{ id }, 'DELETE', own],
    reorderStrategy: [order, 'POST', `${path}/strategies/set-sort-order`, order],
    patchVariant: [{ variants }, 'PUT', `${path}/variants`, variants],
    archiveFeature: [{}, 'DELETE', flag],
    addDependency: [parent, 'POST', `${flag}/dependencies`, parent],
    deleteDependency: [parent, 'DELETE', `${flag}/dependencies/${parent.feature}`],
  };
  const [payload, method, to, body] = all[action];
  return { payload, call: { method, path: to, ...(body === undefined ? {} : { body }) } };
}

/** The change requests of a population, as Unleash Enterprise would serve them. */
export function changeRequestsOf(
  populated: Populated,
  timeOf: (hour: number) => string,
  firstId: number,
): readonly FakeChangeRequest[] {
  const { population, flags } = populated;
  return population.requests.map(({ status, hour, changes }, index) => {
    const scheduledAt = timeOf(status === 'overdue' ? -hour : hour);
    return fakeChangeRequest(firstId + index, {
      project: PROJECT,
      environment: ENVIRONMENT,
      schedule: {
        status: status === 'overdue' ? 'pending' : status,
        scheduledAt,
        ...(status === 'suspended' || status === 'failed' ? { reason: 'of the test' } : {}),
      },
      features: [...Map.groupBy(changes, ({ flag }) => flag)].map(([flag, own]) =>
        fakeFeature(
          flags[flag] ?? '',
          ...own.map((change) => ({
            action: change.action,
            payload: written(populated, change).payload,
          })),
        ),
      ),
    });
  });
}
