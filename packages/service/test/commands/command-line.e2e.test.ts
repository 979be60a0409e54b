import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect } from 'vitest';
import { type Place, test } from './place.ts';

describe('the forewarn command', () => {
  test('prints its version', async ({ place }) => {
    const file = new URL('../../package.json', import.meta.url);
    const { version } = JSON.parse(await readFile(file, 'utf8')) as { readonly version: string };

    expect(await place.run(['--version'])).toStrictEqual({
      code: 0,
      stdout: `${version}\n`,
      stderr: '',
    });
  });

  test.for([
    [['nonsense'], "error: unknown command 'nonsense'", 'forewarn'],
    [['export', '--nonsense'], "error: unknown option '--nonsense'", 'forewarn export'],
    [['export', 'all.json'], "error: too many arguments for 'export'", 'forewarn export'],
    [['import'], "error: missing required argument 'file'", 'forewarn import'],
    [['keys', 'nonsense'], "error: unknown command 'nonsense'", 'forewarn keys'],
    [['keys', 'revoke'], "error: missing required argument 'name'", 'forewarn keys revoke'],
    [
      ['keys', 'create', 'ci', '--permission', 'EVERYTHING'],
      'xpected one of CREATE_STRATEGY, ',
      'forewarn keys create',
    ],
    [
      ['keys', 'create', 'a\tb'],
      'xpected 1 to 255 characters, no control character',
      'forewarn keys create',
    ],
    [
      ['keys', 'create', 'ci', '--project', 'x'.repeat(256)],
      'xpected 1 to 255 characters',
      'forewarn keys create',
    ],
  ] as const)(
    '%j exits with 2, names its help and creates no store',
    async ([args, says, command], { place }) => {
      const { code, stdout, stderr } = await place.run(args);

      expect({ code, stdout }).toStrictEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(/^error: [^\n]*\n[^\n]*\n$/);
      expect(stderr).toContain(says);
      expect(stderr).toContain(`\nRun "${command} --help" for its usage.\n`);
      expect(await readdir(place.folder)).toEqual([]);
    },
  );

  test('without a command prints its help and exits with 2', async ({ place }) => {
    const { code, stdout, stderr } = await place.run([]);

    expect({ code, stdout }).toStrictEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^Usage: forewarn /);
  });

  test('names the required Node version on an older one', async ({ place }) => {
    const older = `import module from 'node:module'; module.registerHooks = undefined;`;
    const env = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(older)}` };

    // 1 would mean that something is scheduled.
    expect(await place.start(['check', '--help'], { env })).toStrictEqual({
      code: 2,
      stdout: '',
      stderr: `forewarn: needs Node 22.18 or later, this is ${process.version}\n`,
    });
  });
});

/** The help of a command and its subcommands, by their names. */
async function helpTexts(
  place: Place,
  words: readonly string[] = [],
): Promise<ReadonlyMap<string, string>> {
  const { stdout } = await place.run([...words, '--help']);
  const [, commands = ''] = stdout.split(/^Commands:$/m);
  const [list = ''] = commands.split('\n\n');
  const names = [...list.matchAll(/^ {2}(?!help)(\w+)/gm)].map(([, name = '']) => name);
  const below = await Promise.all(names.map((name) => helpTexts(place, [...words, name])));
  return new Map([[words.join(' '), stdout], ...below.flatMap((each) => [...each])]);
}

/** The command that npm links in a clone, and in the image. */
const LINKED = fileURLToPath(new URL('../../../cli/bin/forewarn.js', import.meta.url));

describe('the help of forewarn', () => {
  test('has the commands of the service where npm links the command of the CLI', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [LINKED, 'serve', '--help'], {
      cwd: dirname(LINKED),
    });

    expect(stdout).toContain('Usage: forewarn serve ');
  });

  test('has examples with existing options for each command', async ({ place }) => {
    const all = await helpTexts(place);

    expect([...all.keys()]).toEqual(expect.arrayContaining(['', 'serve', 'keys', 'keys revoke']));
    for (const [words, help] of all) {
      const [explained = '', examples = ''] = help.split(/^Examples:$/m);
      const lines = examples.match(/^ {2}\$ .*$/gm) ?? [];

      expect(lines.length, words).toBeGreaterThan(0);
      for (const line of lines) {
        expect(line).toContain(`forewarn ${words}`.trim());
        // The examples of `forewarn` use its subcommands.
        const named = /forewarn (?<words>[a-z ]*[a-z])/.exec(line)?.groups?.['words'] ?? '';
        const its = words === '' ? all.get(named) : explained;
        expect(its, line).toBeDefined();
        for (const option of line.match(/--[\w-]+/g) ?? []) expect(its, line).toContain(option);
      }
    }
  });

  test.for(['import', 'sync'])('of %s names strategy definitions', async (command, { place }) => {
    const { stdout } = await place.run([command, '--help']);

    expect(stdout).toMatch(/projects, strategy\s+definitions and/);
  });

  test('of check names its own setting, and no setting of a store', async ({ place }) => {
    const check = await place.run(['check', '--help']);
    const serve = await place.run(['serve', '--help']);
    const migrate = await place.run(['migrate', '--help']);

    expect(migrate.stdout).toMatch(/^Settings come from the environment: DATABASE_URL$/m);
    expect(check.stdout).toContain('FOREWARN_API_KEY');
    expect(check.stdout).not.toContain('DATABASE_URL');
    expect(serve.stdout).toMatch(/^Settings come from the environment: DATABASE_URL, HOST/m);
  });
});
