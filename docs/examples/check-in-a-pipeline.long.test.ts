import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../tools/postgres-server.ts';
import { runSteps, type Step, stepsOf } from './console-session.ts';
import { withRanksOfDates } from './curl.ts';
import { ROOT, startProgram } from './start-program.ts';

const page = await readFile(join(ROOT, 'docs/how-to/check-in-a-pipeline.md'), 'utf8');

// The sample is as old as its service, and so are its schedules.
const atOneAge = (steps: readonly Step[]): readonly Step[] =>
  withRanksOfDates(steps.map(({ output }) => output)).map((output, at) => ({
    command: steps[at]?.command ?? '',
    output: output.replaceAll(/the data is \d+ seconds? old/g, 'the data is 5 seconds old'),
  }));

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forewarn-check-'));
});

afterAll(() => rm(folder, { recursive: true }));

test('the session prints what the page shows, with the sample', async () => {
  const port = await freePort();
  const argv = [join(ROOT, 'packages/service/bin/forewarn.js'), 'serve', '--sample'];
  const env = { PORT: String(port), DATABASE_URL: 'memory:' };
  const service = await startProgram(argv, env, 'listening', folder);
  try {
    const steps = stepsOf(page).map(({ command, output }) => ({
      command: command.replaceAll('http://localhost:4242', `http://127.0.0.1:${port}`),
      output,
    }));
    const seen = await runSteps(steps, folder);

    expect(steps.length).toBeGreaterThan(3);
    expect(atOneAge(seen)).toEqual(atOneAge(steps));
  } finally {
    await service.stop();
  }
});
