import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '../../tools/postgres-server.ts';
import { curlExamplesOf, runCurl, withoutChance } from './curl.ts';
import { ROOT, startProgram } from './start-program.ts';
import { textsAt } from '../../tools/texts-at.ts';

const PROGRAM = 'docs/examples/tutorial-embed.ts';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
}

const read = (file: string): Promise<string> => readFile(join(ROOT, file), 'utf8');

const manifests = textsAt(import.meta, '../../packages/*/package.json');
const page = await read('docs/developers/embed.md');

test('the steps of the tutorial, joined, are the program', async () => {
  const steps = [...page.matchAll(/^```ts\n(?<code>.*?)^```$/gms)];

  expect(steps.map(({ groups }) => groups?.['code']).join('\n')).toBe(await read(PROGRAM));
});

test('the tutorial packs each package that its program needs', async () => {
  const packed = [...page.matchAll(/ -w (?<name>@forewarn\S+)/g)].map(
    ({ groups }) => groups?.['name'] ?? '',
  );
  const needed = new Set<string>();
  const add = (name: string): void => {
    if (!name.startsWith('@forewarn/') || needed.has(name)) return;
    needed.add(name);
    const { [`../../packages/${name.slice(10)}/package.json`]: text = '{}' } = manifests;
    const { dependencies = {} } = JSON.parse(text) as Manifest;
    Object.keys(dependencies).forEach(add);
  };
  for (const [, name = ''] of (await read(PROGRAM)).matchAll(/ from '([^']+)'/g)) add(name);

  expect(packed.toSorted()).toEqual([...needed].toSorted());
});

test('each curl command prints what the tutorial shows', async () => {
  const examples = curlExamplesOf(page);
  const port = await freePort();
  // Packages resolve to their sources here.
  const argv = ['--conditions=@forewarn/source', PROGRAM];
  const program = await startProgram(argv, { PORT: String(port) }, `http://localhost:${port}`);
  try {
    const shown = examples.map(({ output }) => withoutChance(output));
    const seen: string[] = [];
    for (const { command } of examples) seen.push(withoutChance(await runCurl(command, port)));

    expect(examples.length).toBeGreaterThan(0);
    expect(seen).toEqual(shown);
  } finally {
    await program.stop();
  }
});
