import { inject, onTestFinished } from 'vitest';
import {
  type RunningService,
  startService,
} from '../../packages/service/test/http/running-service.ts';
import { freshDatabase } from '../../tools/fresh-database.ts';
import { openNode } from '../faults/open-node.ts';
import { type RunningUnleash, startUnleash } from './start-unleash.ts';
import type { UnleashAddress } from './unleash-admin.ts';

/** Starts an Unleash on a database of its own. It is killed when the test ends. */
export async function startOwnUnleash(): Promise<
  RunningUnleash & { readonly databaseUrl: string }
> {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  const unleash = await startUnleash(inject('unleashFolder'), database.url);
  onTestFinished(() => unleash.stop('SIGKILL'));
  return { ...unleash, databaseUrl: database.url };
}

/** The admin key of each service. */
export const KEY = 'key-of-the-tests';

/** Starts a process of `forewarn serve` that follows an Unleash. It is killed when the test ends. */
export async function serveFollowing(
  { url, key }: UnleashAddress,
  env: Readonly<Record<string, string>>,
): Promise<RunningService> {
  const service = await startService({
    INIT_ADMIN_API_TOKENS: KEY,
    UNLEASH_URL: url,
    UNLEASH_API_KEY: key,
    ...env,
  });
  onTestFinished(async () => void (await service.end('SIGKILL')));
  return service;
}

/**
 * Starts a process of `forewarn serve` that follows an Unleash as often as it can, on a store that has its schema. It is
 * killed when the test ends.
 *
 * @param folder for temporary files, which a killed process leaves behind
 */
export async function startFollowing(unleash: UnleashAddress, databaseUrl: string, folder: string) {
  const env = { TMPDIR: folder, DATABASE_URL: databaseUrl, SYNC_INTERVAL: '2s' };
  const start = () => serveFollowing(unleash, env);
  let service = await start();
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
    state: () => readState(databaseUrl),
  };
}

export type StoredState = Awaited<ReturnType<typeof readState>>;

async function readState(databaseUrl: string) {
  const store = await openNode(databaseUrl);
  /** The names of the custom strategy definitions. */
  const definitions: string[] = [];
  /** For each project, the time of its data, unless it was never read whole, and the ids of its change requests. */
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
