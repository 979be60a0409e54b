import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../tools/postgres-server.ts';
import { curlExamplesOf, runCurl, withoutChance } from './curl.ts';
import { ROOT, startProgram } from './start-program.ts';

const page = await readFile(join(ROOT, 'docs/tutorial/record-over-http.md'), 'utf8');

const FILE = /^Make a file `(?<name>[\w.-]+)`:\n\n```\w+\n(?<content>.*?)^```$/gms;
const START = /^```sh\n(?<settings>(?:[A-Z_]+=\S+ )*)npx forewarn (?<words>.+)\n```$/m;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forewarn-tutorial-'));
});

afterAll(() => rm(folder, { recursive: true }));

test('each step of the tutorial prints what the page shows', async () => {
  const files = [...page.matchAll(FILE)].map(({ groups }) => groups ?? {});
  for (const { name = '', content = '' } of files) await writeFile(join(folder, name), content);
  const { settings = '', words = '' } = START.exec(page)?.groups ?? {};
  const env = Object.fromEntries(
    settings
      .trim()
      .split(' ')
      .map((setting) => setting.split('=', 2)),
  );
  const argv = [join(ROOT, 'packages/service/bin/forewarn.js'), ...words.split(' ')];
  const port = await freePort();
  const service = await startProgram(argv, { ...env, PORT: String(port) }, 'listening', folder);
  try {
    const examples = curlExamplesOf(page);
    const seen: string[] = [];
    for (const { command } of examples) {
      seen.push(`${command}${withoutChance(await runCurl(command, port, folder))}`);
    }

    expect(files.length).toBe(2);
    expect(examples.length).toBeGreaterThanOrEqual(8);
    expect(seen).toEqual(examples.map((each) => `${each.command}${withoutChance(each.output)}`));
  } finally {
    await service.stop();
  }
});

test('the tutorial finds the change request that it recorded', () => {
  const outputs = curlExamplesOf(page).map(({ output }) => output.trim());

  expect(outputs[0]).toBe('{"version":1,"projects":[]}');
  expect(outputs).toContain(
    '[{"id":42,"environment":"production","title":"Remove the old checkout"}]',
  );
});
