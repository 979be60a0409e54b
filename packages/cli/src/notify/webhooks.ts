import type { Client, Failure, Refused, Unknown } from '@forewarn/client';
import type { AlertEventType, WebhookTemplate } from '@forewarn/notify';
import { EXIT, type ExitCode, misuse, printError } from '../exit-code.ts';
import { describeFailure } from '../impact/describe.ts';
import { textTable } from '../impact/text-table.ts';
import { print } from '../print.ts';
import { withClient } from '../with-client.ts';
import { receiverUrl } from './receiver-url.ts';

/** Options of every command about webhooks. */
export interface WebhookOptions {
  readonly url: string;
}

export interface AddWebhookOptions extends WebhookOptions {
  readonly event?: readonly AlertEventType[];
  readonly project?: readonly string[];
  readonly environment?: readonly string[];
  readonly template: WebhookTemplate;
}

/** `forewarn webhooks add`: prints the secret, once. */
export const addWebhook = (
  argument: string | undefined,
  { url, event: events, project: projects, environment: environments, template }: AddWebhookOptions,
): Promise<ExitCode> =>
  withClient(url, async (client) => {
    const receiver = await receiverUrl(argument);
    if (receiver.isErr()) return misuse(`nothing was added: ${receiver.error}`);
    const added = await client.createWebhook({
      url: receiver.value,
      template,
      ...(events === undefined ? {} : { events }),
      ...(projects === undefined ? {} : { projects }),
      ...(environments === undefined ? {} : { environments }),
    });
    if (added.outcome !== 'done') return failed('added', added, NO_ID);
    printError(`added the webhook ${added.value.id}; its secret is not shown again`);
    print(`${added.value.secret}\n`);
    return EXIT.done;
  });

export const listWebhooks = ({ url }: WebhookOptions): Promise<ExitCode> =>
  withClient(url, async (client) => {
    const listed = await client.getWebhooks();
    if (listed.outcome !== 'done')
      return misuse(`the webhooks are unknown: ${textOf(listed.failure, NO_ID)}`);
    const rows = listed.value.webhooks.map(
      ({ id, origin: receiver, template, events, projects, environments }) => ({
        id,
        receiver,
        template,
        events: events?.join(', ') ?? '',
        projects: projects?.join(', ') ?? '',
        environments: environments?.join(', ') ?? '',
      }),
    );
    print(textTable(rows, []));
    return EXIT.done;
  });

/** `forewarn webhooks test`: sends a test message, and waits for its response. */
export const testWebhook = (id: string, { url }: WebhookOptions): Promise<ExitCode> =>
  withClient(url, async (client) => {
    const tested = await client.testWebhook(id);
    if (tested.outcome !== 'done') return failed('sent', tested);
    const { delivered, error = 'no reason' } = tested.value;
    if (!delivered)
      return misuse(
        `not delivered: ${error}; check the receiver, or add it again with another URL`,
      );
    printError('delivered');
    return EXIT.done;
  });

export const removeWebhook = (id: string, { url }: WebhookOptions): Promise<ExitCode> =>
  withClient(url, async (client: Client) => {
    const removed = await client.deleteWebhook(id);
    if (removed.outcome !== 'done') return failed('removed', removed);
    printError('removed');
    return EXIT.done;
  });

/** What to do about a 404 where no webhook is named. */
const NO_ID = 'check --url';

const failed = (
  done: string,
  { outcome, failure }: Refused | Unknown,
  notFound?: string,
): ExitCode => {
  const what = outcome === 'refused' ? `nothing was ${done}` : `it may not have been ${done}`;
  return misuse(`${what}: ${textOf(failure, notFound)}`);
};

const textOf = (failure: Failure, notFound = 'check --url and the id'): string =>
  describeFailure(failure, { notFound });
