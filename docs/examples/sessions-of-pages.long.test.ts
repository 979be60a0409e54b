import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../tools/postgres-server.ts';
import { curlsIn, openTerminal, sessionsIn, withForewarn } from './pasted.ts';
import { type Program, ROOT, startProgram } from './start-program.ts';
import { withoutChance, withRanksOfDates } from './without-chance.ts';

const read = (file: string): Promise<string> => readFile(join(ROOT, file), 'utf8');

const { start } = (JSON.parse(await read('package.json')) as { scripts: { start: string } })
  .scripts;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forewarn-pages-'));
  await writeFile(join(folder, '.curlrc'), 'silent\n');
});

afterAll(() => rm(folder, { recursive: true }));

/** Starts what a page asks, on a port of its own. */
type Start = (page: string, port: number) => Promise<Program>;

/** Starts the service as `npm start` does, with the settings of the page and a new file. */
const startSample: Start = (page, port) => {
  const [, keys] = /^INIT_ADMIN_API_TOKENS=(\S+) npm start$/m.exec(page) ?? [];
  const env = {
    PORT: String(port),
    DATABASE_URL: `sqlite:${join(folder, `${port}.db`)}`,
    ...(keys === undefined ? {} : { INIT_ADMIN_API_TOKENS: keys }),
  };
  return startProgram((start.split('&& node ')[1] ?? '').split(' '), env, 'listening');
};

const FILE = /^Make a file `(?<name>[\w.-]+)`:\n\n```\w+\n(?<content>.*?)^```$/gms;
const COMMAND = /^```sh\n(?<settings>(?:[A-Z_]+=\S+ )*)npx forewarn (?<words>.+)\n```$/m;

/** Makes the files of the page, and starts its command. */
const startCommand: Start = async (page, port) => {
  const files = [...page.matchAll(FILE)].map(({ groups }) => groups ?? {});
  for (const { name = '', content = '' } of files) await writeFile(join(folder, name), content);
  const { settings = '', words = '' } = COMMAND.exec(page)?.groups ?? {};
  const given = settings
    .trim()
    .split(' ')
    .map((setting) => setting.split('=', 2));
  const env = { ...(Object.fromEntries(given) as Record<string, string>), PORT: String(port) };
  const argv = [join(ROOT, 'packages/service/bin/forewarn.js'), ...words.split(' ')];
  return startProgram(argv, env, 'listening', folder);
};

/** Starts the program of the page. Packages resolve to their sources. */
const startEmbedded: Start = (_page, port) => {
  const argv = ['--conditions=@forewarn/source', 'docs/examples/tutorial-embed.ts'];
  return startProgram(argv, { PORT: String(port) }, `http://localhost:${port}`);
};

/** What differs each time: dates by their order, ids, and the age of the sample. */
const comparable = (outputs: readonly string[]): readonly string[] =>
  withRanksOfDates(outputs).map((output) =>
    withoutChance(output)
      // What the sample predicts may be recorded before the event of the example.
      .replace(/(?<="events":\[\{"id":)\d+/, 'N')
      .replaceAll(/the data is \d+ seconds? old/g, 'the data is N seconds old'),
  );

test.each([
  ['reference/http.md', 8, startSample, curlsIn],
  ['tutorial/record-over-http.md', 8, startCommand, curlsIn],
  ['developers/embed.md', 3, startEmbedded, curlsIn],
  ['how-to/check-in-a-pipeline.md', 4, startSample, sessionsIn],
])('the commands of %s, at least %i, print what the page shows', async (file, least, begin, of) => {
  const page = await read(`docs/${file}`);
  const steps = of(page);
  const port = await freePort();
  const service = await begin(page, port);
  const terminal = openTerminal(folder, {});
  try {
    const printed: string[] = [];
    for (const { commands } of steps) {
      const here = commands.replace(/localhost:\d+/, `127.0.0.1:${port}`);
      // With -i, curl ends the lines of the head as on the wire.
      printed.push((await terminal.paste(withForewarn(here))).replaceAll('\r', ''));
    }

    expect(steps.length).toBeGreaterThanOrEqual(least);
    expect(comparable(printed)).toEqual(comparable(steps.map(({ output = '' }) => output)));
  } finally {
    await Promise.all([service.stop(), terminal.close()]);
  }
});
