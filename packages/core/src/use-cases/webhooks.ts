import { ResultAsync } from 'neverthrow';
import type { Problem, StoreUnavailable, WebhookNotFound } from '../errors.ts';
import type { Delivery, Webhook, WebhookFilter, WebhookTemplate } from '../model/webhook.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { DeliveryRepository } from '../ports/delivery-repository.ts';
import { type PortResult, toResultAsync } from '../ports/port-result.ts';
import type { WebhookRepository } from '../ports/webhook-repository.ts';
import type { WebhookSender } from '../ports/webhook-sender.ts';
import { unlessPlainName, unlessProblems } from '../rules/problems-of.ts';
import { useCase } from './use-case.ts';

/** Maximum webhooks of a store. */
export const MAX_WEBHOOKS = 100;
/** Maximum length of a webhook's URL. */
export const MAX_WEBHOOK_URL_LENGTH = 2_000;
/** Maximum projects, and maximum environments, that a webhook names. */
export const MAX_WEBHOOK_NAMES = 1_000;
/** How many deliveries of a webhook are listed: the newest. */
export const LISTED_DELIVERIES = 100;

/** A webhook to add. */
export interface NewWebhook extends WebhookFilter {
  readonly url: string;
  readonly template: WebhookTemplate;
}

/** A webhook, as it is listed. Its URL may hold a secret, so only the origin is shown. */
export interface ListedWebhook extends WebhookFilter {
  readonly id: string;
  readonly origin: string;
  readonly template: WebhookTemplate;
  readonly createdBy: string;
  readonly createdAt: string;
}

/** The ports of the webhooks. */
export interface WebhookPorts<Credentials> {
  readonly authorizer: Authorizer<Credentials>;
  readonly webhooks: WebhookRepository;
  readonly deliveries: Pick<DeliveryRepository, 'list'>;
  readonly sender: WebhookSender;
}

/** Names a webhook. */
export interface OfWebhook {
  readonly id: string;
}

/** Makes the use cases of webhooks. All need ADMIN. */
export const makeWebhookUseCases = <Credentials>(ports: WebhookPorts<Credentials>) => ({
  /** Adds a webhook, and returns its secret, which is not shown again. */
  addWebhook: useCase(
    ports,
    'ADMIN',
    ({ webhook }: { readonly webhook: NewWebhook }, { name: createdBy }, options) =>
      unlessProblems([...problemsOfWebhook(webhook, ports.sender)])
        .asyncAndThen(() => toResultAsync(ports.webhooks.list(options)))
        .andThen(({ length }) =>
          unlessProblems(
            length < MAX_WEBHOOKS
              ? []
              : [{ path: 'url', expected: `at most ${MAX_WEBHOOKS} webhooks: remove one first` }],
          ),
        )
        .andThen(() => {
          const made: Webhook = { ...webhook, ...ports.sender.newWebhook(), createdBy };
          const { id, secret } = made;
          return toResultAsync(ports.webhooks.add(made, options)).map(() => ({ id, secret }));
        }),
  ),
  /** Returns all webhooks, without secrets. */
  listWebhooks: useCase(ports, 'ADMIN', (_input: unknown, _principal, options) =>
    toResultAsync(ports.webhooks.list(options)).map((all) => all.map(listed)),
  ),
  /** Removes a webhook with its deliveries. */
  removeWebhook: useCase(
    ports,
    'ADMIN',
    (
      { id }: OfWebhook,
      _principal,
      options,
    ): PortResult<void, StoreUnavailable | WebhookNotFound> => ports.webhooks.remove(id, options),
  ),
  /** Sends a test message, and says what became of it. */
  testWebhook: useCase(ports, 'ADMIN', ({ id }: OfWebhook, _principal, options) =>
    toResultAsync(ports.webhooks.find(id, options)).andThen((webhook) =>
      ResultAsync.fromSafePromise(ports.sender.test(webhook, options)),
    ),
  ),
  /** Returns the newest deliveries of a webhook. */
  listDeliveries: useCase(
    ports,
    'ADMIN',
    (
      { id }: OfWebhook,
      _principal,
      options,
    ): PortResult<readonly Delivery[], StoreUnavailable | WebhookNotFound> =>
      ports.deliveries.list(id, LISTED_DELIVERIES, options),
  ),
});

const listed = ({
  id,
  url,
  template,
  createdBy,
  createdAt,
  events,
  projects,
  environments,
}: Omit<Webhook, 'secret'>): ListedWebhook => ({
  id,
  origin: originOf(url),
  template,
  createdBy,
  createdAt,
  ...(events === undefined ? {} : { events }),
  ...(projects === undefined ? {} : { projects }),
  ...(environments === undefined ? {} : { environments }),
});

const originOf = (url: string): string => /^https?:\/\/[^/?#]*/i.exec(url)?.[0] ?? '';

function* problemsOfWebhook(
  { url, events, projects, environments }: NewWebhook,
  sender: WebhookSender,
): Generator<Problem, void, undefined> {
  const expected =
    url.length > MAX_WEBHOOK_URL_LENGTH
      ? `at most ${MAX_WEBHOOK_URL_LENGTH} characters`
      : sender.problemOf(url);
  if (expected !== undefined) yield { path: 'url', expected };
  for (const [path, list] of Object.entries({ events, projects, environments })) {
    if (list?.length === 0) yield { path, expected: 'at least one; leave it out for all' };
  }
  for (const [field, names = []] of Object.entries({ projects, environments })) {
    for (const [index, name] of names.entries()) yield* unlessPlainName(`${field}[${index}]`, name);
  }
}

/** The use cases of webhooks. */
export type WebhookUseCases<Credentials> = Readonly<
  ReturnType<typeof makeWebhookUseCases<Credentials>>
>;
