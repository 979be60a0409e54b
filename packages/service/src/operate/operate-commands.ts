import { type Permission, PERMISSIONS } from '@forewarn/core';
import { collectNames, collectPaths, parseName, parsePastTime, type Then } from '@forewarn/cli';
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { IMPORT_PRINCIPAL } from '../keys/import-principal.ts';
import type { StoreCommands } from '../store-commands.ts';

/** `forewarn import`, `forewarn export` and `forewarn keys` */
export const operateCommands: StoreCommands = {
  names: ['import', 'export', 'keys'],
  variables: [],
  examples: {
    'forewarn import': [
      ['forewarn import projects.json change-requests.json', 'reads the files in this order'],
      ['forewarn import - < state.json', 'reads the standard input'],
    ],
    'forewarn export': [
      [
        'forewarn export > state.json',
        'saves all but keys, webhooks, events, names, and how features are used',
      ],
    ],
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
  },
  add: addOperating,
};

// Each command loads its modules only when it runs, so that the others start quickly.
function addOperating(program: Command, then: Then): void {
  program
    .command('import')
    .description(
      'read projects, strategy definitions and change requests from JSON, all or nothing',
    )
    .addArgument(
      new Argument(
        '<file...>',
        "responses of Unleash's API, or files written by export; - for the standard input",
      ).argParser(collectPaths),
    )
    .option(
      '--complete <project>',
      'the files list all change requests of this project: withdraw the others; can be repeated',
      collectNames,
    )
    .option('--as-of <time>', 'when they were listed, ISO 8601; now by default', parsePastTime)
    .addHelpText(
      'after',
      '\nIt replaces what differs, withdraws change requests that are no longer scheduled, keeps what the files do not mention, and records no events, except of the definitions that an export lists as deleted.',
    )
    .action(
      async (
        files: readonly string[],
        { complete = [], asOf }: ImportOptions,
        command: Command,
      ) => {
        if (asOf !== undefined && complete.length === 0) {
          command.error('error: --as-of needs --complete <project>');
        }
        const { importFiles } = await import('./import-files.ts');
        const listedAt = asOf ?? new Date().toISOString();
        await then(importFiles(files, { projectIds: complete, asOf: listedAt }));
      },
    );
  program
    .command('export')
    .description(
      'write projects, strategy definitions and change requests as one JSON document that import reads',
    )
    .addHelpText(
      'after',
      '\nA consistent snapshot. The coverage of a live project becomes the time of the export. With exit code 1, the JSON is incomplete.',
    )
    .action(async () => {
      const { exportState } = await import('./export-state.ts');
      await then(exportState());
    });
  addKeys(program.command('keys').description('create, list and revoke API keys'), then);
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
    .option('--project <id>', 'limit the key to this project; can be repeated', collectNames)
    .option('--force', 'accept projects that do not exist yet')
    .addHelpText(
      'after',
      '\nElsewhere than in its projects, a limited key has only the permissions that --permission names, even with --admin.',
    )
    .action(async (name: string, options: KeyOptions, command: Command) => {
      if (name === IMPORT_PRINCIPAL) {
        command.error(`error: "${name}" is the name of imports in events: choose another name`);
      }
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
      const { createKey } = await import('./keys.ts');
      await then(createKey(name, { permissions, projects: project, isForced: force }));
    });
  keys
    .command('list')
    .description('list the keys: name, permissions, projects')
    .action(async () => {
      const { listKeys } = await import('./keys.ts');
      await then(listKeys());
    });
  keys
    .command('revoke')
    .description('revoke a key: it stops working on every node within 5 seconds')
    .argument('<name>', 'the name of the key')
    .action(async (name: string) => {
      const { revokeKey } = await import('./keys.ts');
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
