import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runSteps, type Step, stepsOf } from './console-session.ts';
import { ROOT } from './start-program.ts';

const SECRET = /\bfw_[\w-]{43}(?![\w-])/g;

const show = ({ command, output }: Step): string =>
  `$ ${command}\n${output.replaceAll(SECRET, 'fw_SECRET')}`;

test(
  'each session on the command page prints what the page shows',
  { timeout: 60_000 },
  async () => {
    const steps = stepsOf(await readFile(join(ROOT, 'docs/reference/command.md'), 'utf8'));
    const folder = await mkdtemp(join(tmpdir(), 'forewarn-command-'));
    try {
      const seen = await runSteps(steps, folder);

      expect(seen.length).toBeGreaterThan(10);
      expect(seen.map(show)).toEqual(steps.map(show));
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);
