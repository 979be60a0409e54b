import process from 'node:process';
import { isName, MAX_NAME_LENGTH, type Permission, PERMISSIONS } from '@forewarn/core';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import type { CheckOptions } from './commands/check.ts';
import { CHECK_EXIT, EXIT, type ExitCode } from './exit-code.ts';
import { packageVersion } from './package-version.ts';
import { complain } from './commands/complain.ts';
import { explainCommands } from './explain-commands.ts';

/** Runs the command line, and answers the exit code. */
export async function main(argv: readonly string[]): Promise<ExitCode> {
  let code: ExitCode = EXIT.done;
  const then = async (run: Promise<ExitCode>): Promise<void> => {
    code = await run;
  };
  try {
    await commandLine(then).parseAsync(argv);
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? EXIT.done : EXIT.misused;
  }
}

type Then = (run: Promise<ExitCode>) => Promise<void>;

// Each command is loaded when it is run: what one needs, another should not wait for.
function commandLine(then: Then): Command {
  const program = new Command('forewarn')
    .description('Which scheduled change requests would break? And safe deletion of strategies.')
    .version(packageVersion())
    .exitOverride()
    .addHelpText('afterAll', ({ command }) =>
      // It asks a server, and has no store.
      command.name() === 'check'
        ? ''
        : '\nSettings come from the environment: DATABASE_URL, HOST, PORT, ...',
    );

  program
    .command('serve')
    .description('answer over HTTP until told to stop')
    .addOption(new Option('--sample', 'load a sample project into an empty store'))
    .action(async ({ sample }: { readonly sample?: true }) => {
      const { serve } = await import('./commands/serve.ts');
      await then(serve({ isSample: sample === true }));
    });
  program
    .command('migrate')
    .description("bring the store's schema up to date")
    .action(async () => {
      const { migrate } = await import('./commands/migrate.ts');
      await then(migrate());
    });
  program
    .command('import')
    .description('read projects, strategies and change requests from JSON, all or nothing')
    .argument(
      '<file...>',
      "files as Unleash's API answers them or as export writes them; - for the standard input",
    )
    .action(async (files: readonly string[]) => {
      const { importFiles } = await import('./commands/import-files.ts');
      await then(importFiles(files));
    });
  program
    .command('export')
    .description('write everything as one JSON document that import reads')
    .action(async () => {
      const { exportState } = await import('./commands/export-state.ts');
      await then(exportState());
    });
  addCheck(program.command('check'), then);
  addKeys(program.command('keys').description('make, list and revoke API keys'), then);
  explainCommands(program);
  return program;
}

function addCheck(check: Command, then: Then): void {
  const name = (flags: string, description: string): Option =>
    new Option(flags, description).argParser(collectNames);
  check
    .description('ask a running server whether anything that is scheduled touches a feature')
    .requiredOption('--url <url>', 'the server, with its base path')
    .requiredOption('--project <id>', 'the project', parseName)
    .addOption(name('--feature <name>', 'ask about this feature; can be repeated'))
    .addOption(name('--strategy-id <id>', 'ask about this strategy; can be repeated'))
    .addOption(name('--variant-for-flag <name>', 'ask about the variants of this feature'))
    .option('--unleash-url <url>', 'the Unleash on which people see change requests, for links')
    .addOption(new Option('--json', 'write the answer as JSON').conflicts('github'))
    .addOption(new Option('--github', 'write annotations for GitHub Actions'))
    .addHelpText(
      'after',
      `
The key comes from the environment: FOREWARN_API_KEY.

Exit codes: 0, nothing is scheduled; 1, something is; 2, it could not be told.`,
    )
    .action(async (options: CheckOptions) => {
      const { check: run } = await import('./commands/check.ts');
      await then(run(options).catch(couldNotTell));
    });
}

/** What Node makes of a bug, 1, would say that something is scheduled. */
function couldNotTell(bug: unknown): ExitCode {
  process.stderr.write(`forewarn: ${bug instanceof Error ? bug.stack : String(bug)}\n`);
  return CHECK_EXIT.unknown;
}

function addKeys(keys: Command, then: Then): void {
  keys
    .command('create')
    .description('make a key and print its secret, once')
    .argument('<name>', 'what events will record', parseName)
    .addOption(
      new Option('--permission <permission>', 'what the key may do; ADMIN without')
        .choices(PERMISSIONS)
        .argParser(collectPermissions),
    )
    .addOption(
      new Option('--project <id>', 'limit the key to this project').argParser(collectNames),
    )
    .action(async (name: string, options: KeyOptions) => {
      const { createKey } = await import('./commands/keys.ts');
      const { permission = [], project = [] } = options;
      await then(createKey(name, { permissions: permission, projects: project }));
    });
  keys
    .command('list')
    .description('list the keys: name, permissions, projects')
    .action(async () => {
      const { listKeys } = await import('./commands/keys.ts');
      await then(listKeys());
    });
  keys
    .command('revoke')
    .description('make a key stop working')
    .argument('<name>', "the key's name")
    .action(async (name: string) => {
      const { revokeKey } = await import('./commands/keys.ts');
      await then(revokeKey(name));
    });
}

interface KeyOptions {
  readonly permission?: readonly Permission[];
  readonly project?: readonly string[];
}

function parseName(text: string): string {
  if (isName(text)) return text;
  throw new InvalidArgumentError(
    `Expected 1 to ${MAX_NAME_LENGTH} characters, no control character.`,
  );
}

function collectNames(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, parseName(text)];
}

function collectPermissions(
  text: string,
  before: readonly Permission[] = [],
): readonly Permission[] {
  const permission = PERMISSIONS.find((each) => each === text);
  if (permission !== undefined) return [...new Set([...before, permission])];
  throw new InvalidArgumentError(`Expected one of ${PERMISSIONS.join(', ')}.`);
}

// Whoever reads the output may have had enough of it, as in `forewarn export | head`; a disk may be full.
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code !== 'EPIPE') complain(`the output can't be written: ${message}; write it elsewhere`);
  // Of a check nobody knows then: 1 would say that something is scheduled.
  process.exitCode = process.argv[2] === 'check' ? CHECK_EXIT.unknown : EXIT.failed;
});

// Nobody can be told that. What became of the command is in its exit code; a bug's, 1, would be another.
process.stderr.on('error', () => {});

const code = await main(process.argv);
process.exitCode ??= code;
