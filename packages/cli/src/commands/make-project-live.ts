import { EXIT, type ExitCode, misuse, printError } from '../exit-code.ts';
import { describeFailure } from '../impact/describe.ts';
import { withClient } from '../with-client.ts';

/** `forewarn projects live`: says that each change request of a project is recorded on the server from now on. */
export const makeProjectLive = (
  projectId: string,
  { url }: { readonly url: string },
): Promise<ExitCode> =>
  withClient(url, async (client) => {
    const updated = await client.updateProjectCoverage(projectId, { kind: 'live' });
    if (updated.outcome === 'done') {
      printError(`the project "${projectId}" is live`);
      return EXIT.done;
    }
    const isRefused = updated.outcome === 'refused';
    const what = isRefused ? 'nothing was changed' : 'unknown whether the project is live';
    const why = describeFailure(updated.failure, { notFound: 'check --url and the id' });
    return misuse(`${what}: ${why}`);
  });
