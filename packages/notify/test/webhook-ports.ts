import type { Delivery, Webhook, WebhookPorts } from '@forewarn/notify';
import { isName } from '@forewarn/core';
import { errAsync, okAsync } from 'neverthrow';

const WEBHOOK: Webhook = {
  id: '1',
  url: 'https://hooks.example.com/services/T0/secret',
  template: 'slack',
  secret: 'whsec_c2VjcmV0',
  createdBy: 'alice',
  createdAt: '2026-11-20T10:00:00.000Z',
};

const DELIVERY: Delivery = {
  id: 'msg_1',
  webhookId: '1',
  subject: '',
  message: { kind: 'summary', reason: 'burst', counts: { 'forecast-predicted': 30 }, first: [] },
  state: 'parked',
  createdAt: '2026-11-20T11:00:00.000Z',
  attempts: 9,
  at: '2026-11-21T10:00:00.000Z',
  error: 'the receiver responded with 500',
};

/** The ports of one webhook, `1`, and of those that are added. Every test message to it fails. */
export function webhookPorts(): Omit<WebhookPorts<unknown>, 'authorizer'> {
  const all = new Map([[WEBHOOK.id, WEBHOOK]]);
  const find = (id: string) => {
    if (!isName(id)) throw new Error('the id is no name');
    const found = all.get(id);
    return found === undefined
      ? errAsync({ type: 'WebhookNotFound', id } as const)
      : okAsync(found);
  };
  return {
    webhooks: {
      add: (webhook) => okAsync(void all.set(webhook.id, webhook)),
      list: () => okAsync([...all.values()].map(({ secret: _secret, ...rest }) => rest)),
      find,
      remove: (id) => find(id).map(() => void all.delete(id)),
    },
    projects: { list: () => okAsync([]) },
    deliveries: { list: (id) => find(id).map(() => (id === WEBHOOK.id ? [DELIVERY] : [])) },
    sender: {
      problemOf: (url) =>
        url.startsWith('https:') ? undefined : 'a URL that begins with https://',
      newWebhook: () => ({ id: 'w-2', secret: 'whsec_bmV3', createdAt: DELIVERY.createdAt }),
      test: async () => ({ delivered: false, error: 'the receiver responded with 404' }),
    },
  };
}
