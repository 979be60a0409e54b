import { INTENTS } from '@forewarn/impact/impact-question';
import { type Command, Option } from 'commander';
import { capabilities } from './capabilities.ts';
import type { CommandSet, Examples, Then } from './command-set.ts';
import type { CheckOptions } from './commands/check.ts';
import type { DeleteStrategyOptions } from './commands/delete-strategy.ts';
import { TARGET_OPTIONS } from './impact/target-options.ts';
import { collectTexts, parseLine, parseName } from './parse-arguments.ts';
import { addFormats, parseSpan } from './report-options.ts';
import { serverCommand } from './server-command.ts';

/** The names of {@link clientCommands}. */
export const CLIENT_COMMANDS: ReadonlySet<string> = new Set([
  'check',
  'strategies',
  'projects',
  ...capabilities.flatMap(({ names: added }) => added),
  'mcp',
]);

const EXAMPLES: Examples = {
  forewarn: [['forewarn check --help', 'explains a command']],
  'forewarn check': [
    [
      'forewarn check --url https://flags.example.com --project shop --feature checkout --intent archive',
      'lists the scheduled change requests that archiving a feature would break',
    ],
    [
      'forewarn check --all-projects --strategy-definition byCountry --segment 7 --json',
      'asks about two targets in all projects, for JSON; FOREWARN_URL holds the URL',
    ],
    [
      'terraform show -json plan.out | forewarn check --terraform -',
      'asks about what a Terraform plan removes',
    ],
  ],
  'forewarn strategies': [
    ['forewarn strategies delete byCountry', 'deletes a strategy definition'],
  ],
  'forewarn strategies delete': [
    [
      'forewarn strategies delete byCountry --url https://flags.example.com',
      'shows what the delete would break, and asks',
    ],
    ['forewarn strategies delete byCountry --yes', 'deletes it only if nothing uses it'],
  ],
  'forewarn projects': [['forewarn projects live shop', 'makes a project live']],
  'forewarn projects live': [
    [
      'forewarn projects live shop --url https://flags.example.com',
      'makes a project live that was imported before; FOREWARN_API_KEY holds the key',
    ],
  ],
  'forewarn mcp': [
    ['forewarn mcp --url https://flags.example.com', 'serves the tools to an assistant'],
  ],
};

/** The commands that ask a server, and have no store. */
export const clientCommands: CommandSet = {
  add: addClientCommands,
  examples: Object.assign(
    {},
    EXAMPLES,
    ...capabilities.map(({ examples }) => examples),
  ) as Examples,
};

function addClientCommands(program: Command, then: Then): void {
  addCheck(program, then);
  addStrategies(program.command('strategies').description('delete strategy definitions'), then);
  addProjects(program.command('projects').description('make a project live'), then);
  for (const each of capabilities) each.add(program, then);
  addMcp(program, then);
}

