import { ALERT_EVENT_TYPES } from '@forewarn/notify/alert-events';
import { WEBHOOK_TEMPLATES } from '@forewarn/notify/webhook';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { CapabilityCommands, Examples, Then } from '../command-set.ts';
import { parseName } from '../parse-arguments.ts';
import { names, serverCommand } from '../server-command.ts';
import type { AddWebhookOptions, WebhookOptions } from './webhooks.ts';

const EXIT_CODES = ' It needs ADMIN.\n\nExit codes: 0, done; 2, error.';

const RECEIVER_HELP = `
FOREWARN_WEBHOOK_URL, a file that FOREWARN_WEBHOOK_URL_FILE names, or else standard input holds the URL of the receiver: its path can be a secret.`;

const EXAMPLES: Examples = {
  'forewarn webhooks': [['forewarn webhooks list', 'lists the webhooks, without secrets']],
  'forewarn webhooks add': [
    [
      'echo https://hooks.example.com/forewarn | forewarn webhooks add --project shop',
      'posts what will not go as planned in a project, and prints the secret',
    ],
    [
      'FOREWARN_WEBHOOK_URL_FILE=slack-url forewarn webhooks add --template slack --event forecast-predicted',
      'posts new predictions to Slack; FOREWARN_URL holds the URL of the server',
    ],
  ],
  'forewarn webhooks list': [['forewarn webhooks list', 'lists the webhooks, without secrets']],
  'forewarn webhooks test': [['forewarn webhooks test ID', 'sends a test message']],
  'forewarn webhooks remove': [['forewarn webhooks remove ID', 'removes a webhook']],
};

export const webhookCommands: CapabilityCommands = {
  names: ['webhooks'],
  add: (program, then) =>
    addWebhooks(program.command('webhooks').description('manage webhooks'), then),
  examples: EXAMPLES,
};

function addWebhooks(webhooks: Command, then: Then): void {
  const load = () => import('./webhooks.ts');
  const add = 'post what will not go as planned to a receiver, and print the secret that signs it';
  serverCommand(webhooks, 'add', add, RECEIVER_HELP + EXIT_CODES)
    .argument('[receiver]', 'the URL of the receiver; - reads it from standard input')
    .addOption(
      new Option(
        '--event <type>',
        `only events of this type: ${ALERT_EVENT_TYPES.join(', ')}; can be repeated`,
      ).argParser(collectTypes),
    )
    .addOption(names('--project <id>', 'only events of this project'))
    .addOption(names('--environment <name>', 'only events of this environment'))
    .addOption(
      new Option('--template <name>', 'how messages are written')
        .choices(WEBHOOK_TEMPLATES)
        .default('generic'),
    )
    .action(async (receiver: string | undefined, options: AddWebhookOptions) =>
      then((await load()).addWebhook(receiver, options)),
    );
  serverCommand(webhooks, 'list', 'list the webhooks, without secrets', EXIT_CODES).action(
    async (options: WebhookOptions) => then((await load()).listWebhooks(options)),
  );
  serverCommand(webhooks, 'test', 'send a test message to a webhook', EXIT_CODES)
    .argument('<id>', 'the id of the webhook', parseName)
    .action(async (id: string, options: WebhookOptions) =>
      then((await load()).testWebhook(id, options)),
    );
  serverCommand(webhooks, 'remove', 'remove a webhook with its deliveries', EXIT_CODES)
    .argument('<id>', 'the id of the webhook', parseName)
    .action(async (id: string, options: WebhookOptions) =>
      then((await load()).removeWebhook(id, options)),
    );
}

type EventTypes = NonNullable<AddWebhookOptions['event']>;

function collectTypes(text: string, before: EventTypes = []): EventTypes {
  const type = ALERT_EVENT_TYPES.find((each) => each === text);
  if (type !== undefined) return [...before, type];
  throw new InvalidArgumentError(`Expected one of ${ALERT_EVENT_TYPES.join(', ')}.`);
}
