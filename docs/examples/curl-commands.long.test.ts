import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../tools/postgres-server.ts';
import { curlExamplesOf, runCurl, withoutChance, withRanksOfDates } from './curl.ts';
import { type Program, ROOT, startProgram } from './start-program.ts';

const read = (file: string): Promise<string> => readFile(join(ROOT, file), 'utf8');

const { start } = (JSON.parse(await read('package.json')) as { scripts: { start: string } })
  .scripts;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forewarn-readme-'));
});

afterAll(() => rm(folder, { recursive: true }));

/** Starts the service as `npm start` does, on another port and a new file. */
async function startSample(
  settings: Readonly<Record<string, string>>,
): Promise<Program & { readonly port: number }> {
  const port = await freePort();
  const url = `sqlite:${join(folder, 'sample.db')}`;
  const env = { PORT: String(port), DATABASE_URL: url, ...settings };
  const program = await startProgram(
    (start.split('&& node ')[1] ?? '').split(' '),
    env,
    'listening',
  );
  return { ...program, port };
}

/** Returns the settings that a page passes to `npm start`. */
function settingsIn(page: string): Readonly<Record<string, string>> {
  const [, keys] = /^INIT_ADMIN_API_TOKENS=(\S+) npm start$/m.exec(page) ?? [];
  return keys === undefined ? {} : { INIT_ADMIN_API_TOKENS: keys };
}

test('each curl command of the HTTP page prints what the page shows', async () => {
  const text = await read('docs/reference/http.md');
  const examples = curlExamplesOf(text);
  const service = await startSample(settingsIn(text));
  try {
    const printed: string[] = [];
    for (const { command } of examples) printed.push(await runCurl(command, service.port));
    const comparable = (outputs: readonly string[]): readonly string[] =>
      withRanksOfDates(outputs).map(
        (output, at) =>
          // What the sample predicts may be recorded before the event of the example.
          `${examples[at]?.command}${withoutChance(output).replace(/(?<="events":\[\{"id":)\d+/, 'N')}`,
      );

    expect(examples.length).toBeGreaterThanOrEqual(8);
    expect(comparable(printed)).toEqual(comparable(examples.map(({ output }) => output)));
  } finally {
    await service.stop();
  }
});
