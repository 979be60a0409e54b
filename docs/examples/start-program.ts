import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A program that runs. */
export interface Program {
  /** Tells it to end, and waits until it has. */
  stop(): Promise<void>;
}

/** Starts a Node program, in the repository's folder unless told; answers once it has written the text. */
export async function startProgram(
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
  readyText: string,
  cwd = ROOT,
): Promise<Program> {
  // Settings of whoever runs the tests are not for it.
  const program = spawn(process.execPath, argv, { cwd, env, stdio: 'pipe' });
  const ended = once(program, 'exit');
  let written = '';
  await new Promise<void>((resolve, reject) => {
    const take = (text: string): void => {
      written += text;
      if (written.includes(readyText)) resolve();
    };
    program.stdout.setEncoding('utf8').on('data', take);
    program.stderr.setEncoding('utf8').on('data', take);
    program.once('error', reject);
    program.once('exit', (code) => reject(new Error(`it ended with ${code}: ${written}`)));
  });
  return {
    stop: async () => {
      program.kill('SIGTERM');
      await ended;
    },
  };
}
