import type { CallOptions, PortResult, StoreUnavailable } from '@forewarn/core';
import type { PreconditionFailed } from '@forewarn/record';
import type { WebhookNotFound } from './errors.ts';
import type { Webhook, WebhookSummary } from './webhook.ts';

/** The receivers of events. They are not exported: their secrets stay in one store. Each id is a valid name (`isName`). */
export interface WebhookRepository {
  /**
   * Adds a webhook with a new id. It receives what is committed from then on.
   *
   * - It must store the summary of the predictions that hold at that moment (`introductionFor`), so that each is either in it
   *   or told by a later commit. Without a prediction that the webhook receives, it must store none. While the first comparison
   *   goes on (`isFirst` in the progress), it must store none either: the end of that does.
   * - It must return `PreconditionFailed`, and add nothing, when `MAX_WEBHOOKS` are stored: also of concurrent calls.
   */
  add(
    webhook: Webhook,
    options?: CallOptions,
  ): PortResult<void, PreconditionFailed | StoreUnavailable>;

  /** Returns all webhooks in ascending byte order of id, as the caller's own. It must return no secret. */
  list(options?: CallOptions): PortResult<readonly WebhookSummary[], StoreUnavailable>;

  /** Returns the webhook with this id and its secret, as the caller's own; `WebhookNotFound` when there is none. */
  find(id: string, options?: CallOptions): PortResult<Webhook, WebhookNotFound | StoreUnavailable>;

  /** Removes a webhook with its deliveries. It must return `WebhookNotFound` when no webhook has that id. */
  remove(id: string, options?: CallOptions): PortResult<void, WebhookNotFound | StoreUnavailable>;
}
