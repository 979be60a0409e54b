import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { makePlace, type Place } from './place.ts';

/** The help of a command and its subcommands, by their names. */
async function helpTexts(
  place: Place,
  words: readonly string[] = [],
): Promise<ReadonlyMap<string, string>> {
  const { stdout } = await place.run([...words, '--help']);
  const [, commands = ''] = stdout.split(/^Commands:$/m);
  const [list = ''] = commands.split('\n\n');
  const names = [...list.matchAll(/^ {2}(?<name>\w+)/gm)].map(
    ({ groups }) => groups?.['name'] ?? '',
  );
  const below = await Promise.all(
    names.filter((name) => name !== 'help').map((name) => helpTexts(place, [...words, name])),
  );
  return new Map([[words.join(' '), stdout], ...below.flatMap((each) => [...each])]);
}

/** The command that npm links in a clone, and in the image. */
const LINKED = fileURLToPath(new URL('../../../cli/bin/forewarn.js', import.meta.url));

describe.concurrent('the help of forewarn', () => {
  test('has the commands of the service where npm links the command of the CLI', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [LINKED, 'serve', '--help'], {
      cwd: dirname(LINKED),
    });

    expect(stdout).toContain('Usage: forewarn serve ');
  });

  test('has examples with existing options for each command', async ({ onTestFinished }) => {
    const all = await helpTexts(await makePlace(onTestFinished));

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

  test('of check names its own setting, and no setting of a store', async ({ onTestFinished }) => {
    const place = await makePlace(onTestFinished);
    const [check, serve] = await Promise.all([
      place.run(['check', '--help']),
      place.run(['serve', '--help']),
    ]);

    expect(check.stdout).toContain('FOREWARN_API_KEY');
    expect(check.stdout).not.toContain('DATABASE_URL');
    expect(serve.stdout).toMatch(/^Settings come from the environment: DATABASE_URL/m);
  });

  test.for([
    [['nonsense'], 'forewarn'],
    [['keys', 'nonsense'], 'forewarn keys'],
    [['keys', 'create', 'ci', '--permission', 'nonsense'], 'forewarn keys create'],
  ] as const)('is named by the error after %j', async ([args, command], { onTestFinished }) => {
    const place = await makePlace(onTestFinished);
    const { stderr } = await place.run(args);

    expect(stderr).toMatch(/^error: /);
    expect(stderr).toContain(`\nRun "${command} --help" for its usage.\n`);
  });
});
