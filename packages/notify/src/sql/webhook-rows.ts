import type { Selectable } from 'kysely';
import type { WebhookFilter, WebhookSummary, WebhookTemplate } from '../webhook.ts';
import type { WebhooksTable } from './tables.ts';

export const filterOf = (text: string): WebhookFilter => JSON.parse(text) as WebhookFilter;

/** Returns the webhook of a row, without its secret. */
export const summaryOf = (row: Omit<Selectable<WebhooksTable>, 'secret'>): WebhookSummary => ({
  id: row.id,
  url: row.url,
  template: row.template as WebhookTemplate,
  ...filterOf(row.filter),
  createdBy: row.created_by,
  createdAt: row.created_at,
});
