import { onTestFinished } from 'vitest';
import { openStore } from '../../packages/service/src/open-store.ts';
import type { StoreLocation } from '../../packages/service/src/settings.ts';
import { startService } from '../../packages/service/test/http/running-service.ts';
import type { UnleashAddress } from './unleash-admin.ts';

/** What a store has. */
export interface StoredState {
  /** The names of the custom strategy definitions. */
  readonly definitions: readonly string[];
  readonly projects: ReadonlyMap<string, StoredProject>;
}

/** What a store has of a project. */
interface StoredProject {
  /** The time of its data, in milliseconds since 1970; absent if it was never read whole. */
  readonly asOf?: number;
  /** The ids of its change requests, in ascending order. */
  readonly ids: readonly number[];
}

const KEY = 'key-of-the-tests';

/**
 * Starts a process of `forewarn serve` that follows an Unleash as often as it can, on a store that has its schema. It is
 * killed when the test ends.
 *
 * @param folder for temporary files, which a killed process leaves behind
 */
export async function startFollowing(
  { url, key }: UnleashAddress,
  location: StoreLocation,
  folder: string,
) {
  const start = () =>
    startService({
      TMPDIR: folder,
      DATABASE_URL: urlOf(location),
      INIT_ADMIN_API_TOKENS: KEY,
      UNLEASH_URL: url,
      UNLEASH_API_KEY: key,
      SYNC_INTERVAL: '2s',
    });
  let service = await start();
  onTestFinished(async () => {
    await service.end('SIGKILL');
  });
  return {
    /** Deletes a strategy definition. Returns the status, or undefined without a response. */
    remove: (name: string): Promise<number | undefined> =>
      fetch(`${service.url}/api/admin/strategies/${name}`, {
        method: 'DELETE',
        headers: { Authorization: KEY },
      }).then(
        ({ status }) => status,
        () => undefined,
      ),
    kill: async () => {
      await service.end('SIGKILL');
    },
    start: async () => {
      service = await start();
    },
    /** Reads what its store has at this moment. */
    state: () => readState(location),
  };
}

function urlOf(location: StoreLocation): string {
  if (location.kind === 'memory') return 'memory:';
  return location.kind === 'sqlite' ? `sqlite:${location.path}` : location.connectionString;
}

async function readState(location: StoreLocation): Promise<StoredState> {
  const store = (await openStore(location))._unsafeUnwrap();
  const definitions: string[] = [];
  const projects = new Map<string, { readonly asOf?: number; readonly ids: number[] }>();
  try {
    for await (const entry of store.transfer.export()) {
      const each = entry._unsafeUnwrap();
      if (each.kind === 'strategy' && each.definition.editable)
        definitions.push(each.definition.name);
      if (each.kind === 'scheduled') {
        projects.get(each.changeRequest.project)?.ids.push(each.changeRequest.id);
      }
      if (each.kind !== 'project') continue;
      const { project, coverage } = each;
      const time = coverage?.kind === 'as-of' ? { asOf: Date.parse(coverage.asOf) } : {};
      projects.set(project.id, { ...time, ids: [] });
    }
  } finally {
    await store.close();
  }
  return { definitions, projects };
}
