import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const COMMAND = fileURLToPath(new URL('../bin/forewarn.js', import.meta.url));

/** How a command ended, and what it said. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a command runs with. */
export interface CommandContext {
  /** The folder that it runs in. */
  readonly folder: string;
  /** Its settings: of the test's own environment it sees nothing. */
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  /** Whether nobody reads its standard output, as after `| head` has ended. */
  readonly isOutputClosed?: boolean;
  /** The same of the standard error. */
  readonly isErrorClosed?: boolean;
}

/** Runs `forewarn` from its sources, until it ends. */
export async function runCommand(
  args: readonly string[],
  { folder, env = {}, input = '', isOutputClosed = false, isErrorClosed = false }: CommandContext,
): Promise<Ended> {
  const path = process.env['PATH'];
  const child = spawn(process.execPath, [COMMAND, ...args], {
    cwd: folder,
    env: path === undefined ? env : { PATH: path, ...env },
  });
  // One that ends before it has read everything is none of the input's business.
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
