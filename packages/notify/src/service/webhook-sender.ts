import { randomUUID } from 'node:crypto';
import { err, ok, type Result } from 'neverthrow';
import type { WebhookSender } from '../webhook-sender.ts';
import type { Webhook, WebhookMessage } from '../webhook.ts';
import { type Announcement, announcementOf, type LinkBases } from './announcement.ts';
import { genericPayload } from './generic-payload.ts';
import type { NotifySettings } from './notify-settings.ts';
import { type PostOptions, postToReceiver } from './post-to-receiver.ts';
import { problemOfReceiver, receiversIn } from './receiver-addresses.ts';
import { newWebhookSecret, signedHeaders } from './sign-message.ts';
import { slackPayload } from './slack-payload.ts';
import { teamsPayload } from './teams-payload.ts';

/** A message to send to a webhook. */
interface OutgoingMessage {
  readonly id: string;
  readonly createdAt: string;
  readonly message: WebhookMessage;
}

/** Why a message was not accepted. */
interface NotAccepted {
  readonly reason: string;
  /** Whether the receiver wants no more messages. */
  readonly isGone: boolean;
}

export type SendMessage = (
  webhook: Webhook,
  message: OutgoingMessage,
  signal?: AbortSignal,
) => Promise<Result<void, NotAccepted>>;

const GONE = 410;

const MAX_TEST_MS = 10_000;
/** The part of a request's deadline that a test message may take. The rest is for the response. */
const TEST_SHARE = 0.8;

/** What the sender needs to know of the settings. */
type SenderSettings = LinkBases & Pick<NotifySettings, 'webhookAllow' | 'deadlineMs' | 'proxyOf'>;

/** Makes the sender of webhooks of checked settings. */
export function senderOf({
  webhookAllow,
  deadlineMs,
  proxyOf,
  ...bases
}: SenderSettings): WebhookSender & {
  readonly send: SendMessage;
} {
  const allowed = receiversIn(webhookAllow);
  if (allowed === undefined) throw new TypeError('the settings were not checked');
  const post = async (
    { url, secret }: Webhook,
    id: string,
    payload: object,
    options: Pick<PostOptions, 'signal' | 'timeoutMs'>,
  ): Promise<Result<void, NotAccepted>> => {
    const body = JSON.stringify(payload);
    const headers = signedHeaders(id, body, secret, new Date());
    const posted = await postToReceiver({ url, headers, body }, { allowed, proxyOf, ...options });
    if (posted.isErr()) return err({ reason: posted.error, isGone: false });
    const status = posted.value;
    if (status >= 200 && status < 300) return ok();
    return err({ reason: `the receiver responded with ${status}`, isGone: status === GONE });
  };
  return {
    problemOf: (url) => problemOfReceiver(url, allowed),
    newWebhook: () => ({
      id: randomUUID(),
      secret: newWebhookSecret(),
      createdAt: new Date().toISOString(),
    }),
    test: async (webhook, { signal } = {}) => {
      const payload = payloadFor(webhook, TEST, () => ({
        type: 'test',
        timestamp: new Date().toISOString(),
        data: { text: TEST.headline },
      }));
      const sent = await post(webhook, `msg_${randomUUID().replaceAll('-', '')}`, payload, {
        signal,
        timeoutMs: Math.min(MAX_TEST_MS, deadlineMs * TEST_SHARE),
      });
      return sent.isOk() ? { delivered: true } : { delivered: false, error: sent.error.reason };
    },
    send: (webhook, { id, createdAt, message }, signal) => {
      const announcement = announcementOf(message, bases);
      const generic = () => genericPayload(message, createdAt, announcement);
      return post(webhook, id, payloadFor(webhook, announcement, generic), { signal });
    },
  };
}

const TEST: Announcement = { headline: 'Forewarn reaches this webhook.', facts: [], links: [] };

function payloadFor(
  { template }: Webhook,
  announcement: Announcement,
  generic: () => object,
): object {
  switch (template) {
    case 'generic':
      return generic();
    case 'slack':
      return slackPayload(announcement);
    case 'teams':
      return teamsPayload(announcement);
  }
}
