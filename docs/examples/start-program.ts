import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { ENDS_WITH_PARENT } from '../../packages/service/test/http/running-service.ts';

/** The repository's folder. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A running program. */
export interface Program {
  /** Sends SIGTERM and waits for the exit. */
  stop(): Promise<void>;
}

/** Starts a Node program, by default in the repository's folder, and resolves once it has written the text. */
export async function startProgram(
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
  readyText: string,
  cwd = ROOT,
): Promise<Program> {
  // The environment of the test runner must not change its settings.
  const all = ['--import', ENDS_WITH_PARENT, ...argv];
  const program = spawn(process.execPath, all, { cwd, env, stdio: 'pipe' });
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
    program.once('exit', (code) =>
      reject(new Error(`the program exited with ${code}: ${written}`)),
    );
  });
  return {
    stop: async () => {
      program.kill('SIGTERM');
      await ended;
    },
  };
}
