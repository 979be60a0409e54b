/// <reference types="vite/types/importMeta.d.ts" />
import { expect, test } from 'vitest';
import { EVENT_TYPES } from '@forewarn/notify';
import { adminRoutes } from '../../packages/http/src/routes/admin-routes.ts';
import { ERROR_TABLE, type ErrorRow } from '../../packages/http/src/errors/error-table.ts';
import { capabilities as capabilityCommands } from '../../packages/cli/src/capabilities.ts';
import { capabilities } from '../../packages/service/src/capabilities.ts';
import type { AddedSetting } from '../../packages/service/src/service-capability.ts';
import { capabilityCommands as storeCommands } from '../../packages/service/src/capability-commands.ts';
import { IDENTITY_VARIABLES } from '../../packages/service/src/identity-settings.ts';
import { readSettings } from '../../packages/service/src/settings.ts';
import { describedUseCases, FOLLOWING_CAPABILITIES } from '../../tools/described-use-cases.ts';

// Vite reads the files as it reads modules, so that this stays in the tier without I/O.
const PAGES = import.meta.glob<string>('../reference/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const SOURCES = import.meta.glob<string>(
  [
    '../how-to/troubleshoot.md',
    '../../package.json',
    '../../packages/*/src/errors.ts',
    '../../packages/cli/src/client-commands.ts',
    '../../packages/service/src/operate/operate-commands.ts',
    '../../packages/service/src/server-commands.ts',
    '../../packages/service/src/operate/operate-commands.ts',
    '../../packages/service/src/settings.ts',
  ],
  { query: '?raw', import: 'default', eager: true },
);

const page = (name: string): string => PAGES[`../reference/${name}.md`] ?? '';
const source = (path: string): string => SOURCES[`../../packages/${path}`] ?? '';

/** Returns the cells of the table rows whose first cell is one word of code, without backticks. */
function rowsOf(text: string): readonly (readonly string[])[] {
  return text
    .split('\n')
    .filter((line) => /^\| `\w+`\s*\|/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', '')),
    );
}

const SETTINGS = rowsOf(page('settings'));

const OWN_ROWS = FOLLOWING_CAPABILITIES.flatMap(({ routes }) => routes).map(
  ({ ownErrors }) => ownErrors,
);
/** Every error over HTTP. */
const ROWS: Readonly<Record<string, ErrorRow<never>>> = Object.assign({}, ERROR_TABLE, ...OWN_ROWS);

test('the errors page has a row for each error over HTTP, and no other', () => {
  const documented = rowsOf(page('errors')).filter(([, status]) => /^\d{3}$/.test(status ?? ''));
  const inCode = Object.entries(ROWS).map(([type, row]) => `${type} ${row.status} ${row.name}`);

  expect(documented.map(([type, status, name]) => `${type} ${status} ${name}`).toSorted()).toEqual(
    inCode.toSorted(),
  );
});

