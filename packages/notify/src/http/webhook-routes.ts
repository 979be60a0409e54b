import { type MakeRoutes, respondWith, routeOver } from '@forewarn/http/capability';
import { z } from 'zod';
import type { WebhookNotFound } from '../errors.ts';
import { type Delivery, MAX_WEBHOOKS } from '../webhook.ts';
import type { WebhookUseCases } from '../webhooks.ts';
import {
  deliveriesSchema,
  newWebhookSchema,
  webhookSecretSchema,
  webhooksSchema,
  webhookTestSchema,
} from './webhook-schema.ts';

const tag = {
  name: 'Webhooks',
  description: 'Receivers of the events of forecasts and schedules.',
};
const permission = 'ADMIN';
const errors = ['WebhookNotFound'] as const;
const params = { id: z.string().meta({ description: 'The id of a webhook.' }) };

const ALL = '/webhooks';
const ONE = `${ALL}/:id`;

const route = routeOver<WebhookUseCases<unknown>, WebhookNotFound>({
  WebhookNotFound: {
    status: 404,
    name: 'NotFoundError',
    message: ({ id }) => `There is no webhook "${id}". GET /webhooks lists all.`,
  },
});

/** The webhooks, which receive the events of forecasts and schedules. */
export const webhookRoutes: readonly MakeRoutes<WebhookUseCases<unknown>>[] = [
  route('listWebhooks', 'GET', ALL, {
    id: 'getWebhooks',
    tag,
    summary: 'List the webhooks',
    description: 'Returns all webhooks in ascending byte order of id, without their secrets.',
    permission,
    responses: { 200: { description: 'The webhooks.', schema: webhooksSchema } },
    handle: ({ caller }, list) =>
      list(caller).andThen((webhooks) => respondWith({ body: { version: 1, webhooks } })),
  }),
  route('addWebhook', 'POST', ALL, {
    id: 'createWebhook',
    tag,
    summary: 'Add a webhook',
    description: `It receives one summary of the predictions that hold, and the events from now on. There can be ${MAX_WEBHOOKS}.`,
    permission,
    body: newWebhookSchema,
    responses: {
      201: { description: 'It was added.', schema: webhookSecretSchema, headers: ['Location'] },
    },
    handle: ({ caller, readBody, path }, add) =>
      // A filter by another name would let everything through.
      readBody(newWebhookSchema, true).andThen((webhook) =>
        add({ ...caller, webhook }).andThen((body) =>
          respondWith({ status: 201, body, headers: { Location: `${path}/${body.id}` } }),
        ),
      ),
  }),
  route('removeWebhook', 'DELETE', ONE, {
    id: 'deleteWebhook',
    tag,
    summary: 'Remove a webhook',
    description: 'Removes it with its deliveries.',
    permission,
    responses: { 200: { description: 'It was removed.' } },
    params,
    errors,
    handle: ({ caller, param }, remove) => remove({ ...caller, id: param('id') }),
  }),
  route('testWebhook', 'POST', `${ONE}/test`, {
    id: 'testWebhook',
    tag,
    summary: 'Send a test message to a webhook',
    description: 'Sends it once, and responds with what became of it.',
    permission,
    responses: { 200: { description: 'What became of it.', schema: webhookTestSchema } },
    params,
    errors,
    handle: ({ caller, param }, test) =>
      test({ ...caller, id: param('id') }).andThen((body) => respondWith({ body })),
  }),
  route('listDeliveries', 'GET', `${ONE}/deliveries`, {
    id: 'getWebhookDeliveries',
    tag,
    summary: 'List the deliveries of a webhook',
    description: 'Returns those that are kept, the newest first.',
    permission,
    responses: { 200: { description: 'The deliveries.', schema: deliveriesSchema } },
    params,
    errors,
    handle: ({ caller, param }, list) =>
      list({ ...caller, id: param('id') }).andThen((all) =>
        respondWith({ body: { version: 1, deliveries: all.map(deliveryBody) } }),
      ),
  }),
];

const deliveryBody = ({ id, message, state, createdAt, attempts, at, error }: Delivery) => ({
  id,
  type: message.kind === 'event' ? message.event.type : message.kind,
  state,
  createdAt,
  attempts,
  at,
  ...(error === undefined ? {} : { error }),
});
