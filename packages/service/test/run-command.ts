import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { ENDS_WITH_PARENT } from './http/running-service.ts';

const COMMAND = fileURLToPath(new URL('../bin/forewarn.js', import.meta.url));

/** The exit code and output of a command. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandContext {
  /** The working directory. */
  readonly folder: string;
  /** The environment variables. The command does not inherit those of the test. */
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  /** The command. By default, that of this version. */
  readonly bin?: string;
  /** Whether its standard output is closed, as after `| head` has exited. */
  readonly isOutputClosed?: boolean;
  readonly isErrorClosed?: boolean;
}

/** Runs `forewarn` from its sources until it exits. */
export async function runCommand(
  args: readonly string[],
  {
    folder,
    env = {},
    input = '',
    bin = COMMAND,
    isOutputClosed = false,
    isErrorClosed = false,
  }: CommandContext,
): Promise<Ended> {
  const path = process.env['PATH'];
  const child = spawn(process.execPath, ['--import', ENDS_WITH_PARENT, bin, ...args], {
    cwd: folder,
    env: path === undefined ? env : { PATH: path, ...env },
  });
  // A command may exit before it has read all of its input.
  child.stdin.on('error', () => {}).end(input);
  if (isOutputClosed) child.stdout.destroy();
  if (isErrorClosed) child.stderr.destroy();
  const ended = once(child, 'close') as Promise<[number | null]>;
  const [stdout, stderr, [code]] = await Promise.all([
    isOutputClosed ? '' : text(child.stdout),
    isErrorClosed ? '' : text(child.stderr),
    ended,
  ]);
  return { code, stdout, stderr };
}
