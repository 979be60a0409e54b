import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { env, platform } from 'node:process';
import { promisify } from 'node:util';
import pLimit from 'p-limit';

const execute = promisify(execFile);
const inTurn = pLimit(availableParallelism());

/** Runs a program to its end, when a processor is free. Returns what it printed. Throws with all of it if it fails. */
export const run = (folder: string, command: string, ...args: readonly string[]): Promise<string> =>
  runWith({}, folder, command, ...args);

/** The same, with more variables in its environment. */
export function runWith(
  variables: NodeJS.ProcessEnv,
  folder: string,
  command: string,
  ...args: readonly string[]
): Promise<string> {
  return inTurn(async () => {
    try {
      // On Windows, npm is a script of cmd.exe.
      const shell = platform === 'win32' && command === 'npm';
      const options = { cwd: folder, env: { ...env, ...variables }, maxBuffer: 2 ** 26, shell };
      return (await execute(command, args, options)).stdout;
    } catch (error) {
      const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
      throw new Error(`${basename(command)} ${args.join(' ')} in ${folder}:\n${stdout}${stderr}`, {
        cause: error,
      });
    }
  });
}
