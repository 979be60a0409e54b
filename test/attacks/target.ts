import type { KeyedStore } from '../../packages/service/src/operate/keyed-store.ts';
import type { ScheduledChangeRequest } from '@forewarn/core';
import type { ApiKey } from '@forewarn/operate';
import type { ImportEntry } from '@forewarn/record';
import { ok, type Result } from 'neverthrow';
import { makeKey } from '../../packages/service/test/http/served-app.ts';
import { openNode } from '../faults/open-node.ts';
import { changeRequest } from '../faults/population.ts';
import type { HostileUnleash } from './hostile-unleash.ts';
import { openPostgresWorld, openSqliteWorld } from '../faults/world.ts';

/** The project of the well-behaved clients. */
export const OTHERS = 'others';
/** The project that the weak key may read. */
export const ELSEWHERE = 'elsewhere';
/** The project that attacks write to. */
export const ATTACKED = 'attacked';

const PROJECTS = [OTHERS, ELSEWHERE, ATTACKED];

/** A running service, its store, and the keys of the clients. */
export interface Target extends Awaited<ReturnType<typeof openTarget>> {
  /** What the service follows, if the attack is from there. */
  readonly upstream?: HostileUnleash;
}

const SCOPES = {
  /** May read and write {@link OTHERS}. */
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
  name: 'SQLite' | 'Postgres',
  env: Readonly<Record<string, string>>,
) {
  const options = { count: 1, env, isDirect: true };
  const world =
    name === 'SQLite' ? await openSqliteWorld(options) : await openPostgresWorld(options);
  const databaseUrl = world.kind === 'SQLite' ? `sqlite:${world.path}` : world.directUrl;
  const [node] = world.nodes;
  if (node === undefined) throw new Error('the world has no node');
  const load = (entries: AsyncIterable<Result<ImportEntry, never>>): Promise<void> =>
    withStore(databaseUrl, async (store) => {
      (await store.transfer.import(entries))._unsafeUnwrap();
    });
  // A service that follows an Unleash says nothing of a project that is neither copied nor live.
  await load(projectEntriesOf(PROJECTS));
  await load(entriesOf(inhabitants()));
  const keys = {} as Record<keyof typeof SCOPES, string>;
  await withStore(databaseUrl, async (store) => {
    for (const [each, scope] of Object.entries(SCOPES)) {
      keys[each as keyof typeof SCOPES] = await makeKey(store, each, scope);
    }
  });
  return {
    name,
    world,
    node,
    url: node.url,
    /** As `DATABASE_URL` has it. */
    databaseUrl,
    keys,
    /** Records change requests past the service. */
    fill: (changeRequests: Iterable<ScheduledChangeRequest>) => load(entriesOf(changeRequests)),
    /** Registers live projects past the service. */
    register: (projectIds: Iterable<string>) => load(projectEntriesOf(projectIds)),
    /** Lists the features of a project past the service. */
    know: (projectId: string, feature: readonly string[]): Promise<void> =>
      withStore(databaseUrl, async ({ names }) => {
        const asOf = new Date().toISOString();
        (await names?.replace({ projectId, asOf, lists: { feature } }))?._unsafeUnwrap();
      }),
    remove: async (): Promise<void> => {
      await node.kill();
      await world.remove();
    },
  };
}

async function withStore(
  databaseUrl: string,
  run: (store: KeyedStore) => Promise<void>,
): Promise<void> {
  const store = await openNode(databaseUrl);
  try {
    await run(store);
  } finally {
    await store.close();
  }
}

function* inhabitants(): Generator<ScheduledChangeRequest> {
  for (const project of PROJECTS) {
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
