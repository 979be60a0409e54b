import type { Failure } from '@forewarn/client';
import { EXIT, type ExitCode, printError } from '../exit-code.ts';
import { describeFailure } from '../impact/describe-failure.ts';
import { printable } from '../impact/describe-impact.ts';
import { makeClient } from '../make-client.ts';

/** `forewarn projects live`: says that each change request of a project is recorded on the server from now on. */
export async function makeProjectLive(
  projectId: string,
  { url }: { readonly url: string },
): Promise<ExitCode> {
  const client = makeClient(url);
  if (client.isErr()) return failed(client.error);
  const updated = await client.value.updateProjectCoverage(projectId, { kind: 'live' });
  switch (updated.outcome) {
    case 'done':
      printError(printable(`the project "${projectId}" is live`));
      return EXIT.done;
    case 'refused':
      return failed(`nothing was changed: ${textOf(updated.failure)}`);
    case 'unknown':
      return failed(`unknown whether the project is live: ${textOf(updated.failure)}`);
  }
}

const textOf = (failure: Failure): string =>
  printable(describeFailure(failure)).replace(
    'check --url and --project',
    'check --url and the id',
  );

function failed(message: string): ExitCode {
  printError(message);
  return EXIT.misused;
}
