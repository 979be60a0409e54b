import { CLIENT_COMMANDS, type CommandSet, type Examples, type Then } from '@forewarn/cli';
import type { Command } from 'commander';
import { capabilityCommands } from './capability-commands.ts';

const POSTGRES = 'DATABASE_URL=postgres://user:password@db/flags';

/** The examples in the help of the commands that have a store. */
const SERVER_EXAMPLES: Examples = {
  forewarn: [
    ['forewarn serve --sample', 'serves a sample of three projects, to try Forewarn'],
    ['forewarn keys create --help', 'explains a command'],
  ],
  'forewarn serve': [
    ['forewarn serve', 'serves ./forewarn.db on http://127.0.0.1:4242'],
    [`${POSTGRES} HOST=0.0.0.0 forewarn serve`, 'serves a Postgres database on all addresses'],
  ],
  'forewarn migrate': [
    [`${POSTGRES} forewarn migrate`, 'prepares a Postgres database, once for each new version'],
  ],
};

/** The commands that have a store. */
export const serverCommands: CommandSet = {
  add: addServerCommands,
  examples: Object.assign({}, SERVER_EXAMPLES, ...capabilityCommands.map((each) => each.examples)),
};

// Each command loads its modules only when it runs, so that the others start quickly.
function addServerCommands(program: Command, then: Then): void {
  program.addHelpText('afterAll', ({ command }) =>
    asksServer(command) ? '' : `\nSettings come from the environment: ${settingsOf(command)}`,
  );

  program
    .command('serve')
    .description('serve the API over HTTP until SIGTERM or SIGINT')
    .option('--sample', 'load the sample projects into an empty store')
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
  for (const { add } of capabilityCommands) add(program, then);
}

/** Whether a command asks a server, and has no store. */
function asksServer(command: Command): boolean {
  if (CLIENT_COMMANDS.has(command.name())) return true;
  return command.parent !== null && asksServer(command.parent);
}

/** The variables that a command reads, as its help names them. */
function settingsOf(command: Command): string {
  const name = command.name();
  if (name === 'forewarn' || name === 'serve') return 'DATABASE_URL, HOST, PORT, ...';
  const own = capabilityCommands.find(({ names }) => names.includes(name))?.variables ?? [];
  return ['DATABASE_URL', ...own].join(', ');
}
