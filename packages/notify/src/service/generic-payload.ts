import { shownOf } from '@forewarn/record';
import type { AlertEvent } from '../alert-events.ts';
import type { WebhookMessage } from '../webhook.ts';
import type { Announcement } from './announcement.ts';

/** Writes a message for a program, in the form that the specification Standard Webhooks recommends. */
export function genericPayload(
  message: WebhookMessage,
  createdAt: string,
  { headline, links }: Announcement,
) {
  const about = { text: headline, links: links.map(([label, url]) => ({ label, url })) };
  return message.kind === 'event'
    ? {
        type: message.event.type,
        timestamp: createdAt,
        data: { ...contentOf(message.event), ...about },
      }
    : {
        type: 'summary',
        timestamp: createdAt,
        data: {
          reason: message.reason,
          counts: message.counts,
          first: message.first.map((event) => ({ type: event.type, ...contentOf(event) })),
          ...about,
        },
      };
}

function contentOf({ type: _type, ...event }: AlertEvent) {
  // Comments and changes can be megabytes.
  return 'features' in (event.data ?? {})
    ? { ...event, data: shownOf(event.data as Parameters<typeof shownOf>[0]) }
    : event;
}
