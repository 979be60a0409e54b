import { collectNames, parseLine, type Then } from '@forewarn/cli';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { StoreCommands } from '../store-commands.ts';
import { INTERVAL, intervalOf } from './sync-interval.ts';
import type { SyncCommandOptions } from './sync.ts';

export const syncCommands: StoreCommands = {
  names: ['sync'],
  variables: ['UNLEASH_URL', 'UNLEASH_API_KEY', '...'],
  examples: {
    'forewarn sync': [
      [
        'UNLEASH_URL=https://unleash.example.com forewarn sync',
        'copies everything once; UNLEASH_API_KEY holds the key',
      ],
      ['forewarn sync --project shop --interval 60s', 'keeps one project current'],
      ['forewarn sync --replace-upstream', 'follows another Unleash than before'],
      ['forewarn sync --dry-run --report FILE', 'checks an Unleash without changing anything'],
    ],
  },
  add: addSync,
};

function addSync(program: Command, then: Then): void {
  program
    .command('sync')
    .description(
      'copy projects, strategy definitions and scheduled change requests from a running Unleash',
    )
    .option('--project <id>', 'only this project; can be repeated', collectNames)
    .option('--interval <time>', 'sync again after this time: 60s, 5m', parseInterval)
    .addOption(
      new Option(
        '--replace-upstream',
        'follow this Unleash from now on, and delete what only the former one has',
      ).conflicts('interval'),
    )
    .addOption(
      new Option(
        '--dry-run',
        'store nothing: report how Unleash responds, without names and contents',
      ).conflicts(['interval', 'replaceUpstream']),
    )
    .option('--report <file>', 'with --dry-run: write the report to this file', parseLine)
    .addHelpText(
      'after',
      '\nUNLEASH_URL is the address of Unleash, and UNLEASH_API_KEY an access token of it. A store that follows another Unleash is left as it is, unless --replace-upstream is given.\n\nExit codes: 0, copied, also if a line says that names, or how features are used, could not be read; 1, something else could not be read, though the rest is copied, or the store has newer data; 2, wrong arguments or settings.',
    )
    .action(async (options: SyncCommandOptions, command: Command) => {
      if (options.report !== undefined && options.dryRun === undefined) {
        command.error('error: --report needs --dry-run');
      }
      const { examine, sync } = await import('./sync.ts');
      await then(options.dryRun === true ? examine(options) : sync(options));
    });
}

function parseInterval(text: string): number {
  const ms = intervalOf(text);
  if (ms !== undefined) return ms;
  throw new InvalidArgumentError(`Expected ${INTERVAL}.`);
}
