import { describe, expect, test } from 'vitest';
import { makePlace, type Place } from './place.ts';

const ESCAPE = '\u001b';

// Pipes that say of themselves what a terminal does.
const PRETEND = `
  import { WriteStream } from 'node:tty';
  const { getColorDepth, hasColors } = WriteStream.prototype;
  for (const stream of [process.stdout, process.stderr]) {
    Object.assign(stream, { isTTY: true, getColorDepth, hasColors });
  }`;
const TERMINAL = {
  TERM: 'xterm-256color',
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(PRETEND)}`,
};

/** The help of a command and of all below it, by the words that name each. */
async function helpOfAll(
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
    names.filter((name) => name !== 'help').map((name) => helpOfAll(place, [...words, name])),
  );
  return new Map([[words.join(' '), stdout], ...below.flatMap((each) => [...each])]);
}

describe.concurrent('the help of forewarn', () => {
  test('has examples for each command, with options that it has', async ({ onTestFinished }) => {
    const all = await helpOfAll(await makePlace(onTestFinished));

    expect([...all.keys()]).toEqual(expect.arrayContaining(['', 'serve', 'keys', 'keys revoke']));
    for (const [words, help] of all) {
      const [explained = '', examples = ''] = help.split(/^Examples:$/m);
      const lines = examples.match(/^ {2}\$ .*$/gm) ?? [];

      expect(lines.length, words).toBeGreaterThan(0);
      for (const line of lines) {
        expect(line).toContain(`forewarn ${words}`.trim());
        // Those of forewarn itself are of commands below it.
        const named = /forewarn (?<words>[a-z ]*[a-z])/.exec(line)?.groups?.['words'] ?? '';
        const its = words === '' ? all.get(named) : explained;
        expect(its, line).toBeDefined();
        for (const option of line.match(/--[\w-]+/g) ?? []) expect(its, line).toContain(option);
      }
    }
  });

  test('of check names its own setting, and not those of a store', async ({ onTestFinished }) => {
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
  ] as const)('says after %j where to read on', async ([args, command], { onTestFinished }) => {
    const place = await makePlace(onTestFinished);
    const { stderr } = await place.run(args);

    expect(stderr).toMatch(/^error: /);
    expect(stderr).toContain(`\nRun "${command} --help" to see how it is used.\n`);
  });

  test.for([
    ['on a terminal', TERMINAL, true],
    ['on a terminal with NO_COLOR', { ...TERMINAL, NO_COLOR: '1' }, false],
    ['anywhere else', {}, false],
    ['anywhere else with FORCE_COLOR', { FORCE_COLOR: '1' }, true],
  ] as const)('has colours or not, %s', async ([, env, hasColours], { onTestFinished }) => {
    const place = await makePlace(onTestFinished);
    const [help, misuse, failure] = await Promise.all([
      place.run(['--help'], { env }),
      place.run(['nonsense'], { env }),
      place.run(['export'], { env: { ...env, PORT: 'nonsense' } }),
    ]);

    expect(help.stdout.includes(ESCAPE)).toBe(hasColours);
    expect(misuse.stderr.includes(ESCAPE)).toBe(hasColours);
    expect(failure.stderr.includes(ESCAPE)).toBe(hasColours);
  });
});
