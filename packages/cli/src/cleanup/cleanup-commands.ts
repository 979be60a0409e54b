import { type Command, InvalidArgumentError, Option } from 'commander';
import type { CapabilityCommands, Examples, Then } from '../command-set.ts';
import { parseLine } from '../parse-arguments.ts';
import { format } from '../report-options.ts';
import { names, serverCommand } from '../server-command.ts';
import type { CleanupOptions } from './cleanup.ts';

const EXAMPLES: Examples = {
  'forewarn cleanup': [
    [
      'forewarn cleanup --url https://flags.example.com --project shop',
      'lists which features of a project can be archived, and from when on',
    ],
    [
      'forewarn cleanup --quiet-days 30 --json > plan.json',
      'writes a plan over all projects; forewarn check --plan plan.json compares it later',
    ],
  ],
};

const DEFAULT_DAYS = 7;
const MAX_DAYS = 3_650;

/** `forewarn cleanup`, what `forewarn check` knows of its plans, and the tool that tells an assistant the same. */
export const cleanupCommands: CapabilityCommands = {
  names: ['cleanup'],
  examples: EXAMPLES,
  add: addCleanup,
  check: {
    option: new Option(
      '--plan <file>',
      'a plan that "forewarn cleanup --json" wrote: whether it still holds; - for the standard input; only --json, --markdown and --junit go with it',
    ).argParser(parseLine),
    run: async (file, options) => (await import('./check-plan.ts')).checkPlan(file, options),
  },
  tools: async () => (await import('./cleanup-tool.ts')).cleanupTool,
};

function addCleanup(program: Command, then: Then): void {
  const exitCodes =
    ' It removes nothing.\n\nExit codes: 0, the list is complete; 2, it is not, or an error.';
  const description =
    'list which features and strategy definitions can be removed, and from when on';
  serverCommand(program, 'cleanup', description, exitCodes)
    .addOption(names('--project <id>', 'a project; all that the key may read without it'))
    .addOption(
      new Option('--quiet-days <days>', 'for how many days no application must have asked for it')
        .argParser(parseDays)
        .default(DEFAULT_DAYS),
    )
    .addOption(format('--json', 'write a plan as JSON', ['markdown']))
    .addOption(format('--markdown', 'write a comment in Markdown', []))
    .action(async (options: CleanupOptions) =>
      then((await import('./cleanup.ts')).cleanup(options)),
    );
}

function parseDays(text: string): number {
  const days = Number(text);
  if (/^\d{1,4}$/.test(text) && days <= MAX_DAYS) return days;
  throw new InvalidArgumentError(`Expected a whole number from 0 to ${MAX_DAYS}.`);
}
