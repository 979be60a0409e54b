import { newUuid } from '@forewarn/platform';
import { authorOf, shownOf } from '@forewarn/record';
import { alertKeyText, type Prediction } from './alert.ts';
import {
  type Delivery,
  MAX_MESSAGES,
  MAX_PENDING_DELIVERIES,
  type NewDelivery,
  SUMMARIZED_EVENTS,
  type SummaryMessage,
  type SummaryReason,
  type Webhook,
  type WebhookFilter,
  type WebhookMessage,
} from './webhook.ts';
import { type AlertEvent } from './alert-events.ts';
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

/** A webhook whose messages are made. */
type Receiver = WebhookFilter & Pick<Webhook, 'id'>;

/** What is pending for a webhook. */
export interface PendingDeliveries {
  readonly count: number;
  /** The last of them, if it is a summary that was never claimed. */
  readonly lastSummary?: SummaryMessage;
}

/** What events change in the outbox of a webhook. */
export interface OutboxChange {
  /** New deliveries, in their order. */
  readonly added: readonly NewDelivery[];
  /** What replaces `lastSummary`. */
  readonly summary?: SummaryMessage;
}

/**
 * Returns what the events of one commit change in the outbox of a webhook: one delivery for each event that it receives, in
 * their order, or one summary of more than {@link MAX_MESSAGES}, or of more than fit into {@link MAX_PENDING_DELIVERIES}. A
 * summary becomes part of the last one, if there is one that was never claimed. A webhook of some projects is told only the
 * number of the causes in others.
 *
 * @param newId makes the random part of an id
 */
export function deliveriesFor(
  webhook: Receiver,
  events: readonly AlertEvent[],
  { count, lastSummary }: PendingDeliveries = { count: 0 },
  newId: () => string = newUuid,
): OutboxChange {
  const received = receivedOf(webhook, events);
  if (received.length === 0) return { added: [] };
  const isBurst = received.length > MAX_MESSAGES;
  const isBacklog =
    lastSummary?.reason === 'backlog' ||
    // One place is for the summary.
    count + received.length >= MAX_PENDING_DELIVERIES;
  if (!isBurst && !isBacklog) {
    const added = received.map((event) => {
      const message = { kind: 'event', event: withoutChanges(event) } as const;
      return deliveryOf(webhook, subjectOf(event), message, newId);
    });
    return { added };
  }
  const summary = summaryOf(received, isBurst ? 'burst' : 'backlog');
  return lastSummary === undefined
    ? { added: [deliveryOf(webhook, '', summary, newId)] }
    : { added: [], summary: joinedSummary(lastSummary, summary) };
}

/** How many predictions of a project and an environment hold. */
export interface HeldPredictions extends Pick<Prediction, 'project' | 'environment'> {
  readonly count: number;
}

/** Whether a new webhook is told of predictions in a project and an environment. */
export const isIntroducedTo = (
  webhook: WebhookFilter,
  { project, environment }: Pick<HeldPredictions, 'project' | 'environment'>,
): boolean => receives(webhook, { type: 'forecast-predicted', project, environment });

/**
 * Returns the summary that a new webhook gets of the predictions that hold; undefined if it receives none of them.
 *
 * @param soonest the soonest {@link SUMMARIZED_EVENTS} that it receives
 */
export function introductionFor(
  webhook: Receiver,
  held: readonly HeldPredictions[],
  soonest: readonly Prediction[],
  newId: () => string = newUuid,
): NewDelivery | undefined {
  const received = held.filter((each) => isIntroducedTo(webhook, each));
  if (received.length === 0) return undefined;
  const count = received.reduce((sum, each) => sum + each.count, 0);
  const events = soonest.map((data): AlertEvent => {
    const { project, environment } = data;
    return { type: 'forecast-predicted', data, preData: null, project, environment };
  });
  const { first } = summaryOf(receivedOf(webhook, events), 'new-webhook');
  const counts = { 'forecast-predicted': count };
  return deliveryOf(webhook, '', { kind: 'summary', reason: 'new-webhook', counts, first }, newId);
}

/** Returns those of the events that a webhook receives, as it may see them. */
const receivedOf = (webhook: WebhookFilter, events: readonly AlertEvent[]): readonly AlertEvent[] =>
  events
    .filter((event) => receives(webhook, event))
    .map((event) => withVisibleCauses(event, (id) => webhook.projects?.includes(id) ?? true));

const deliveryOf = (
  { id: webhookId }: Receiver,
  subject: string,
  message: WebhookMessage,
  newId: () => string,
): NewDelivery => ({ id: `msg_${newId().replaceAll('-', '')}`, webhookId, subject, message });

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

function summaryOf(events: readonly AlertEvent[], reason: SummaryReason): SummaryMessage {
  const counts: { [Type in AlertEvent['type']]?: number } = {};
  for (const { type } of events) counts[type] = (counts[type] ?? 0) + 1;
  const first = events.slice(0, SUMMARIZED_EVENTS).map(withoutChanges);
  return { kind: 'summary', reason, counts, first };
}

function joinedSummary(before: SummaryMessage, after: SummaryMessage): SummaryMessage {
  const types = new Set([...Object.keys(before.counts), ...Object.keys(after.counts)]);
  const counts = [...(types as Set<AlertEvent['type']>)].map(
    (type) => [type, (before.counts[type] ?? 0) + (after.counts[type] ?? 0)] as const,
  );
  return {
    kind: 'summary',
    reason: before.reason === 'backlog' ? 'backlog' : after.reason,
    counts: Object.fromEntries(counts),
    first: [...before.first, ...after.first].slice(0, SUMMARIZED_EVENTS),
  };
}

/** All that is told of one change request has one subject, so that its messages arrive in their order. */
function subjectOf(event: AlertEvent): string {
  const { project: projectId } = event;
  if (event.type === 'data-too-old') return alertKeyText({ kind: 'data', projectId, id: 0 });
  const { id } = event.type === 'forecast-resolved' ? event.preData : event.data;
  return alertKeyText({ kind: 'forecast', projectId, id });
}

/**
 * Returns the first of those deliveries of a webhook that can be sent.
 *
 * - While one is pending, no later one of the same subject can.
 * - A summary is about all subjects: it can only if it is the first, and none after it can.
 *
 * @param pending its oldest pending deliveries, in their order
 */
export function sendableOf<Pending extends Pick<Delivery, 'subject'> & { readonly isDue: boolean }>(
  pending: readonly Pending[],
  limit: number,
): readonly Pending[] {
  const [first] = pending;
  if (first?.subject === '') return first.isDue ? [first] : [];
  const summaryAt = pending.findIndex(({ subject }) => subject === '');
  const bySubject = new Map<string, Pending>();
  for (const each of summaryAt === -1 ? pending : pending.slice(0, summaryAt)) {
    if (!bySubject.has(each.subject)) bySubject.set(each.subject, each);
  }
  return [...bySubject.values()].filter(({ isDue }) => isDue).slice(0, limit);
}
