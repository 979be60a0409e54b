import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { headlessBrowser } from '../../tools/headless-browser.ts';
import { freePort } from '../../tools/postgres-server.ts';
import {
  fakeChangeRequest,
  fakeFeature,
  startFakeUnleash,
} from '../../packages/unleash/test/fake-unleash.ts';
import { blocksOf, openTerminal } from './pasted.ts';
import { ROOT } from './start-program.ts';
import { withoutChance, withRanksOfDates } from './without-chance.ts';

const read = (file: string): Promise<string> => readFile(join(ROOT, file), 'utf8');

let folder: string;
let clone: string;

// A fresh clone. CI begins with `npm ci`, so the clone shares what that installed.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forewarn-clone-'));
  clone = join(folder, 'forewarn');
  execFileSync('git', ['clone', '--quiet', '--shared', ROOT, clone]);
  await writeFile(join(clone, '.curlrc'), 'silent\n');
  for (const owner of ['.', 'packages/service', 'packages/cli']) await install(owner);
});

afterAll(() => rm(folder, { recursive: true }));

/** Links what is installed in a folder. Links to the repository's own packages are relative, so they lead to the clone's. */
async function install(owner: string): Promise<void> {
  const from = join(ROOT, owner, 'node_modules');
  const to = join(clone, owner, 'node_modules');
  await mkdir(to);
  for (const name of await readdir(from).catch(() => [])) {
    if (name === '.bin' || name === '@forewarn') {
      await cp(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true });
    } else if (!name.startsWith('.')) {
      await symlink(join(from, name), join(to, name));
    }
  }
}

