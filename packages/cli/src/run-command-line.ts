import process from 'node:process';
import { Command, CommanderError } from 'commander';
import { CLIENT_COMMANDS } from './client-commands.ts';
import type { CommandSet, Examples, Then } from './command-set.ts';
import { EXIT, type ExitCode, printError } from './exit-code.ts';
import { misspeltLine } from './client-variables.ts';
import { proxiesIn, useProxies } from './proxies.ts';
import { packageVersion } from './package-version.ts';
import { print, printableLines } from './print.ts';
import { junitOfRefused } from './report/junit-of-refused.ts';
import { emptyReports } from './report/write-report.ts';
import { refuseMisreadValues } from './refuse-misread-values.ts';

/** Runs `forewarn` with commands, and sets the exit code. */
export async function runCommandLine(
  argv: readonly string[],
  sets: readonly CommandSet[],
): Promise<void> {
  // EPIPE: the reader has closed the pipe, as in `forewarn export | head`. Otherwise a disk may be full, say.
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE') printError(`can't write the output: ${message}; write it elsewhere`);
    // For check, 1 would mean that something is scheduled.
    process.exitCode = CLIENT_COMMANDS.has(argv[2] ?? '') ? EXIT.misused : EXIT.failed;
  });
  // An unhandled error here would change the exit code, the only result left.
  process.stderr.on('error', () => {});
  const code = await codeOf(argv, sets);
  process.exitCode ??= code;
}

/** Returns `forewarn` with commands, and the help of each. `then` takes the exit code of the one that runs. */
export function commandLine(sets: readonly CommandSet[], then: Then): Command {
  const program = new Command('forewarn')
    .description(
      'Archiving a flag can break changes that your colleagues have scheduled. Forewarn shows which, when and why.',
    )
    .version(packageVersion())
    .configureOutput({
      writeOut: print,
      writeErr: (text) => process.stderr.write(printableLines(text)),
    })
    .hook('preAction', (_program, command) => {
      const { junit, report } = command.opts<Readonly<Record<string, unknown>>>();
      return emptyReports([junit, report]);
    })
    .exitOverride();
  for (const { add } of sets) add(program, then);
  refuseMisreadValues(program);
  addHelp(program, Object.assign({}, ...sets.map(({ examples }) => examples)) as Examples);
  return program;
}

async function codeOf(argv: readonly string[], sets: readonly CommandSet[]): Promise<ExitCode> {
  let code: ExitCode = EXIT.done;
  const then: Then = async (run) => {
    code = await run;
  };
  const proxies = proxiesIn(process.env).unwrapOr(undefined);
  if (proxies !== undefined) useProxies(proxies);
  const program = commandLine(sets, then);
  try {
    await program.parseAsync(argv);
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) {
      if (CLIENT_COMMANDS.has(argv[2] ?? '')) return reportBug(error);
      throw error;
    }
    const misspelt = error.code === NO_OPTION ? misspeltLine() : undefined;
    if (misspelt !== undefined) printError(misspelt);
    if (error.exitCode === 0) return EXIT.done;
    await emptyReports([junitOfRefused(program, argv)]);
    return EXIT.misused;
  }
}

/** Node would exit with 1, which means that something is scheduled or in use. */
function reportBug(bug: unknown): ExitCode {
  process.stderr.write(
    printableLines(`forewarn: ${bug instanceof Error ? bug.stack : String(bug)}\n`),
  );
  return EXIT.misused;
}

/** Commander's code for an option that is missing, such as the URL of the server. */
const NO_OPTION = 'commander.missingMandatoryOptionValue';

/** Adds examples to the help of a command and its subcommands, and a hint to each usage error. */
function addHelp(command: Command, examplesOf: Examples, parent = ''): void {
  const name = `${parent}${command.name()}`;
  const examples = (examplesOf[name] ?? []).map(([line, effect]) => `  $ ${line}\n    ${effect}`);
  command
    .addHelpText('after', `\nExamples:\n${examples.join('\n')}`)
    .showHelpAfterError(`Run "${name} --help" for its usage.`);
  for (const subcommand of command.commands) addHelp(subcommand, examplesOf, `${name} `);
}
