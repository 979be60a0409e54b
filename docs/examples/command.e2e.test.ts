import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';
import { ROOT } from './start-program.ts';

interface Step {
  readonly command: string;
  readonly output: string;
}

const SESSION = /^```console\n(?<text>.*?)^```$/gms;
const SECRET = /\bfw_[\w-]{43}(?![\w-])/g;

/** The commands of a page's sessions, each with the output that the page shows. */
function stepsOf(page: string): readonly Step[] {
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

const show = ({ command, output }: Step): string =>
  `$ ${command}\n${output.replaceAll(SECRET, 'fw_SECRET')}`;

test(
  'each session on the page of the command goes as the page shows',
  { timeout: 60_000 },
  async () => {
    const steps = stepsOf(await readFile(join(ROOT, 'docs/reference/command.md'), 'utf8'));
    const folder = await mkdtemp(join(tmpdir(), 'forewarn-command-'));
    const env = {
      PATH: process.env['PATH'],
      NODE: process.execPath,
      FOREWARN: join(ROOT, 'packages/service/bin/forewarn.js'),
    };
    let last = 0;
    /** Runs one step, after which `$?` is that of the step before it. */
    const run = async ({ command }: Step): Promise<Step> => {
      const inShell = command.replaceAll('npx forewarn', '"$NODE" "$FOREWARN"');
      const script = `exec 2>&1; (exit ${last}); ${inShell}`;
      const shell = spawn('sh', ['-c', script], { cwd: folder, env, stdio: 'pipe' });
      let output = '';
      shell.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
      const [code] = (await once(shell, 'close')) as [number];
      last = code;
      return { command, output };
    };
    try {
      const seen: Step[] = [];
      for (const step of steps) seen.push(await run(step));

      expect(seen.length).toBeGreaterThan(10);
      expect(seen.map(show)).toEqual(steps.map(show));
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);
