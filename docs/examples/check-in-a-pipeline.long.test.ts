import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../tools/postgres-server.ts';
import { runSteps, stepsOf } from './console-session.ts';
import { ROOT, startProgram } from './start-program.ts';

const read = (file: string): Promise<string> => readFile(join(ROOT, 'docs', file), 'utf8');

const page = await read('how-to/check-in-a-pipeline.md');

// The sample is as old as its service, and so are its schedules.
const atOneAge = (text: string): string =>
  text
    .replaceAll(/the data is \d+ seconds? old/g, 'the data is 5 seconds old')
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, 'YYYY-MM-DD hh:mm');

/** That of the tutorial. The how-to uses the key of the sample. */
const TUTORIAL_KEY = 'key-of-the-tutorial';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forewarn-check-'));
});

afterAll(() => rm(folder, { recursive: true }));

test.each([
  { file: 'how-to/check-in-a-pipeline.md', atLeast: 5 },
  { file: 'tutorial/forecast.md', atLeast: 3 },
])(
  'the session of $file prints what the page shows, with the sample',
  async ({ file, atLeast }) => {
    const port = await freePort();
    const argv = [join(ROOT, 'packages/service/bin/forewarn.js'), 'serve', '--sample'];
    const env = {
      PORT: String(port),
      DATABASE_URL: 'memory:',
      INIT_ADMIN_API_TOKENS: TUTORIAL_KEY,
    };
    const service = await startProgram(argv, env, 'listening', folder);
    const here = (text: string): string =>
      text.replaceAll('http://localhost:4242', `http://127.0.0.1:${port}`);
    try {
      const steps = stepsOf(await read(file)).map(({ command, output }) => ({
        command: here(command),
        output,
      }));
      const seen = await runSteps(steps, folder);

      expect(steps.length).toBeGreaterThan(atLeast);
      expect(seen.map(({ command, output }) => ({ command, output: atOneAge(output) }))).toEqual(
        steps.map(({ command, output }) => ({ command, output: atOneAge(output) })),
      );
    } finally {
      await service.stop();
    }
  },
);

test('the pipelines of the how-to use existing options', async () => {
  const commands = [...page.matchAll(/forewarn (check|forecast) (?:.*\\\n)*.*/g)];
  const seen = await runSteps(
    ['check', 'forecast'].map((name) => ({ command: `npx forewarn ${name} --help`, output: '' })),
    folder,
  );
  const helpOf = (name: string | undefined) => seen[name === 'check' ? 0 : 1]?.output ?? '';
  const options = commands.flatMap(([text, name]) =>
    (text.match(/--[a-z-]+/g) ?? []).map((option) => ({ name, option })),
  );

  expect(commands.length).toBeGreaterThanOrEqual(4);
  expect(options).toContainEqual({ name: 'check', option: '--intent' });
  expect(options).toContainEqual({ name: 'forecast', option: '--within' });
  expect(options.filter(({ name, option }) => !helpOf(name).includes(` ${option} `))).toEqual([]);
});
