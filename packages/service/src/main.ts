import process from 'node:process';
import { type Permission, PERMISSIONS } from '@forewarn/core';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { addClientCommands, CLIENT_COMMANDS } from './client-commands.ts';
import type { SyncCommandOptions } from './commands/sync.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import { INTERVAL, intervalOf } from './parse-duration.ts';
import { packageVersion } from './package-version.ts';
import { printError } from './commands/print-error.ts';
import { addHelp } from './add-help.ts';
import { collectNames, parseName, parsePastTime } from './parse-arguments.ts';

/** Runs the command line and returns the exit code. */
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

// Each command loads its modules only when it runs, so that the others start quickly.
function commandLine(then: Then): Command {
  const program = new Command('forewarn')
    .description(
      'Which scheduled change requests would this change break? And safe deletion of strategies.',
    )
    .version(packageVersion())
    .exitOverride()
    .addHelpText('afterAll', ({ command }) =>
      asksServer(command)
        ? ''
        : '\nSettings come from the environment: DATABASE_URL, HOST, PORT, ...',
    );

  program
    .command('serve')
    .description('serve the API over HTTP until SIGTERM or SIGINT')
    .addOption(new Option('--sample', 'load a sample project into an empty store'))
    .action(async ({ sample }: { readonly sample?: true }) => {
      const { serve } = await import('./commands/serve.ts');
      await then(serve({ isSample: sample === true }));
    });
  program
    .command('migrate')
    .description("migrate the store's schema to this version")
    .option('--distribute', 'then distribute the tables over the workers of a Citus cluster')
    .action(async ({ distribute }: { readonly distribute?: true }) => {
      const { migrate } = await import('./commands/migrate.ts');
      await then(migrate({ isDistributed: distribute === true }));
    });
  program
    .command('import')
    .description('read projects, strategies and change requests from JSON, all or nothing')
    .argument(
      '<file...>',
      "responses of Unleash's API, or files written by export; - for the standard input",
    )
    .addOption(
      new Option(
        '--complete <project>',
        'the files list all change requests of this project: withdraw the others; can be repeated',
      ).argParser(collectNames),
    )
    .option('--as-of <time>', 'when they were listed, ISO 8601; now by default', parsePastTime)
    .action(async (files: readonly string[], options: ImportOptions, command: Command) => {
      const { complete = [], asOf = new Date().toISOString() } = options;
      if (options.asOf !== undefined && complete.length === 0) {
        command.error('error: --as-of needs --complete <project>');
      }
      const { importFiles } = await import('./commands/import-files.ts');
      await then(importFiles(files, { projectIds: complete, asOf }));
    });
  program
    .command('sync')
    .description('copy projects, strategies and scheduled change requests from a running Unleash')
    .addOption(
      new Option('--project <id>', 'only this project; can be repeated').argParser(collectNames),
    )
    .addOption(
      new Option('--interval <time>', 'sync again after this time: 60s, 5m').argParser(
        parseInterval,
      ),
    )
    .addHelpText(
      'after',
      '\nUNLEASH_URL is the address of Unleash, and UNLEASH_API_KEY an admin key of it.',
    )
    .action(async (options: SyncCommandOptions) => {
      const { sync } = await import('./commands/sync.ts');
      await then(sync(options));
    });
  program
    .command('export')
    .description('write everything except keys and events as one JSON document that import reads')
    .action(async () => {
      const { exportState } = await import('./commands/export-state.ts');
      await then(exportState());
    });
  addClientCommands(program, then);
  addKeys(program.command('keys').description('create, list and revoke API keys'), then);
  addHelp(program);
  return program;
}

/** Whether a command asks a server, and has no store. */
function asksServer(command: Command): boolean {
  if (CLIENT_COMMANDS.has(command.name())) return true;
  return command.parent !== null && asksServer(command.parent);
}

function addKeys(keys: Command, then: Then): void {
  keys
    .command('create')
    .description('create a key and print its secret, once')
    .argument('<name>', 'the name that events record', parseName)
    .addOption(
      new Option('--permission <permission>', 'what the key may do; can be repeated')
        .choices(GRANTABLE)
        .argParser(collectPermissions),
    )
    .option('--admin', 'the key may do everything; in its projects, if it is limited to projects')
    .addOption(
      new Option('--project <id>', 'limit the key to this project; can be repeated').argParser(
        collectNames,
      ),
    )
    .option('--force', 'accept projects that do not exist yet')
    .action(async (name: string, options: KeyOptions, command: Command) => {
      const { permission = [], admin = false, project = [], force = false } = options;
      const permissions = admin ? (['ADMIN', ...permission] as const) : permission;
      if (permissions.length === 0) {
        command.error(
          'error: say what the key may do: --permission <permission>, or --admin for everything',
        );
      }
      if (permissions.includes('READ_CALENDAR') && permissions.length > 1) {
        command.error(
          'error: READ_CALENDAR must be the only permission of a key, since its secret is in a URL: create two keys',
        );
      }
      const { createKey } = await import('./commands/keys.ts');
      await then(createKey(name, { permissions, projects: project, isForced: force }));
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
    .description('revoke a key')
    .argument('<name>', 'the name of the key')
    .action(async (name: string) => {
      const { revokeKey } = await import('./commands/keys.ts');
      await then(revokeKey(name));
    });
}

interface ImportOptions {
  readonly complete?: readonly string[];
  /** ISO 8601, UTC. */
  readonly asOf?: string;
}

interface KeyOptions {
  readonly permission?: readonly Permission[];
  readonly admin?: true;
  readonly project?: readonly string[];
  readonly force?: true;
}

// Full power takes an option of its own, so that it is never granted by accident.
const GRANTABLE = PERMISSIONS.filter((permission) => permission !== 'ADMIN');

function parseInterval(text: string): number {
  const ms = intervalOf(text);
  if (ms !== undefined) return ms;
  throw new InvalidArgumentError(`Expected ${INTERVAL}.`);
}

function collectPermissions(
  text: string,
  before: readonly Permission[] = [],
): readonly Permission[] {
  const permission = GRANTABLE.find((each) => each === text);
  if (permission !== undefined) return [...new Set([...before, permission])];
  throw new InvalidArgumentError(
    text === 'ADMIN' ? 'Use --admin for ADMIN.' : `Expected one of ${GRANTABLE.join(', ')}.`,
  );
}

// EPIPE: the reader has closed the pipe, as in `forewarn export | head`. Otherwise a disk may be full, say.
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code !== 'EPIPE') printError(`can't write the output: ${message}; write it elsewhere`);
  // For check, 1 would mean that something is scheduled.
  process.exitCode = CLIENT_COMMANDS.has(process.argv[2] ?? '') ? EXIT.misused : EXIT.failed;
});

// An unhandled error here would change the exit code, the only result left.
process.stderr.on('error', () => {});

const code = await main(process.argv);
process.exitCode ??= code;
