import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { newWebhookSecret, signedHeaders } from '../src/service/sign-message.ts';

const BODY = '{"type":"forecast-predicted"}';

it('signs a message so that the reference library verifies it', () => {
  const secret = newWebhookSecret();
  const headers = signedHeaders('msg_1', BODY, secret, new Date());
  expect(new Webhook(secret).verify(BODY, { ...headers })).toEqual({ type: 'forecast-predicted' });
});

it.each([
  ['another secret', newWebhookSecret(), BODY],
  ['another body', undefined, '{"type":"forecast-resolved"}'],
])('signs a message so that the reference library refuses %s', (_what, other, body) => {
  const secret = newWebhookSecret();
  const headers = signedHeaders('msg_1', BODY, secret, new Date());
  expect(() => new Webhook(other ?? secret).verify(body, { ...headers })).toThrow(/signature/i);
});
