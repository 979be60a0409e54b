import type { TestProject } from 'vitest/node';
import { createDatabase } from '../../tools/create-database.ts';
import { startPostgres } from '../../tools/postgres-server.ts';
import { installUnleash } from './install-unleash.ts';
import { startUnleash } from './start-unleash.ts';
import type { UnleashAddress } from './unleash-admin.ts';

declare module 'vitest' {
  interface ProvidedContext {
    unleashFolder: string;
    /** The Unleash of all tests that don't stop it. */
    sharedUnleash: UnleashAddress;
    sharedDatabaseUrl: string;
  }
}

/** Installs Unleash, and starts one Postgres server and one Unleash for the test run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [installed, server] = await Promise.all([installUnleash(), startPostgres()]);
  const database = await createDatabase(server.url);
  const unleash = await startUnleash(installed.folder, database.url);
  project.provide('unleashFolder', installed.folder);
  project.provide('postgresUrl', server.url);
  project.provide('sharedDatabaseUrl', database.url);
  project.provide('sharedUnleash', { url: unleash.url, key: unleash.key });
  return async () => {
    await unleash.stop();
    await database.drop();
    await server.stop();
    installed.remove();
  };
}
