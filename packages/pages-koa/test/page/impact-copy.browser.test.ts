import { memoryOperate } from '@forewarn/operate/memory';
import { memoryForecast } from '@forewarn/forecast/memory';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createMemoryStore } from '@forewarn/store-memory';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeRequest } from '../../../service/test/http/sample-data.ts';
import { openSignedIn } from './opened-page.ts';

const COMMAND = fileURLToPath(new URL('../../../service/bin/forewarn.js', import.meta.url));

/** A folder with an `npx` that a shell finds, and that runs `forewarn`. */
let bin: string;

beforeAll(async () => {
  bin = await mkdtemp(join(tmpdir(), 'forewarn-bin-'));
  const script = `#!/bin/sh\nshift\nexec '${process.execPath}' '${COMMAND}' "$@" --json\n`;
  await writeFile(join(bin, 'npx'), script);
  await chmod(join(bin, 'npx'), 0o755);
});

afterAll(async () => {
  await rm(bin, { recursive: true });
});

/** Copies a text of the page, as a person does. */
async function copied(page: Page, label: string): Promise<string> {
  await page.getByText(label, { exact: true }).click();
  const field = page.getByRole('textbox', { name: label });
  const group = page.getByRole('group').filter({ has: field });
  await group.getByRole('button', { name: 'Copy' }).click();
  await group.getByText('Copied.').waitFor();
  const read = (await page.evaluate('navigator.clipboard.readText()')) as string;
  expect(read).toBe(await field.inputValue());
  return read;
}

async function run(command: string, key: string) {
  const path = `${bin}${delimiter}${process.env['PATH'] ?? ''}`;
  const child = spawn('sh', ['-c', command], { env: { PATH: path, FOREWARN_API_KEY: key } });
  const ended = once(child, 'close') as Promise<[number | null]>;
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    ended,
  ]);
  if (stdout === '') throw new Error(stderr);
  return { code, json: JSON.parse(stdout) as unknown };
}

const HOSTILE = [`it's "a" $(touch x) \`b\` \\n \\\\ %s !1 & ; | *`, '<b>\u202e😀'];

const [PUNCTUATION = '', BIDI = ''] = HOSTILE.map(encodeURIComponent);

const archive = (names: readonly string[]): string =>
  names.map((name) => `feature.archive=${encodeURIComponent(name)}`).join('&');

test.each([
  [
    'each kind with one intent',
    'strategy.delete=s1&segment.delete=7&strategyDefinition.delete=holidaySale',
    1,
  ],
  ['targets without an intent, in a project', 'project=shop&featureVariants=banner&segment=8', 0],
  [
    'targets with different intents',
    `project=shop&featureVariants.update=banner&feature.archive=${PUNCTUATION}&strategyDefinition=${BIDI}`,
    1,
  ],
  ['hostile names', archive(HOSTILE), 1],
  ['names like options', archive(['-x', '--url=y', 'sale --json', 'checkout']), 1],
])('the copied command asks the same: %s', async (_name, question, code) => {
  const found = changeRequest(1, {
    checkout: [{ action: 'addStrategy', payload: { name: 'holidaySale', segments: [7] } }],
    [HOSTILE[0] ?? '']: [{ action: 'updateEnabled' }],
  });
  const { page, key, served } = await openSignedIn({
    has: [found],
    basePath: '/flags',
    hash: `#/what-would-break?${question}`,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const shown = page.waitForResponse(/\/impact$/);
  await page.getByRole('button', { name: 'Refresh' }).click();
  const response = (await (await shown).json()) as object;

  const command = await copied(page, 'Copy as command');
  const ran = await run(command, key);

  expect(command).toMatch(/^# With a key in FOREWARN_API_KEY\n/);
  expect(command).toContain(`--url ${served.url}/flags`);
  expect(ran).toEqual({
    code,
    json: { ...response, outcome: expect.any(String), source: 'impact' },
  });
});

test('the copied text says what the page shows', async () => {
  const winterSale = {
    title: 'Winter\nsale',
    createdBy: { username: 'tom' },
    schedule: { status: 'suspended', scheduledAt: '2026-12-27T00:00:00.000Z' },
  } as const;
  const has = [
    changeRequest(17, { banner: [{ action: 'addStrategy', payload: { name: 'h' } }] }, winterSale),
    changeRequest(21, { odd: [{ action: 'teleport' }] }, { project: 'office' }),
  ];
  const store = createMemoryStore({}, [memoryForecast, memoryOperate]);
  await store.projects.register({ id: 'shop', name: 'Web\nshop' }, 'test');
  const { page } = await openSignedIn({
    store,
    has,
    hash: '#/what-would-break?strategyDefinition.delete=h&segment=7&feature.archive=search',
    permissions: ['clipboard-read', 'clipboard-write'],
  });

  await page.getByText('Web shop · production').waitFor();
  expect((await copied(page, 'Copy as text')).split('\n')).toEqual([
    'What would break in all projects that the key may read? Live data, read at 10:00. Times in Europe/Berlin.',
    '',
    'Delete strategy definition h: 1 scheduled change request touches it',
    '- Sun, 27 Dec 2026, 01:00, suspended, Winter sale, Web shop #17, production, tom: Will fail: add strategy in banner (The strategy definition it names no longer exists. Choose another definition for it, or keep the one that it names.)',
    '- office #21, production: It may touch more strategies, variants, segments, strategy definitions or context fields: its action is unknown',
    '',
    'Any change to segment 7: Unknown whether anything scheduled touches it',
    '- A scheduled change may touch it',
    '- office #21, production: It may touch more strategies, variants, segments, strategy definitions or context fields: its action is unknown',
    '',
    'Archive feature search: Nothing scheduled names it; whether it exists is not known',
  ]);
});

test('a text that changed since is no longer told as copied', async () => {
  const { page } = await openSignedIn({
    hash: '#/what-would-break?feature.archive=search',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await copied(page, 'Copy as text');

  await page.clock.setFixedTime('2026-11-23T09:05:00Z');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.locator('.data-age').getByText('read at 10:05').waitFor();

  expect(await page.getByText('Copied.').count()).toBe(0);
});

test('without the clipboard the text is selected', async () => {
  const { page } = await openSignedIn({
    hash: '#/what-would-break?feature.archive=search',
  });
  await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
  await page.getByText('Copy as command', { exact: true }).click();

  const field = page.getByRole('textbox', { name: 'Copy as command' });
  await page
    .getByRole('group')
    .filter({ has: field })
    .getByRole('button', { name: 'Copy' })
    .click();
  await page.getByText('Press Ctrl+C').waitFor();

  expect(await page.evaluate('getSelection().toString()')).toBe(await field.inputValue());
});