/** What differs each time, and what a server prints in the background. */
const comparable = (text: string): string =>
  withoutChance(
    text.replaceAll(/^(?:forewarn: (?:open|building|serving|the store has)|\{"level").*\n?/gm, ''),
  )
    .replaceAll(/the data is \d+ seconds? old/g, 'the data is N seconds old')
    .trim();

type Terminal = ReturnType<typeof openTerminal>;

/** Pastes the blocks of a page. Each that shows its output must print it. */
async function follow(terminal: Terminal, blocks: ReturnType<typeof blocksOf>): Promise<void> {
  const seen: string[] = [];
  for (const { commands, output } of blocks) {
    const printed = await terminal.paste(commands);
    seen.push(output === undefined ? '' : printed);
  }
  const session = (outputs: readonly string[]): readonly string[] =>
    withRanksOfDates(outputs).map((output, at) => `${blocks[at]?.commands}${comparable(output)}`);
  expect(session(seen)).toEqual(session(blocks.map(({ output = '' }) => output)));
}

/** Opens an address as a browser does, and returns what the page says after a click or a sign-in. */
async function look(url: string, key: string | undefined, seen: RegExp): Promise<void> {
  const browser = await headlessBrowser();
  const page = await browser.newPage();
  try {
    await page.goto(url);
    if (key === undefined) {
      await page.getByRole('button', { name: 'Look at the sample' }).click();
    } else {
      await page.getByLabel(/key|token/i).fill(key);
      await page.getByRole('button', { name: 'Sign in' }).click();
    }
    await page.getByText(seen).first().waitFor();
  } finally {
    await page.close();
  }
}

const PRINTED = /^forewarn: open (?<url>\S+) to see/m;

test('a fresh clone does what the README and the tutorial print, and shows the sample', async () => {
  const [port, second] = [await freePort(), await freePort()];
  const here = (page: string): string =>
    page.replaceAll('4243', String(second)).replaceAll('localhost:4242', `localhost:${port}`);
  const [start, ...tried] = blocksOf(here(await read('README.md')));
  const tutorial = blocksOf(here(await read('docs/tutorial/delete-a-definition.md')));
  const service = openTerminal(clone, { PORT: String(port) });
  const terminal = openTerminal(clone, {});
  try {
    expect(start?.commands).toBe('npm ci && npm start\n');
    const printed = await service.pasteUntil('npm start\n', 'listening');
    await look(PRINTED.exec(printed)?.groups?.['url'] ?? '', undefined, /change request/);
    const gate = tried.findIndex(({ commands }) => commands.includes(' serve &'));
    await follow(terminal, tried.slice(0, gate));
    await follow(terminal, tutorial);

    await terminal.paste(tried[gate]?.commands ?? '');
    await terminal.until('listening');
    const [stopping = '', passing = ''] = (tried[gate + 1]?.commands ?? '').split('\n');

    expect(await terminal.paste(`${stopping}\n`)).toContain('1 scheduled change request touches');
    expect(await terminal.paste('echo $?\n')).toBe('1\n');
    expect(await terminal.paste(`${passing}\n`)).toContain('0 scheduled change requests touch');
    expect(await terminal.paste('echo $?\n')).toBe('0\n');
    // The stores that it makes are none of the repository's files.
    expect(await terminal.paste("git status --short -- '*.db*'\n")).not.toContain('.db');
  } finally {
    await Promise.all([service.close(), terminal.close()]);
  }
});

test('a fresh clone forecasts as the tutorial prints', async () => {
  const port = await freePort();
  const page = (await read('docs/tutorial/forecast.md')).replaceAll('4242', String(port));
  const [start, ...asked] = blocksOf(page);
  const service = openTerminal(clone, { PORT: String(port), DATABASE_URL: 'memory:' });
  const terminal = openTerminal(clone, {});
  try {
    await service.pasteUntil(start?.commands ?? '', 'listening');

    expect(asked.length).toBeGreaterThan(5);
    await follow(terminal, asked);
  } finally {
    await Promise.all([service.close(), terminal.close()]);
  }
});

test('a fresh clone tells a receiver on the same machine what the how-to says', async () => {
  const [port, at] = [await freePort(), await freePort()];
  const page = (await read('docs/how-to/be-told-first.md'))
    .replaceAll('9000', String(at))
    .replaceAll('localhost:4242', `localhost:${port}`);
  const [start, receive, add] = blocksOf(page.split('## Try it on one machine')[1] ?? '');
  const service = openTerminal(clone, { PORT: String(port), DATABASE_URL: 'memory:' });
  const [receiver, terminal] = [openTerminal(clone, {}), openTerminal(clone, {})];
  try {
    await service.pasteUntil(start?.commands ?? '', 'listening');
    const told = receiver.pasteUntil(receive?.commands ?? '', add?.output?.trim() ?? '');
    await terminal.paste(add?.commands ?? '');

    expect(await told).toContain('3 scheduled change requests will not, or may not, go as planned');
  } finally {
    await Promise.all([service.close(), receiver.close(), terminal.close()]);
  }
});

test('a fresh clone plans a clean-up as the tutorial prints', async () => {
  const port = await freePort();
  const page = (await read('docs/tutorial/clean-up.md')).replaceAll('4242', String(port));
  const asked = blocksOf(page);
  const service = openTerminal(clone, { PORT: String(port), DATABASE_URL: 'memory:' });
  const terminal = openTerminal(clone, {});
  try {
    await service.pasteUntil('npm start\n', 'listening');

    expect(asked.length).toBeGreaterThan(5);
    await follow(terminal, asked);
  } finally {
    await Promise.all([service.close(), terminal.close()]);
  }
});

test(
  'a fresh clone makes the packages that the tutorial embeds',
  { timeout: 600_000 },
  async () => {
    const port = await freePort();
    const page = (await read('docs/developers/embed.md')).replaceAll('3000', String(port));
    const [pack, add, start, ...asked] = blocksOf(page);
    // npm reaches the registry as it does outside.
    const app = openTerminal(clone, { ...process.env, PORT: String(port) });
    const terminal = openTerminal(clone, {});
    try {
      await app.paste(pack?.commands.replace('npm ci && ', '') ?? '');
      await app.paste(add?.commands ?? '');
      const program = await read('docs/examples/tutorial-embed.ts');
      await writeFile(join(folder, 'flags/app.ts'), program);
      await app.pasteUntil(start?.commands ?? '', `http://localhost:${port}`);

      expect(asked.length).toBeGreaterThan(2);
      await follow(terminal, asked);
    } finally {
      await Promise.all([app.close(), terminal.close()]);
    }
  },
);

test('a fresh clone connects to an Unleash as the page says', async () => {
  const unleash = await startFakeUnleash({
    rootRole: 'Editor',
    features: [{ name: 'new-checkout', project: 'shop' }],
    changeRequests: [
      fakeChangeRequest(7, {
        title: 'Checkout',
        schedule: { status: 'pending', scheduledAt: '2031-01-06T08:00:00.000Z' },
        features: [
          fakeFeature('new-checkout', { action: 'updateEnabled', payload: { enabled: true } }),
        ],
      }),
    ],
  });
  const port = await freePort();
  const page = (await read('docs/how-to/connect-your-unleash.md'))
    .replaceAll('localhost:4242', `localhost:${port}`)
    .replace('https://unleash.example.com', unleash.url)
    .replace('UNLEASH_API_KEY=…', `UNLEASH_API_KEY='${unleash.key}'`);
  const [serve, ...rest] = blocksOf(page);
  const terminal = openTerminal(clone, { PORT: String(port) });
  try {
    const printed = await terminal.pasteUntil(serve?.commands ?? '', '"synced"');
    const shown = PRINTED.exec(serve?.output ?? '')?.groups?.['url'];
    const url = PRINTED.exec(printed)?.groups?.['url'] ?? '';

    expect(url.replace(String(port), '4242')).toBe(shown);
    const key = await terminal.paste('echo $FOREWARN_API_KEY\n');
    await look(url, key.trim(), /Checkout/);
    await follow(terminal, rest);
    expect(unleash.received.filter(({ method }) => method !== 'GET')).toEqual([]);
  } finally {
    await terminal.close();
    await unleash.close();
  }
});
