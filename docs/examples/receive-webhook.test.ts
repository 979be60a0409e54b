import { expect, test } from 'vitest';
import { newWebhookSecret, signedHeaders } from '../../packages/notify/src/service/sign-message.ts';
import { receive } from './receive-webhook.ts';

test('the receiver of the how-to reads what Forewarn signs, and nothing else', () => {
  const secret = newWebhookSecret();
  const body = JSON.stringify({ type: 'forecast-predicted', data: { text: 'It will fail.' } });
  const headers = { ...signedHeaders('msg_1', body, secret, new Date()) };

  expect(receive(body, headers, secret).data.text).toBe('It will fail.');
  expect(() => receive(body.replace('will', 'won’t'), headers, secret)).toThrow('signature');
  expect(() => receive(body, headers, newWebhookSecret())).toThrow('signature');
});
