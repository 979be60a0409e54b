import { glob, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Block, openTerminal, sessionsIn, withForewarn } from './pasted.ts';
import { ROOT } from './start-program.ts';

const SECRET = /\bfw_[\w-]{43}(?![\w-])/g;

const show = ({ commands, output = '' }: Block): string =>
  `$ ${commands}${output.replaceAll(SECRET, 'fw_SECRET')}`;

/** Runs commands in a folder, one after the other. */
async function run(commands: readonly string[], folder: string): Promise<readonly Block[]> {
  const terminal = openTerminal(folder, {});
  const seen: Block[] = [];
  for (const each of commands) {
    seen.push({ commands: each, output: await terminal.paste(withForewarn(each)) });
  }
  await terminal.close();
  return seen;
}

test('each session on the import page prints what the page shows', async () => {
  const steps = sessionsIn(await readFile(join(ROOT, 'docs/reference/import.md'), 'utf8'));
  const folder = await mkdtemp(join(tmpdir(), 'forewarn-command-'));
  try {
    // Of a new store, the first command tells the path.
    await run(['npx forewarn migrate\n'], folder);
    const seen = await run(
      steps.map(({ commands }) => commands),
      folder,
    );

    expect(seen.length).toBeGreaterThan(7);
    expect(seen.map(show)).toEqual(steps.map(show));
  } finally {
    await rm(folder, { recursive: true });
  }
});

/** The commands in the blocks of all pages, each on one line. */
async function commandsOfPages(): Promise<readonly string[]> {
  const commands: string[] = [];
  for await (const file of glob(['README.md', 'docs/**/*.md', 'packages/*/README.md'], {
    cwd: ROOT,
    exclude: (path) => path.includes('node_modules'),
  })) {
    const page = await readFile(join(ROOT, file), 'utf8');
    const blocks = [...page.matchAll(/^ *```(?:sh|console|yaml)\n(?<text>.*?)^ *```$/gms)];
    const text = blocks.map(({ groups }) => groups?.['text'] ?? '').join('\n');
    commands.push(...text.replaceAll(/ *\\\n */g, ' ').split('\n'));
  }
  return commands;
}

const FOREWARN =
  /(?<before>\S+ |^) *forewarn (?<name>(?:keys|projects|strategies|webhooks) [a-z]+|[a-z]+)(?<rest>[^#|)]*)/;

test('each forewarn command of the docs exists, with its options, and is not a bare forewarn', async () => {
  const found = (await commandsOfPages()).flatMap((line) => {
    const { groups } = FOREWARN.exec(line) ?? {};
    return groups === undefined ? [] : [groups];
  });
  const names = [...new Set(found.map(({ name }) => name ?? ''))];
  const asking = names.map((name) => `npx forewarn ${name} --help\n`);
  const helps = new Map((await run(asking, ROOT)).map(({ output }, at) => [names[at], output]));

  expect(names.length).toBeGreaterThan(8);
  expect(found.filter(({ before = '' }) => before.trim() === '')).toEqual([]);
  const wrong = found.flatMap(({ name, rest = '' }) =>
    (rest.match(/(?<= )--[a-z-]+/g) ?? [])
      .filter((option) => !helps.get(name)?.includes(` ${option}`))
      .map((option) => `${name} ${option}`),
  );
  expect(wrong).toEqual([]);
});
