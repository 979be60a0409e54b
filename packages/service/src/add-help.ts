import type { Command } from 'commander';

/** A command line, and what it does. */
type Example = readonly [line: string, effect: string];

const POSTGRES = 'DATABASE_URL=postgres://user:password@db/flags';

const EXAMPLES: Readonly<Record<string, readonly Example[]>> = {
  forewarn: [
    ['forewarn serve --sample', 'serves a small sample project, to try Forewarn'],
    ['forewarn keys create --help', 'explains a command'],
  ],
  'forewarn serve': [
    ['forewarn serve', 'serves ./forewarn.db on http://127.0.0.1:4242'],
    [`${POSTGRES} HOST=0.0.0.0 forewarn serve`, 'serves a Postgres database on all addresses'],
  ],
  'forewarn migrate': [
    [`${POSTGRES} forewarn migrate`, 'prepares a Postgres database, once for each new version'],
  ],
  'forewarn import': [
    ['forewarn import projects.json change-requests.json', 'reads the files in this order'],
    ['forewarn import - < state.json', 'reads the standard input'],
  ],
  'forewarn sync': [
    [
      'UNLEASH_URL=https://unleash.example.com forewarn sync',
      'copies everything once; UNLEASH_API_KEY holds the key',
    ],
    ['forewarn sync --project shop --interval 60s', 'keeps one project current'],
  ],
  'forewarn check': [
    [
      'forewarn check --url https://flags.example.com --project shop --feature checkout --intent archive',
      'lists the scheduled change requests that archiving a feature would break',
    ],
    [
      'forewarn check --all-projects --strategy-definition byCountry --segment 7 --json',
      'asks about two targets in all projects, for JSON; FOREWARN_URL holds the URL',
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
  'forewarn mcp': [
    ['forewarn mcp --url https://flags.example.com', 'serves the tools to an assistant'],
  ],
  'forewarn export': [['forewarn export > state.json', 'saves everything except keys and events']],
  'forewarn keys': [['forewarn keys list', 'lists the keys']],
  'forewarn keys create': [
    [
      'forewarn keys create ci --permission PROJECT_CHANGE_REQUEST_READ --project shop',
      'creates a key that may search one project',
    ],
    ['forewarn keys create ops --admin', 'creates a key that may do everything'],
  ],
  'forewarn keys list': [['forewarn keys list | cut -f 1', 'lists only the names']],
  'forewarn keys revoke': [['forewarn keys revoke ci', 'revokes a key, within seconds']],
};

/** Adds examples to the help of a command and its subcommands, and a hint to each usage error. */
export function addHelp(command: Command, parent = ''): void {
  const name = `${parent}${command.name()}`;
  const examples = (EXAMPLES[name] ?? []).map(([line, effect]) => `  $ ${line}\n    ${effect}`);
  command
    .addHelpText('after', `\nExamples:\n${examples.join('\n')}`)
    .showHelpAfterError(`Run "${name} --help" for its usage.`);
  for (const subcommand of command.commands) addHelp(subcommand, `${name} `);
}
