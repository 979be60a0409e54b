import process from 'node:process';
import { Command } from 'commander';
import { expect, test, vi } from 'vitest';
import { clientCommands } from '../src/client-commands.ts';
import { collectTexts } from '../src/parse-arguments.ts';
import { commandLine } from '../src/run-command-line.ts';
import { refuseMisreadValues } from '../src/refuse-misread-values.ts';

/** Parses arguments. Returns the options, or the error. */
function parse(...args: readonly string[]): unknown {
  const program = new Command('forewarn').exitOverride().configureOutput({ writeErr: () => {} });
  const command = program
    .command('check')
    .option('--project <id>')
    .option('--feature <name>', '', collectTexts)
    .option('--json');
  refuseMisreadValues(program);
  try {
    program.parse(['node', 'forewarn', 'check', ...args]);
    return command.opts();
  } catch (error) {
    return error;
  }
}

test('an option that takes one value has no other one', () => {
  expect(parse('--project', 'shop', '--project', 'office')).toMatchObject({
    exitCode: 1,
    message: "error: option '--project <id>' has two values. Give it once.",
  });
  expect(parse('--project=shop', '--project', 'office')).toMatchObject({ exitCode: 1 });
});

test.each([
  '--json',
  '--project=shop',
  '--project',
  '-h',
  '--help',
  'sale --json',
  'a\t--feature=b',
])('%j is no value', (value) => {
  expect(parse('--feature', value, 'shop')).toMatchObject({
    message: `error: option '--feature <name>' took '${value}' for its value. Give it one, and each option an argument of its own.`,
  });
});

test('a value can begin as an option does', () => {
  expect(parse('--project', '-shop', '--feature', '--new=json', '--feature', 'a--json')).toEqual({
    project: '-shop',
    feature: ['--new=json', 'a--json'],
  });
});

test('others can be repeated, as can a value', () => {
  expect(parse('--project', 'shop', '--project', 'shop', '--json', '--json')).toEqual({
    project: 'shop',
    json: true,
  });
  expect(parse('--feature', 'a', '--feature', 'b')).toEqual({ feature: ['a', 'b'] });
});

test.each(['project', 'targets', 'in-environment', 'terraform', 'plan', 'max-age'])(
  'forewarn check has one --%s',
  async (name) => {
    const [first, second] = name === 'max-age' ? ['5m', '9m'] : ['a', 'b'];
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const program = commandLine([clientCommands], async () => {});
    const args = ['check', `--${name}`, first, '--feature', 'a', `--${name}`, second];

    await expect(program.parseAsync(['node', 'forewarn', ...args])).rejects.toThrow('two values');
    write.mockRestore();
  },
);
