import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { installTools } from '../../tools/install-tools.ts';
import { run } from '../../tools/run-program.ts';

/** Runs a program of `tools/field-clients` to its end, and returns the JSON that it prints. */
export async function runClient(program: string, argument: object): Promise<unknown> {
  const folder = await installTools('field-clients');
  return JSON.parse(await run(folder, process.execPath, program, JSON.stringify(argument)));
}

/** Starts a server of `tools/field-clients`. Returns its URL, and a function that stops it. */
export async function startClient(program: string) {
  const folder = await installTools('field-clients');
  const child = spawn(process.execPath, [join(folder, program)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [port] = (await once(createInterface(child.stdout), 'line')) as [string];
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async (): Promise<void> => {
      const ended = once(child, 'exit');
      child.stdin.end();
      await ended;
    },
  };
}
