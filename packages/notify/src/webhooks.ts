import {
  type Authorizer,
  type BadData,
  type CallOptions,
  isName,
  type Problem,
  type StoreUnavailable,
  toResultAsync,
  useCase,
} from '@forewarn/core';
import { nearestNames } from '@forewarn/impact';
import {
  firstProblems,
  type NameRepository,
  type ProjectRepository,
  unlessPlainName,
  unlessProblems,
} from '@forewarn/record';
import { err, ok, okAsync, type Result, ResultAsync } from 'neverthrow';
import type { WebhookNotFound } from './errors.ts';
import {
  MAX_WEBHOOKS,
  type Webhook,
  type WebhookFilter,
  type WebhookSummary,
  type WebhookTemplate,
} from './webhook.ts';
import type { DeliveryRepository } from './delivery-repository.ts';
import type { WebhookRepository } from './webhook-repository.ts';
import type { WebhookSender } from './webhook-sender.ts';

export const MAX_WEBHOOK_URL_LENGTH = 2_000;
/** Maximum projects, and maximum environments, that a webhook names. */
export const MAX_WEBHOOK_NAMES = 1_000;

export interface NewWebhook extends WebhookFilter {
  readonly url: string;
  readonly template: WebhookTemplate;
}

/** A webhook, as it is listed. Its URL may hold a secret, so only the origin is shown. */
export interface ListedWebhook extends Omit<WebhookSummary, 'url'> {
  readonly origin: string;
}

export interface WebhookPorts<Credentials> {
  readonly authorizer: Authorizer<Credentials>;
  readonly webhooks: WebhookRepository;
  readonly deliveries: Pick<DeliveryRepository, 'list'>;
  readonly projects: Pick<ProjectRepository, 'list'>;
  /** Without it, environments are not checked. */
  readonly names?: Pick<NameRepository, 'find' | 'near'> | undefined;
  readonly sender: WebhookSender;
}

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
        .asyncAndThen(() => unknownNames(ports, webhook, options))
        .andThen((problems) => unlessProblems(firstProblems(problems)))
        .andThen(() => {
          const made: Webhook = { ...webhook, ...ports.sender.newWebhook(), createdBy };
          const { id, secret } = made;
          return toResultAsync(ports.webhooks.add(made, options)).map(() => ({ id, secret }));
        })
        .mapErr((error) => (error.type === 'PreconditionFailed' ? TOO_MANY : error)),
  ),
  /** Returns all webhooks, without secrets. */
  listWebhooks: useCase(ports, 'ADMIN', (_input: unknown, _principal, options) =>
    toResultAsync(ports.webhooks.list(options)).map((all) => all.map(listed)),
  ),
  /** Removes a webhook with its deliveries. */
  removeWebhook: useCase(ports, 'ADMIN', ({ id }: OfWebhook, _principal, options) =>
    unlessNoWebhook(id).asyncAndThen(() => toResultAsync(ports.webhooks.remove(id, options))),
  ),
  /** Sends a test message, and says what became of it. */
  testWebhook: useCase(ports, 'ADMIN', ({ id }: OfWebhook, _principal, options) =>
    unlessNoWebhook(id)
      .asyncAndThen(() => toResultAsync(ports.webhooks.find(id, options)))
      .andThen((webhook) => ResultAsync.fromSafePromise(ports.sender.test(webhook, options))),
  ),
  /** Returns the deliveries of a webhook that are kept. */
  listDeliveries: useCase(ports, 'ADMIN', ({ id }: OfWebhook, _principal, options) =>
    unlessNoWebhook(id).asyncAndThen(() => toResultAsync(ports.deliveries.list(id, options))),
  ),
});

/** Returns `WebhookNotFound` for an id that no webhook can have. */
const unlessNoWebhook = (id: string): Result<void, WebhookNotFound> =>
  isName(id) ? ok() : err({ type: 'WebhookNotFound', id });

const listed = ({
  id,
  url,
  template,
  createdBy,
  createdAt,
  events,
  projects,
  environments,
}: WebhookSummary): ListedWebhook => ({
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

/** How many of the wrong names are compared with those that exist. */
const MAX_LOOKS = 3;
const MAX_SUGGESTIONS = 3;

const TOO_MANY: BadData = {
  type: 'BadData',
  problems: [{ path: 'url', expected: `at most ${MAX_WEBHOOKS} webhooks: remove one first` }],
};

/**
 * Finds projects that do not exist and environments that none of the projects has: a misspelt name would keep a webhook
 * silent, as if all went as planned.
 */
function unknownNames(
  { projects: projectPort, names }: Pick<WebhookPorts<unknown>, 'projects' | 'names'>,
  { projects = [], environments = [] }: NewWebhook,
  options: CallOptions,
): ResultAsync<readonly Problem[], StoreUnavailable> {
  if (projects.length + environments.length === 0) return okAsync([]);
  return toResultAsync(projectPort.list(options)).andThen((all) => {
    const ids = all.map(({ id }) => id);
    const existing = new Set(ids);
    const unknown = projects.flatMap((id, index) =>
      existing.has(id)
        ? []
        : [problemOf(`projects[${index}]`, id, 'project', nearestNames(id, ids))],
    );
    if (unknown.length > 0 || environments.length === 0) return okAsync(unknown);
    return unknownEnvironments(
      names,
      environments,
      projects.length === 0 ? ids : projects,
      options,
    );
  });
}

function unknownEnvironments(
  names: WebhookPorts<unknown>['names'],
  environments: readonly string[],
  projectIds: readonly string[],
  options: CallOptions,
): ResultAsync<readonly Problem[], StoreUnavailable> {
  if (names === undefined) return okAsync([]);
  const asked = environments.map((value) => ({ kind: 'environment', value }) as const);
  return toResultAsync(names.find({ projectIds, names: asked }, options)).andThen((found) => {
    const wrong = asked.flatMap((name, index) =>
      found[index]?.state === 'not-found' ? [{ name, path: `environments[${index}]` }] : [],
    );
    return ResultAsync.combine(
      wrong.map(({ name, path }, nth) =>
        toResultAsync(nth < MAX_LOOKS ? names.near(projectIds, name, options) : okAsync([])).map(
          (near) => problemOf(path, name.value, 'environment', near),
        ),
      ),
    );
  });
}

function problemOf(
  path: string,
  name: string,
  what: 'project' | 'environment',
  near: readonly string[],
): Problem {
  const meant = near.slice(0, MAX_SUGGESTIONS).map((each) => `"${each}"`);
  const question = meant.length === 0 ? '' : `; did you mean ${meant.join(' or ')}?`;
  return {
    path,
    expected: `the name of ${what === 'environment' ? 'an environment' : 'a project'} that exists: "${name}" does not${question}`,
  };
}

/** The use cases of webhooks. */
export type WebhookUseCases<Credentials> = Readonly<
  ReturnType<typeof makeWebhookUseCases<Credentials>>
>;
