import process from 'node:process';
import { isName, MAX_NAME_LENGTH, type Permission, PERMISSIONS } from '@forewarn/core';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { EXIT, type ExitCode } from './exit-code.ts';
import { packageVersion } from './package-version.ts';

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
    .addHelpText('after', '\nSettings come from the environment: DATABASE_URL, HOST, PORT, ...');

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
  addKeys(program.command('keys').description('make, list and revoke API keys'), then);
  return program;
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
  if (code !== 'EPIPE') process.stderr.write(`forewarn: the output can't be written: ${message}\n`);
  process.exitCode = EXIT.failed;
});

const code = await main(process.argv);
process.exitCode ??= code;
