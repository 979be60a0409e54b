import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { ROOT } from './start-program.ts';

/** A command on a page, with the output that the page shows. */
export interface Step {
  readonly command: string;
  readonly output: string;
}

const SESSION = /^```console\n(?<text>.*?)^```$/gms;

/** Returns the commands of a page's console blocks. */
export function stepsOf(page: string): readonly Step[] {
  return [...page.matchAll(SESSION)].flatMap(({ groups }) =>
    (groups?.['text'] ?? '')
      .split(/^\$ /m)
      .slice(1)
      .map((step) => {
        const [command = '', ...output] = step.split('\n');
        return { command, output: output.join('\n') };
      }),
  );
}

const EXPORT = /^export (?<name>\w+)=(?<value>\S+)$/;

/** Runs the commands in a folder, in order, and returns their outputs. `$?` is the exit code of the previous one. */
export async function runSteps(steps: readonly Step[], folder: string): Promise<readonly Step[]> {
  const env: Record<string, string | undefined> = {
    PATH: process.env['PATH'],
    NODE: process.execPath,
    FOREWARN: join(ROOT, 'packages/service/bin/forewarn.js'),
  };
  const seen: Step[] = [];
  let last = 0;
  for (const { command } of steps) {
    const { name, value } = EXPORT.exec(command)?.groups ?? {};
    if (name !== undefined) env[name] = value;
    const inShell = command.replaceAll('npx forewarn', '"$NODE" "$FOREWARN"');
    const script = `exec 2>&1; (exit ${last}); ${inShell}`;
    const shell = spawn('sh', ['-c', script], { cwd: folder, env, stdio: 'pipe' });
    let output = '';
    shell.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    const [code] = (await once(shell, 'close')) as [number];
    last = code;
    seen.push({ command, output });
  }
  return seen;
}
