import type { TestProject } from 'vitest/node';
import { startPostgres } from '../../tools/postgres-server.ts';
import { installUnleash } from './install-unleash.ts';

declare module 'vitest' {
  interface ProvidedContext {
    unleashFolder: string;
  }
}

/** Installs Unleash and starts one Postgres server for the test run. Each test makes its own databases. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [unleash, server] = await Promise.all([installUnleash(), startPostgres()]);
  project.provide('unleashFolder', unleash.folder);
  project.provide('postgresUrl', server.url);
  return async () => {
    await server.stop();
    unleash.remove();
  };
}
