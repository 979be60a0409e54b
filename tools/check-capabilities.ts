// Removes one capability after the other from a copy, and checks each time that the rest compiles, starts, and serves the
// search and the delete: `npm run check:capabilities`.
import { strict as assert } from 'node:assert';
import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Each is a package, and has a folder of its name in some doors. One stands before what it stands on. */
const CAPABILITIES = [
  'cleanup',
  'what-if',
  'notify',
  'pages-koa',
  'forecast',
  'unleash',
  'operate',
] as const;

/** What names capabilities in a door. */
const LISTS = [
  'src/capabilities.ts',
  'src/capability-commands.ts',
  'src/index.ts',
  'src/operations.ts',
  'page/capabilities.ts',
];

/** Where a door has the folders of capabilities. */
const FOLDERS = ['src', 'page'];

const PAGE = 'packages/pages-koa';

const KEY = 'check-capabilities-key';

/** Copies what the packages are built from. */
function copy(): string {
  const folder = mkdtempSync(join(tmpdir(), 'forewarn-capabilities-'));
  const { stdout } = spawnSync(
    'git',
    ['ls-files', '-z', '-co', '--exclude-standard', 'packages', 'tsconfig.base.json'],
    {
      cwd: ROOT,
      encoding: 'utf8',
    },
  );
  for (const file of stdout.split('\0')) {
    if (file === '' || /\/test\//.test(file) || !existsSync(join(ROOT, file))) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(ROOT, file), join(folder, file));
  }
  mkdirSync(join(folder, 'node_modules/@forewarn'), { recursive: true });
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name === '@forewarn' || name.startsWith('.cache')) continue;
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  }
  for (const name of readdirSync(join(folder, 'packages'))) {
    symlinkSync(join(folder, 'packages', name), join(folder, 'node_modules/@forewarn', name));
    const own = join(ROOT, 'packages', name, 'node_modules');
    if (existsSync(own)) symlinkSync(own, join(folder, 'packages', name, 'node_modules'));
  }
  // The last of a list leaves the name that wrapped it, which is for lint to find.
  edit(join(folder, 'tsconfig.base.json'), (text) =>
    text.replaceAll(/"noUnused(?<what>Locals|Parameters)": true/g, '"noUnused$<what>": false'),
  );
  return folder;
}

function edit(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}

/** Removes the folders of a capability, its lines in the lists of the doors, and its entries in the workspace. */
function remove(capability: string, folder: string): void {
  rmSync(join(folder, 'packages', capability), { recursive: true });
  rmSync(join(folder, 'node_modules/@forewarn', capability));
  for (const name of readdirSync(join(folder, 'packages'))) {
    const at = join(folder, 'packages', name);
    for (const each of FOLDERS)
      rmSync(join(at, each, capability), { recursive: true, force: true });
    for (const list of LISTS.map((file) => join(at, file))) {
      if (existsSync(list)) edit(list, (text) => withoutLines(capability, text));
    }
    edit(join(at, 'tsconfig.json'), (text) => withoutReference(capability, text));
  }
}

/** Removes the imports and exports of a capability, and each line of what it imports. */
function withoutLines(capability: string, text: string): string {
  const imports = new RegExp(
    `^import \\{ (?<name>\\w+) \\} from '(?:@forewarn/${capability}|\\./${capability})[^']*';\\n`,
    'gm',
  );
  const exported = new RegExp(`^export [^;]* from '\\./${capability}/[^']*';\\n`, 'gm');
  const names = [...text.matchAll(imports)].map(({ groups }) => groups?.['name'] ?? '');
  const lines = names.map((name) => new RegExp(`^ .*\\b${name}\\b.*\\n`, 'gm'));
  return lines.reduce(
    (left, line) => left.replaceAll(line, ''),
    text.replaceAll(imports, '').replaceAll(exported, ''),
  );
}

function withoutReference(capability: string, text: string): string {
  const config = JSON.parse(text) as { references?: readonly { readonly path: string }[] };
  const references = config.references?.filter(({ path }) => path !== `../${capability}`);
  return JSON.stringify({ ...config, ...(references && { references }) });
}

function compile(folder: string): void {
  const hasPage = existsSync(join(folder, PAGE));
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const projects = ['packages/service', 'packages/store-contract'];
  run(folder, tsc, '-b', ...projects, ...(hasPage ? [`${PAGE}/page`] : []));
  if (hasPage) run(folder, `${PAGE}/build-page.js`);
}

function run(folder: string, ...program: readonly string[]): void {
  const options = { cwd: folder, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, program, options);
  assert.equal(status, 0, stdout + stderr);
}

/** Starts the service without a page. Asks it for a search and a delete. */
async function serve(folder: string): Promise<void> {
  const service = spawn(
    process.execPath,
    [join(folder, 'packages/service/dist/main.js'), 'serve'],
    {
      cwd: folder,
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: 'memory:',
        PORT: '0',
        INIT_ADMIN_API_TOKENS: KEY,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  try {
    let url = '';
    for await (const line of createInterface(service.stdout)) {
      url = /"url":"(?<url>[^"]+)"/.exec(line)?.groups?.['url'] ?? '';
      if (url !== '') break;
    }
    const ask = (method: string, path: string, body?: object) =>
      fetch(`${url}/api/admin${path}`, {
        method,
        headers: { Authorization: KEY, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    await ask('POST', '/projects', { id: 'shop', name: 'Shop' });
    const changeRequest = {
      id: 1,
      project: 'shop',
      environment: 'production',
      state: 'Scheduled',
      features: [{ name: 'sale', changes: [{ action: 'archiveFeature' }] }],
      segments: [],
    };
    await ask('PUT', '/projects/shop/change-requests/scheduled/1', changeRequest);
    await ask('POST', '/strategies', { name: 'byCountry', parameters: [] });
    const found = await ask('GET', '/projects/shop/change-requests/scheduled?feature=sale');
    assert.deepEqual(await found.json(), [{ id: 1, environment: 'production' }]);
    const deleted = await ask('DELETE', '/strategies/byCountry');
    assert.deepEqual([deleted.status, await deleted.text()], [200, '']);
    assert.equal((await ask('DELETE', '/strategies/byCountry')).status, 404);
  } finally {
    service.kill();
  }
}

const folder = copy();
try {
  for (const capability of CAPABILITIES) {
    remove(capability, folder);
    compile(folder);
    await serve(folder);
    process.stdout.write(
      `without ${capability}, the rest compiles, starts, searches and deletes\n`,
    );
  }
} finally {
  rmSync(folder, { recursive: true });
}