test('the sections of a status in the troubleshooting page list names of errors', () => {
  const names = new Set(Object.values(ROWS).map(({ name }) => name));
  const listed = (SOURCES['../how-to/troubleshoot.md'] ?? '')
    .split(/^## /m)
    .filter((section) => /^Why \d{3}/.test(section))
    .flatMap((section) => [...section.matchAll(/^- `(?<name>\w+)`/gm)])
    .map(({ groups }) => groups?.['name'] ?? '');

  expect(listed.length).toBeGreaterThan(5);
  expect(listed.filter((name) => !names.has(name))).toEqual([]);
});

test('the errors page names each error', () => {
  const files = Object.entries(SOURCES).filter(([path]) => path.endsWith('/errors.ts'));
  const inCode = files.flatMap(([, text]) => [
    ...text.matchAll(/(?:type: |Failure<)'(?<type>\w+)'/g),
  ]);
  const documented = new Set(rowsOf(page('errors')).map(([type]) => type));

  expect(inCode.length).toBeGreaterThan(10);
  expect(inCode.filter(({ groups }) => !documented.has(groups?.['type']))).toEqual([]);
});

test('the HTTP page lists each operation with its permission, and no other', () => {
  const routes = adminRoutes(describedUseCases, {
    capabilities: FOLLOWING_CAPABILITIES,
  });
  const served = routes.map(
    ({ permission, method, path }) => `${permission ?? 'any valid key'}: ${method} ${path}`,
  );
  const [list = ''] = page('http').split(/^## /m);
  const documented = list.split(/^- /m).flatMap((item) => {
    const [permission = ''] = item.split(':');
    const operations = item.matchAll(/\[`(?<operation>[A-Z]+ \/[^`]*)`\]/g);
    return [...operations].map(
      ({ groups }) => `${permission.replaceAll('`', '')}: ${groups?.['operation']}`,
    );
  });

  expect(served.length).toBeGreaterThan(10);
  expect(documented.toSorted()).toEqual(served.toSorted());
});

test('the HTTP page names each type of event', () => {
  expect(EVENT_TYPES.filter((type) => !page('http').includes(`\`${type}\``))).toEqual([]);
});

test('the settings page has a row for each variable, and no other', () => {
  const [, schema = ''] = source('service/src/settings.ts').split('z.object(');
  const names = [...schema.matchAll(/^ {2}(?<name>[A-Z_]+): /gm)].map(
    ({ groups }) => groups?.['name'],
  );
  const added = capabilities.flatMap(({ settings, command }) => [
    ...Object.values<AddedSetting>(settings).map(({ variable }) => variable),
    ...Object.keys(command?.variables.shape ?? {}),
  ]);

  expect(new Set(SETTINGS.map(([variable]) => variable))).toEqual(
    new Set([...names, ...Object.keys(IDENTITY_VARIABLES), ...added]),
  );
});

test('the defaults on the settings page are the defaults', () => {
  const documented = Object.fromEntries(
    SETTINGS.map(([variable = '', value = '']) => [variable, value === 'empty' ? '' : value]),
  );

  expect(documented).toMatchObject({ PORT: '4242' });
  expect(readSettings(documented)).toEqual(readSettings({}));
});

test('the settings page shows the message for a wrong value', () => {
  const { expected } = readSettings({ MAX_DATA_AGE: 'yesterday' })._unsafeUnwrapErr();

  expect(page('settings')).toContain(`\nforewarn: MAX_DATA_AGE: expected ${expected}\n`);
});

test('the command page has a section for each command', () => {
  const commands = source('service/src/server-commands.ts');
  const [, keys = ''] = source('service/src/operate/operate-commands.ts').split('function addKeys');
  const [client = '', strategies = '', projects = '', mcp = ''] = source(
    'cli/src/client-commands.ts',
  ).split(/function add(?:Strategies|Projects|Mcp)/);
  const below: Readonly<Record<string, string>> = { strategies, projects };
  const namesIn = (text: string): readonly string[] =>
    [...text.matchAll(/(?:\.command\(|serverCommand\(\w+, )'(\w+)'/g)].map(([, name = '']) => name);
  const all = [
    ...namesIn(commands),
    ...namesIn(client + mcp).flatMap((name) =>
      name in below ? namesIn(below[name] ?? '').map((each) => `${name} ${each}`) : [name],
    ),
    ...namesIn(keys).map((name) => `keys ${name}`),
    ...[...capabilityCommands, ...storeCommands]
      .flatMap(({ names }) => names)
      .filter((name) => name !== 'keys'),
  ];
  const sections = [...page('command').matchAll(/^## forewarn (?<name>.+)$/gm)];

  expect(all).toContain('keys create');
  const documented = sections.map(({ groups }) => groups?.['name'] ?? '');
  expect(documented.toSorted()).toEqual(all.toSorted());
});

test('npm start runs Node with the options on the settings page', () => {
  const options = [page('settings'), SOURCES['../../package.json']].map(
    (text) =>
      /--max-semi-space-size=\d+ --heap-growing-percent=\d+ --max-old-space-size=\d+/.exec(
        text ?? '',
      )?.[0],
  );

  expect(options).toEqual([options[0], options[0]]);
  expect(options[0]).toBeDefined();
});
