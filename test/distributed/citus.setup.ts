import process from 'node:process';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    citusUrl: string;
  }
}

/** Names the cluster of the test run. Each test makes its own databases. */
export default function setup(project: TestProject): void {
  const url = process.env['TEST_CITUS_URL'];
  if (url === undefined) {
    // Instead of an error, whose stack would hide it.
    process.stderr.write(
      'TEST_CITUS_URL: set it to the coordinator of a Citus cluster, as a superuser: postgres://postgres@127.0.0.1/postgres\n',
    );
    process.exit(1);
  }
  project.provide('citusUrl', url);
}
