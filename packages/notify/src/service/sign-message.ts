import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

/** Makes a secret that signs the messages to one receiver. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** Returns the headers of a message by the specification Standard Webhooks. The id stays the same when it is sent again. */
export function signedHeaders(
  id: string,
  body: string,
  secret: string,
  now: Date,
): Readonly<Record<string, string>> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Forewarn',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign(id, now, body),
  };
}
