import { newUuid } from '@forewarn/platform';
import type { Prediction } from './alert.ts';
import {
  type Delivery,
  MAX_MESSAGES,
  MAX_PENDING_DELIVERIES,
  type NewDelivery,
  SUMMARIZED_EVENTS,
  type SummaryMessage,
  type Webhook,
  type WebhookFilter,
} from './webhook.ts';
import type { AlertEvent } from './alert-events.ts';
import { messagesOf, summaryOf, type ToldMessage } from './messages-of.ts';
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
 * Returns what the events of one commit change in the outbox of a webhook: one delivery for each of their messages
 * (`messagesOf`), or one summary of more than {@link MAX_MESSAGES}, or of more than fit into {@link MAX_PENDING_DELIVERIES}.
 * A summary becomes part of the last one, if there is one that was never claimed. A webhook of some projects is told only
 * the number of the causes in others.
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
  const messages = messagesOf(received);
  const isBurst = messages.length > MAX_MESSAGES;
  const isBacklog =
    lastSummary?.reason === 'backlog' ||
    // One place is for the summary.
    count + messages.length >= MAX_PENDING_DELIVERIES;
  if (!isBurst && !isBacklog) {
    return { added: messages.map((told) => deliveryOf(webhook, told, newId)) };
  }
  const summary = summaryOf(received, isBurst ? 'burst' : 'backlog');
  return lastSummary === undefined
    ? { added: [deliveryOf(webhook, { subject: '', message: summary }, newId)] }
    : { added: [], summary: joinedSummary(lastSummary, summary) };
}

/** Returns those events of the first comparison of a store that are told: its predictions are told in one summary, at its end. */
export const toldInFirstLook = (events: readonly AlertEvent[]): readonly AlertEvent[] =>
  events.filter(({ type }) => !type.startsWith('forecast-'));

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
 * Returns the summary that a new webhook gets of the predictions that hold; none if it receives none of them.
 *
 * @param received those that it receives (`isIntroducedTo`)
 * @param soonest the soonest {@link SUMMARIZED_EVENTS} of them
 */
export function introductionFor(
  webhook: Receiver,
  received: readonly HeldPredictions[],
  soonest: readonly Prediction[],
  newId: () => string = newUuid,
): readonly NewDelivery[] {
  if (received.length === 0) return [];
  const count = received.reduce((sum, each) => sum + each.count, 0);
  const events = soonest.map((data): AlertEvent => {
    const { project, environment } = data;
    return { type: 'forecast-predicted', data, preData: null, project, environment };
  });
  const { first } = summaryOf(receivedOf(webhook, events), 'new-webhook');
  const counts = { 'forecast-predicted': count };
  const message = { kind: 'summary', reason: 'new-webhook', counts, first } as const;
  return [deliveryOf(webhook, { subject: '', message }, newId)];
}

/** Returns those of the events that a webhook receives, as it may see them. */
const receivedOf = (webhook: WebhookFilter, events: readonly AlertEvent[]): readonly AlertEvent[] =>
  events
    .filter((event) => receives(webhook, event))
    .map((event) => withVisibleCauses(event, (id) => webhook.projects?.includes(id) ?? true));

const deliveryOf = (
  { id: webhookId }: Receiver,
  told: ToldMessage,
  newId: () => string,
): NewDelivery => ({ id: `msg_${newId().replaceAll('-', '')}`, webhookId, ...told });

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
