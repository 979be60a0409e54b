import process from 'node:process';
import { Command, CommanderError } from 'commander';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { CLIENT_COMMANDS, clientCommands } from '../src/client-commands.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** Runs a command. Returns its exit code and what it printed. */
async function run(args: readonly string[]) {
  let said = '';
  const write = (text: unknown): boolean => {
    said += String(text);
    return true;
  };
  vi.spyOn(process.stderr, 'write').mockImplementation(write);
  vi.stubEnv('FOREWARN_URL', 'http://127.0.0.1:2');
  vi.stubEnv('FOREWARN_API_KEY', 'a-key');
  const program = new Command('forewarn').exitOverride().configureOutput({ writeErr: write });
  let code: unknown;
  clientCommands.add(program, async (running) => {
    code = await running;
  });
  try {
    await program.parseAsync(['node', 'forewarn', ...args]);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    code = error.exitCode === 0 ? 0 : 2;
  }
  return { code, said };
}

const BOTH =
  'Did you mean --strategy-id, for a strategy on a feature, or --strategy-definition, for a type of strategy?';

describe('the arguments of forewarn check', () => {
  test.for([
    [['--feature', 'a'], 'expected --project <id> or --all-projects'],
    [['--all-projects'], 'expected --feature, --strategy-id, --variants, --segment, --strategy-d'],
    [['--project', 'a', '--all-projects', '--feature', 'a'], 'cannot be used with option'],
    [['--url', 'a.example', '--project', 'a', '--feature', 'a'], '--url: expected http'],
    [['--project', 'a', '--feature', ''], 'Expected 1 to 255 characters'],
    [['--project', 'a', '--feature', 'a', '--unleash-url', 'u'], '--unleash-url: expected http'],
    [['--project', 'a', '--strategy-definition', 'Gr\uFFFD\uFFFDe'], 'Expected text in UTF-8'],
    [['--project', 'a', '--context-field', 'a', '--legal-value', 'Z\uFFFDrich'], 'text in UTF-8'],
    [['--project', 'a', '--segment', '1.5'], 'Expected a whole number.'],
    [['--project', 'a', '--segment', '9007199254740992'], 'Expected a whole number.'],
    [['--project', 'a', '--feature', 'a', '--max-age', '15'], 'such as 15m'],
    [['--project', 'a', '--feature', 'a', '--intent', 'break'], 'archive, delete, move, import'],
    [['--project', 'a', '--feature', 'a', '--intent', 'update'], 'expected one of archive, delete'],
    [['--plan', 'no-such', '--github'], "cannot be used with option '--github'"],
    [['--plan', 'no-such', '--fail-on', 'breaks'], "cannot be used with option '--fail-on <what>'"],
    [['--plan', 'no-such', '--junit', 'a.xml'], '--plan no-such: there is no such file'],
    [['--project', 'a', '--strategy', 'a'], BOTH],
    [['--project', 'a', '--strategy-definitions', 'a'], BOTH],
  ] as const)('%j exits with 2', async ([args, says]) => {
    const { code, said } = await run(['check', ...args]);

    expect(code).toBe(2);
    expect(said).toContain(says);
  });
});

describe('the arguments of forewarn forecast', () => {
  test.for([
    [['--within', '7'], 'such as 15m'],
    [['--environment', ''], 'Expected 1 to 255 characters'],
    [['--project', 'a', '--all-projects'], "unknown option '--all-projects'"],
    [['shop'], 'too many arguments'],
    [['--json', '--github'], "'--json' cannot be used with option '--github'"],
    [['--json', '--junit', 'a.xml'], "'--json' cannot be used with option '--junit <file>'"],
    [['--markdown', '--json'], 'cannot be used with option'],
    [['--markdown', '--github'], 'cannot be used with option'],
    [['--junit', 'a.xml', '--markdown'], 'cannot be used with option'],
    [['--github', '--junit', 'a.xml'], 'cannot be used with option'],
    [['--junit'], 'argument missing'],
  ] as const)('%j exits with 2', async ([args, says]) => {
    const { code, said } = await run(['forecast', ...args]);

    expect(code).toBe(2);
    expect(said).toContain(says);
  });
});

test.each(['', '"edits.json"'])('forewarn preview says that %j is no file', async (file) => {
  const { code, said } = await run(['preview', file, '--project', 'a']);

  expect(code).toBe(2);
  expect(said).toContain("invalid for argument 'file'. Expected");
});

test('the commands that ask a server are listed by their names', () => {
  const program = new Command();
  clientCommands.add(program, async () => {});

  expect(program.commands.map((each) => each.name())).toEqual([...CLIENT_COMMANDS]);
});