function addCheck(program: Command, then: Then): void {
  const exitCodes =
    '\n\nExit codes: 0, nothing is scheduled; 1, something is (with --fail-on breaks: and would break); 2, unknown. The worst of several outcomes decides: 1, then 2, then 0.\n\nWith --fail-on breaks, each target needs an intent, and unknown is also a consequence that is, a target that is not complete, data older than --max-age, and a list that is cut. If the server has no impact, check uses its search, which knows features, strategies and variants.';
  const description = 'find the scheduled change requests that a change would break';
  const command = serverCommand(program, 'check', description, exitCodes)
    .addOption(new Option('--project <id>', 'the id of the project').argParser(parseName))
    .addOption(
      new Option('--all-projects', 'all projects that the key may read').conflicts('project'),
    );
  for (const option of TARGET_OPTIONS) command.addOption(option);
  command
    .addOption(
      new Option('--in-environment <name>', 'the one environment that is changed').argParser(
        parseName,
      ),
    )
    .addOption(
      new Option(
        '--legal-value <value>',
        'a legal value that the context field keeps or gets; can be repeated',
      ).argParser(collectTexts),
    )
    .option('--targets <file>', 'targets from a JSON file; - for the standard input', parseLine)
    .addOption(
      new Option(
        '--terraform <file>',
        'a Terraform plan, as "terraform show -json" writes it; - for the standard input',
      )
        .argParser(parseLine)
        .conflicts(INSTEAD_OF_PLAN),
    )
    .addOption(
      new Option('--intent <intent>', 'what you are about to do to the targets').choices([
        ...new Set(Object.values(INTENTS).flat()),
      ]),
    )
    .addOption(
      new Option('--max-age <age>', 'treat older data as unknown: 90s, 15m, 24h').argParser(
        parseSpan,
      ),
    )
    .option('--known-names', 'treat what is not known to exist as unknown')
    .addOption(
      new Option('--fail-on <what>', 'exit with 1 for anything scheduled, or only if it breaks')
        .choices(['scheduled', 'breaks'])
        .default('scheduled'),
    )
    .option(
      '--unleash-url <url>',
      'the URL of Unleash; adds links to its change request pages',
      parseLine,
    );
  addFormats(command, 'write the result as JSON')
    .configureOutput({ outputError: (text, write) => write(nameBothStrategies(text)) })
    .action(async (options: CheckOptions & Readonly<Record<string, unknown>>) => {
      for (const { option, run } of CHECKS) {
        const value = options[option.attributeName()];
        if (typeof value === 'string') return then(run(value, options));
      }
      return then((await import('./commands/check.ts')).check(options));
    });
  for (const { option } of CHECKS) command.addOption(option.conflicts([...INSTEAD_OF_TARGETS]));
}

/** What else `forewarn check` can do. */
const CHECKS = capabilities.flatMap(({ check }) => check ?? []);

/** A plan has its own targets, and what is done to them. */
const INSTEAD_OF_PLAN = [
  ...TARGET_OPTIONS.map((option) => option.attributeName()),
  'inEnvironment',
  'legalValue',
  'targets',
  'intent',
];

/** What is about targets, or about how they are reported. */
const INSTEAD_OF_TARGETS = [
  ...INSTEAD_OF_PLAN,
  'terraform',
  'project',
  'allProjects',
  'maxAge',
  'knownNames',
  'failOn',
  'unleashUrl',
  'github',
];

/** A strategy and a strategy definition are easily confused, and the wrong one would look clear. */
const nameBothStrategies = (text: string): string =>
  text.replace(
    /Did you mean (?:one of )?[^)]*--strategy-[^)]*\?/,
    'Did you mean --strategy-id, for a strategy on a feature, or --strategy-definition, for a type of strategy?',
  );

function addStrategies(strategies: Command, then: Then): void {
  const exitCodes = '\n\nExit codes: 0, deleted; 1, in use; 2, error, or not confirmed.';
  const description = 'show what deleting a strategy definition would break, ask, and delete it';
  serverCommand(strategies, 'delete', description, exitCodes)
    .argument('<name>', 'the name of the strategy definition', parseName)
    .option('--yes', 'do not ask; delete it only if nothing uses it')
    .option('--acknowledge <fingerprint>', 'with --yes: delete it if its impact is still this one')
    .action(async (name: string, options: DeleteStrategyOptions) =>
      then((await import('./commands/delete-strategy.ts')).deleteStrategy(name, options)),
    );
}

function addProjects(projects: Command, then: Then): void {
  const exitCodes = ' It needs ADMIN.\n\nExit codes: 0, live; 2, error.';
  const description =
    'say that each change request of a project is recorded on the server from now on';
  serverCommand(projects, 'live', description, exitCodes)
    .argument('<id>', 'the id of the project', parseName)
    .action(async (id: string, options: { readonly url: string }) =>
      then((await import('./commands/make-project-live.ts')).makeProjectLive(id, options)),
    );
}

function addMcp(program: Command, then: Then): void {
  const description =
    'serve read-only tools for AI assistants over stdio, by the Model Context Protocol';
  serverCommand(program, 'mcp', description).action(async ({ url }: { readonly url: string }) =>
    then((await import('./commands/serve-mcp.ts')).serveMcp(url)),
  );
}
