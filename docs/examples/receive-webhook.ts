import { Webhook } from 'standardwebhooks';

/** Returns a message that Forewarn signed. Throws if another did, or if it is older than five minutes. */
export function receive(body: string, headers: Record<string, string>, secret: string) {
  return new Webhook(secret).verify(body, headers) as { type: string; data: { text: string } };
}
