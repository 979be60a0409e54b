import { alertKeyText } from '../model/alert.ts';
import { authorOf, shownOf } from '../model/scheduled-change-request.ts';
import {
  type AlertEvent,
  MAX_MESSAGES,
  type NewDelivery,
  SUMMARIZED_EVENTS,
  type WebhookFilter,
  type WebhookMessage,
} from '../model/webhook.ts';
import { newUuid } from './platform.ts';
import { withVisibleCauses } from './visible-causes.ts';

/** Whether a webhook receives an event. */
export function receives(
  { events, projects, environments }: WebhookFilter,
  { type, project, environment }: Pick<AlertEvent, 'type' | 'project' | 'environment'>,
): boolean {
  return (
    (events?.includes(type) ?? true) &&
    (projects?.includes(project) ?? true) &&
    (environments === undefined || environment === undefined || environments.includes(environment))
  );
}

/**
 * Returns the messages that a webhook gets of the events of one commit, in their order: one for each that it receives, or
 * one summary of more than {@link MAX_MESSAGES}. A webhook of some projects is told only the number of the causes in others.
 *
 * @param newId makes the random part of an id
 */
export function deliveriesFor(
  webhook: WebhookFilter & { readonly id: string },
  events: readonly AlertEvent[],
  newId: () => string = newUuid,
): readonly NewDelivery[] {
  const received = events
    .filter((event) => receives(webhook, event))
    .map((event) => withVisibleCauses(event, (id) => webhook.projects?.includes(id) ?? true));
  const delivery = (subject: string, message: WebhookMessage): NewDelivery => ({
    id: `msg_${newId().replaceAll('-', '')}`,
    webhookId: webhook.id,
    subject,
    message,
  });
  if (received.length <= MAX_MESSAGES) {
    return received.map((event) =>
      delivery(subjectOf(event), { kind: 'event', event: withoutChanges(event) }),
    );
  }
  return [delivery('', summaryOf(received))];
}

/** Leaves out what no message shows of a change request: it can be megabytes, for each webhook. */
function withoutChanges(event: AlertEvent): AlertEvent {
  if (event.type !== 'change-request-suspended' && event.type !== 'change-request-failed') {
    return event;
  }
  const createdBy = authorOf(event.data);
  const rest = { state: event.data.state, features: [], segments: [] };
  return {
    ...event,
    data: { ...shownOf(event.data), ...rest, ...(createdBy === undefined ? {} : { createdBy }) },
  };
}

function summaryOf(events: readonly AlertEvent[]): WebhookMessage {
  const counts: { [Type in AlertEvent['type']]?: number } = {};
  for (const { type } of events) counts[type] = (counts[type] ?? 0) + 1;
  return { kind: 'summary', counts, first: events.slice(0, SUMMARIZED_EVENTS).map(withoutChanges) };
}

/** All that is told of one change request has one subject, so that its messages arrive in their order. */
function subjectOf(event: AlertEvent): string {
  const { project: projectId } = event;
  if (event.type === 'data-too-old') return alertKeyText({ kind: 'data', projectId, id: 0 });
  const { id } = event.type === 'forecast-resolved' ? event.preData : event.data;
  return alertKeyText({ kind: 'forecast', projectId, id });
}
