import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../tools/postgres-server.ts';
import { runSteps, stepsOf } from './console-session.ts';
import { ROOT, startProgram } from './start-program.ts';

const page = await readFile(join(ROOT, 'docs/how-to/check-in-a-pipeline.md'), 'utf8');

// The sample is as old as its service, and so are its schedules.
const atOneAge = (text: string): string =>
  text
    .replaceAll(/the data is \d+ seconds? old/g, 'the data is 5 seconds old')
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, 'YYYY-MM-DD hh:mm');

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forewarn-check-'));
});

afterAll(() => rm(folder, { recursive: true }));

test('the session of the how-to prints what the page shows, with the sample', async () => {
  const port = await freePort();
  const argv = [join(ROOT, 'packages/service/bin/forewarn.js'), 'serve', '--sample'];
  const service = await startProgram(argv, { PORT: String(port) }, 'listening', folder);
  const here = (text: string): string =>
    text.replaceAll('http://localhost:4242', `http://127.0.0.1:${port}`);
  try {
    const steps = stepsOf(page).map(({ command, output }) => ({ command: here(command), output }));
    const seen = await runSteps(steps, folder);

    expect(steps.length).toBeGreaterThan(5);
    expect(seen.map(({ command, output }) => ({ command, output: atOneAge(output) }))).toEqual(
      steps.map(({ command, output }) => ({ command, output: atOneAge(output) })),
    );
  } finally {
    await service.stop();
  }
});

test('the pipelines of the how-to use existing options', async () => {
  const help = '$ npx forewarn check --help';
  const [shown] = await runSteps([{ command: help.slice(2), output: '' }], folder);
  const commands = [...page.matchAll(/forewarn check (?:.*\\\n)*.*/g)].map(([text]) => text);
  const options = commands.flatMap((text) => text.match(/--[a-z-]+/g) ?? []);

  expect(commands.length).toBeGreaterThanOrEqual(5);
  expect(new Set(options)).toContain('--github');
  expect(options.filter((option) => !shown?.output.includes(` ${option} `))).toEqual([]);
});
