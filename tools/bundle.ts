// Makes dist/forewarn.mjs: the commands that ask a server, in one file without dependencies, and its checksum.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { build, type Plugin } from 'vite';
import { SOURCE_CONDITIONS } from './source-conditions.ts';

const cli = join(import.meta.dirname, '../packages/cli');
const folder = resolve(process.argv[2] ?? join(import.meta.dirname, '../dist'));
const FILE = 'forewarn.mjs';

const { version } = JSON.parse(readFileSync(join(cli, 'package.json'), 'utf8')) as {
  readonly version: string;
};

const ENTRY = `#!/usr/bin/env node
import { prepare } from ${JSON.stringify(join(cli, 'bin/start.js'))};
if (prepare()) await import(${JSON.stringify(join(cli, 'src/main.ts'))});
`;

/** The modules that only the bundle has: its entry, and the version in place of the manifest. */
const ownModules: Plugin = {
  name: 'own-modules',
  enforce: 'pre',
  resolveId: (id) => (id === 'entry' ? '\0entry' : null),
  load: (id) => {
    if (id === '\0entry') return ENTRY;
    return id === join(cli, 'src/package-version.ts')
      ? `export const packageVersion = () => ${JSON.stringify(version)};`
      : null;
  },
};

await build({
  configFile: false,
  root: cli,
  logLevel: 'warn',
  plugins: [ownModules],
  ssr: { noExternal: true, resolve: { conditions: [...SOURCE_CONDITIONS] } },
  build: {
    ssr: true,
    outDir: folder,
    emptyOutDir: false,
    target: 'node22',
    license: { fileName: 'forewarn.LICENSES.md' },
    rolldownOptions: {
      input: 'entry',
      output: { entryFileNames: FILE, codeSplitting: false },
    },
  },
});

const hash = createHash('sha256')
  .update(readFileSync(join(folder, FILE)))
  .digest('hex');
writeFileSync(join(folder, `${FILE}.sha256`), `${hash}  ${FILE}\n`);
