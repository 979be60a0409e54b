import type { ScheduledChangeRequest, Store } from '@forewarn/core';
import type { ApiKey } from '@forewarn/core/operator';
import { ok } from 'neverthrow';
import { openStore } from '../../packages/service/src/open-store.ts';
import { readSettings } from '../../packages/service/src/settings.ts';
import { makeKey } from '../../packages/service/test/http/served-app.ts';
import { changeRequest } from '../faults/population.ts';
import type { HostileUnleash } from './hostile-unleash.ts';
import {
  type Node,
  openPostgresWorld,
  openSqliteWorld,
  type PostgresWorld,
  type SqliteWorld,
} from '../faults/world.ts';

/** The project of the well-behaved clients. */
export const OTHERS = 'others';
/** The project that the weak key may read. */
export const ELSEWHERE = 'elsewhere';
/** The project that attacks write to. */
export const ATTACKED = 'attacked';

/** A running service, its store, and the keys of the clients. */
export interface Target {
  readonly name: 'SQLite' | 'Postgres';
  readonly world: SqliteWorld | PostgresWorld;
  readonly node: Node;
  readonly url: string;
  /** As `DATABASE_URL` has it. */
  readonly databaseUrl: string;
  /** What the service follows, if the attack is from there. */
  readonly upstream?: HostileUnleash;
  readonly keys: {
    /** May read and write {@link OTHERS}. */
    readonly others: string;
    /** May read {@link ELSEWHERE} and nothing else. */
    readonly weak: string;
    /** May write {@link ATTACKED} and nothing else. */
    readonly writer: string;
    /** May read the calendar of {@link ELSEWHERE} and nothing else. */
    readonly calendar: string;
    /** May read all projects and nothing else. */
    readonly reader: string;
  };
  /** Records change requests past the service. */
  fill(changeRequests: Iterable<ScheduledChangeRequest>): Promise<void>;
  /** Registers live projects past the service. */
  register(projectIds: Iterable<string>): Promise<void>;
  remove(): Promise<void>;
}

const SCOPES = {
  others: {
    permissions: ['PROJECT_CHANGE_REQUEST_READ', 'PROJECT_CHANGE_REQUEST_WRITE'],
    projects: [OTHERS],
  },
  weak: { permissions: ['PROJECT_CHANGE_REQUEST_READ'], projects: [ELSEWHERE] },
  writer: { permissions: ['PROJECT_CHANGE_REQUEST_WRITE'], projects: [ATTACKED] },
  calendar: { permissions: ['READ_CALENDAR'], projects: [ELSEWHERE] },
  reader: { permissions: ['PROJECT_CHANGE_REQUEST_READ'] },
} as const satisfies Record<string, Pick<ApiKey, 'permissions' | 'projects'>>;

/** How many change requests each project has from the start. */
const COUNT = 20;
/** The feature that {@link FOUND} of the others' change requests touch. */
export const SEARCHED = 'searched';
/** The ids that a search for {@link SEARCHED} must find. */
export const FOUND = [1, 2, 3];

/** Starts a service over a store of its own. */
export async function openTarget(
  name: Target['name'],
  env: Readonly<Record<string, string>>,
): Promise<Target> {
  const options = { count: 1, env };
  const world =
    name === 'SQLite' ? await openSqliteWorld(options) : await openPostgresWorld(options);
  const databaseUrl = world.kind === 'SQLite' ? `sqlite:${world.path}` : world.directUrl;
  const [node] = world.nodes;
  if (node === undefined) throw new Error('the world has no node');
  const target: Target = {
    name,
    world,
    node,
    url: node.url,
    databaseUrl,
    keys: {
      others: 'secret of others',
      weak: 'secret of weak',
      writer: 'secret of writer',
      calendar: 'secret of calendar',
      reader: 'secret of reader',
    },
    fill: (changeRequests) =>
      withStore(databaseUrl, async (store) => {
        (await store.transfer.import(entriesOf(changeRequests)))._unsafeUnwrap();
      }),
    register: (projectIds) =>
      withStore(databaseUrl, async (store) => {
        (await store.transfer.import(projectEntriesOf(projectIds)))._unsafeUnwrap();
      }),
    remove: async () => {
      await node.kill();
      await world.remove();
    },
  };
  await target.fill(inhabitants());
  await withStore(databaseUrl, async (store) => {
    for (const [key, scope] of Object.entries(SCOPES)) await makeKey(store, key, scope);
  });
  return target;
}

async function withStore(databaseUrl: string, run: (store: Store) => Promise<void>): Promise<void> {
  const settings = readSettings({ DATABASE_URL: databaseUrl })._unsafeUnwrap();
  const store = (await openStore(settings.store))._unsafeUnwrap();
  try {
    await run(store);
  } finally {
    await store.close();
  }
}

function* inhabitants(): Generator<ScheduledChangeRequest> {
  for (const project of [OTHERS, ELSEWHERE, ATTACKED]) {
    for (let id = 1; id <= COUNT; id++) {
      yield changeRequest(project, id, FOUND.includes(id) ? SEARCHED : `feature-${id}`);
    }
  }
}

async function* entriesOf(changeRequests: Iterable<ScheduledChangeRequest>) {
  for (const each of changeRequests) yield ok({ kind: 'scheduled', changeRequest: each } as const);
}

async function* projectEntriesOf(projectIds: Iterable<string>) {
  for (const id of projectIds) {
    const project = { id, name: id };
    yield ok({ kind: 'project', project, coverage: { kind: 'live' } } as const);
  }
}
