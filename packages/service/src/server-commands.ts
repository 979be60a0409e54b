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

const SERVE_HELP = `
In a terminal, on a store without keys, it makes a key named admin and prints its secret, unless
INIT_ADMIN_API_TOKENS is set. It migrates a SQLite file; Postgres needs "forewarn migrate" first.

The sample is loaded again once a conflict of it has passed, unless you changed it. While the store
holds only the sample and HOST is this machine, the key forewarn-sample-key may search it and delete
definitions. It refuses UNLEASH_URL.

After a signal, GET /ready is 503 and responses carry "Connection: close". It serves until its clients
have disconnected, for 2 seconds at most, finishes requests for up to 7.5 seconds, and exits within 10:
with 0, or 1 if the store or the log held it up. A second signal, half a second later, ends it at once, with 130 or 143.`;

const MIGRATE_HELP = `
Run it once per version, before "forewarn serve", and again if it was cut off: it rebuilds in batches
what a new version reads differently. It refuses a newer schema, a database of another application, and
an older SQLite file that another process has open.`;

export const serverCommands: CommandSet = {
  add: addServerCommands,
  examples: Object.assign({}, SERVER_EXAMPLES, ...capabilityCommands.map((each) => each.examples)),
};

// Each command loads its modules only when it runs, so that the others start quickly. What all of them need imports no index:
// those of the wire and of webhooks load 160 modules.
function addServerCommands(program: Command, then: Then): void {
  program.addHelpText('afterAll', ({ command }) =>
    asksServer(command) ? '' : `\nSettings come from the environment: ${settingsOf(command)}`,
  );

  program
    .command('serve')
    .description('serve the API over HTTP until SIGTERM or SIGINT')
    .option('--sample', 'load the sample projects into an empty store')
    .addHelpText('after', SERVE_HELP)
    .action(async ({ sample }: { readonly sample?: true }) => {
      const { serve } = await import('./commands/serve.ts');
      await then(serve({ isSample: sample === true }));
    });
  program
    .command('migrate')
    .description("migrate the store's schema to this version")
    .option('--distribute', 'then distribute the tables over the workers of a Citus cluster')
    .addHelpText('after', MIGRATE_HELP)
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
