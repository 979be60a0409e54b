// Checks the image without Docker: runs the Dockerfile's steps in a folder and starts the service as a user of group 0, as
// OpenShift does, with write access to the data folder only.
import { execFileSync, execSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listeningUrl } from './listening-url.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** A user without files, which root can switch to. */
const USER = { uid: 65_533, gid: 0 };
/** The owner of the data folder in the image. */
const ROOT_UID = 0;
const isRoot = process.getuid?.() === 0;
const KEY = 'the key of the image check';
/** World-writable folders on most systems. */
const OPEN_FOLDERS = ['/tmp', '/var/tmp', '/dev/shm'];

/** Copies the build context. `.dockerignore` names the files that are copied, then the exceptions. */
function copyContext(into: string): void {
  const lines = read('.dockerignore').split('\n');
  const patterns = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const [all, ...others] = patterns;
  if (all !== '*') throw new Error('.dockerignore does not begin with *');
  const copied = others.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  const left = others.filter((line) => !line.startsWith('!'));
  const isLeft = (path: string): boolean =>
    left.includes(path.slice(root.length)) || left.includes(`**/${basename(path)}`);
  for (const name of copied) {
    cpSync(join(root, name), join(into, name), {
      recursive: true,
      filter: (path) => !isLeft(path),
    });
  }
}

/** The list of an instruction, such as `CMD ["serve"]`. */
function listIn(dockerfile: string, instruction: string): readonly string[] {
  const value = new RegExp(`\\b${instruction} (?<list>\\[.*\\])$`, 'm').exec(dockerfile);
  return JSON.parse(value?.groups?.['list'] ?? '') as readonly string[];
}

/** The address that the service of the image listens on. */
function hostIn(dockerfile: string): string {
  return /\bHOST=(?<host>\S+)/.exec(dockerfile)?.groups?.['host'] ?? '';
}

function install(app: string, dockerfile: string): void {
  const [command = ''] = /npm ci [^\\\n&]*--omit[^\\\n&]*/.exec(dockerfile) ?? [];
  execSync(`${command} --prefer-offline --no-audit`, { cwd: app, stdio: 'pipe' });
  console.log(`${command.trim()}: ${readdirSync(join(app, 'node_modules')).length} folders`);
}

/** Deletes what the stage of the manifests deletes. */
function keepManifests(app: string, dockerfile: string): void {
  const [, command = ''] = /^RUN (?<command>find .*)$/m.exec(dockerfile) ?? [];
  if (command === '') throw new Error('the Dockerfile has no stage of the manifests');
  execSync(command, { cwd: app });
}

/** Builds the pages from the build context, with the installed dependencies of the repository. */
function buildPages(page: string, app: string): void {
  const inPackage = 'packages/pages-koa';
  symlinkSync(join(root, 'node_modules'), join(page, 'node_modules'));
  execFileSync('npm', ['run', 'assets'], { cwd: join(page, inPackage), stdio: 'pipe' });
  cpSync(join(page, inPackage, 'dist'), join(app, inPackage, 'dist'), { recursive: true });
}

/** The mode that the Dockerfile gives to the data folder. */
function modeOfData(dockerfile: string): number {
  const mode = /chmod (?<mode>\d+) \/image\/data$/m.exec(dockerfile)?.groups?.['mode'];
  if (mode === undefined) throw new Error('the Dockerfile does not set the mode of /data');
  return Number.parseInt(mode, 8);
}

/** Makes all files read-only for the user. */
function makeReadOnly(folder: string): void {
  execFileSync('chmod', ['-R', 'a+rX,a-w', folder]);
}

async function runAndStop(folder: string, dockerfile: string): Promise<void> {
  const node = join(folder, 'app/node');
  const env = {
    NODE_ENV: 'production',
    HOME: join(folder, 'app'),
    TMPDIR: join(folder, 'app'),
    DATABASE_URL: `sqlite:${join(folder, 'data/forewarn.db')}`,
    HOST: hostIn(dockerfile),
    PORT: '0',
    INIT_ADMIN_API_TOKENS: KEY,
  };
  const how = { cwd: join(folder, 'app'), ...(isRoot ? USER : {}) };
  const bin = join(folder, 'app/node_modules/.bin', listIn(dockerfile, 'ENTRYPOINT')[0] ?? '');
  const service = spawn(node, [bin, ...listIn(dockerfile, '^CMD')], {
    ...how,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  try {
    let log = '';
    service.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
    const exited = once(service, 'exit') as Promise<[number | null]>;
    const ended = exited.then(([code]) => Promise.reject(new Error(`exited with ${code}: ${log}`)));
    ended.catch(() => {});
    const url = await listeningUrl(service.stdout).catch(() => ended);
    await writeStrategy(url);
    const { ok } = await fetch(url);
    if (!ok) throw new Error('the page at / lacks its files');
    const [, ...health] = listIn(dockerfile, 'CMD');
    const port = new URL(url).port;
    execFileSync(node, health, { ...how, env: { ...env, PORT: port }, stdio: 'pipe' });
    service.kill('SIGTERM');
    const [code] = await exited;
    if (code !== 0) throw new Error(`exited with ${code} after SIGTERM: ${log}`);
    console.log('the image starts, is healthy and stops');
  } finally {
    service.kill('SIGKILL');
  }
}

/** Adds and deletes a strategy definition. */
async function writeStrategy(url: string): Promise<void> {
  const headers = { Authorization: KEY, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ name: 'new', parameters: [] });
  const strategies = `${url}/api/admin/strategies`;
  const added = await fetch(strategies, { method: 'POST', headers, body });
  const deleted = await fetch(`${strategies}/new`, { method: 'DELETE', headers });
  if (added.status !== 201 || deleted.status !== 200) {
    throw new Error(`adding a definition returned ${added.status}, deleting it ${deleted.status}`);
  }
}

/** Throws if the user left a file in a world-writable folder. */
function expectNoOtherFiles(folder: string): void {
  if (!isRoot) return;
  const found = OPEN_FOLDERS.map((open) => {
    const args = [open, '-path', folder, '-prune', '-o', '-uid', String(USER.uid), '-print'];
    // `find` fails if a file disappears while it runs.
    return spawnSync('find', args, { encoding: 'utf8' }).stdout;
  });
  if (found.join('') !== '') throw new Error(`the service wrote ${found.join('')}`);
}

const folder = mkdtempSync(join(tmpdir(), 'forewarn-image-'));
try {
  const dockerfile = read('Dockerfile');
  const app = join(folder, 'app');
  const data = join(folder, 'data');
  chmodSync(folder, 0o755);
  copyContext(app);
  keepManifests(app, dockerfile);
  install(app, dockerfile);
  copyContext(app);
  const page = join(folder, 'page');
  copyContext(page);
  buildPages(page, app);
  rmSync(page, { recursive: true });
  copyFileSync(process.execPath, join(app, 'node'));
  makeReadOnly(app);
  mkdirSync(data);
  if (isRoot) chownSync(data, ROOT_UID, USER.gid);
  chmodSync(data, modeOfData(dockerfile));
  await runAndStop(folder, dockerfile);
  expectNoOtherFiles(folder);
  console.log(`the service wrote only ${readdirSync(data).join(', ')}, in its data folder`);
} finally {
  execFileSync('chmod', ['-R', 'u+w', folder]);
  rmSync(folder, { recursive: true, maxRetries: 5 });
}
