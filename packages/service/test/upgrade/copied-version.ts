import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

/** The sources of a version, in a folder of their own. */
export interface CopiedVersion {
  /** The service's command. */
  readonly bin: string;
  /** Changes a file, below `packages`. */
  edit(file: string, change: (text: string) => string): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Copies the sources of a version. It uses the dependencies that are installed here.
 *
 * @param commit the version; by default, what is here, with what is not committed
 */
export async function copyVersion(commit?: string): Promise<CopiedVersion> {
  const folder = await mkdtemp(join(tmpdir(), 'forewarn-version-'));
  await (commit === undefined ? copyHere(folder) : copyCommit(folder, commit));
  const modules = join(folder, 'node_modules');
  await mkdir(join(modules, '@forewarn'), { recursive: true });
  for (const name of await readdir(join(ROOT, 'node_modules'))) {
    if (name === '@forewarn' || name.startsWith('.cache')) continue;
    await symlink(join(ROOT, 'node_modules', name), join(modules, name));
  }
  for (const name of await readdir(join(folder, 'packages'))) {
    await symlink(join(folder, 'packages', name), join(modules, '@forewarn', name));
    const own = join(ROOT, 'packages', name, 'node_modules');
    if (existsSync(own)) await symlink(own, join(folder, 'packages', name, 'node_modules'));
  }
  return {
    bin: join(folder, 'packages/service/bin/forewarn.js'),
    edit: async (file, change) => {
      const path = join(folder, 'packages', file);
      await writeFile(path, change(await readFile(path, 'utf8')));
    },
    remove: () => rm(folder, { recursive: true }),
  };
}

const git = (...args: readonly string[]): Buffer =>
  execFileSync('git', args, { cwd: ROOT, maxBuffer: 1e9 });

async function copyHere(folder: string): Promise<void> {
  const files = git('ls-files', '-z', '-co', '--exclude-standard', 'packages').toString();
  for (const file of files.split('\0')) {
    if (file === '' || file.includes('/test/') || !existsSync(join(ROOT, file))) continue;
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await cp(join(ROOT, file), join(folder, file));
  }
}

async function copyCommit(folder: string, commit: string): Promise<void> {
  const archive = git('archive', commit, 'packages');
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
}
