import { isGoneCause } from '@forewarn/forecast';
import { alertKeyText } from './alert.ts';
import type { AlertEvent } from './alert-events.ts';
import { predictionsOf } from './visible-causes.ts';
import {
  type NewDelivery,
  SUMMARIZED_EVENTS,
  type SummaryMessage,
  type SummaryReason,
} from './webhook.ts';

/** A message, and what it is about. */
export type ToldMessage = Pick<NewDelivery, 'subject' | 'message'>;

/**
 * Returns the messages of events that a webhook receives, in their order: one for each, except that predictions of several
 * change requests with the same first cause are one story, which is told where the first of them would be. Rollouts in steps
 * are the usual case: the first step suspends all later ones.
 */
export function messagesOf(events: readonly AlertEvent[]): readonly ToldMessage[] {
  const stories = Map.groupBy(events, (event) => storyOf(event) ?? event);
  return [...stories.values()].flatMap((story): readonly ToldMessage[] =>
    new Set(story.map(subjectOf)).size > 1
      ? [{ subject: '', message: summaryOf(story, 'one-cause') }]
      : story.map((event) => ({
          subject: subjectOf(event),
          message: { kind: 'event', event },
        })),
  );
}

/** Returns a summary of events that a webhook receives. */
export function summaryOf(events: readonly AlertEvent[], reason: SummaryReason): SummaryMessage {
  const counts: { [Type in AlertEvent['type']]?: number } = {};
  for (const { type } of events) counts[type] = (counts[type] ?? 0) + 1;
  const first = events.slice(0, SUMMARIZED_EVENTS);
  return { kind: 'summary', reason, counts, first };
}

/** Returns what is the same for all events of one story; undefined for an event that has none. */
function storyOf(event: AlertEvent): string | undefined {
  const [cause] = predictionsOf(event)[0]?.causes ?? [];
  if (cause === undefined) return undefined;
  const about = isGoneCause(cause) ? cause.gone : [cause.project, cause.id];
  return JSON.stringify([event.type === 'forecast-resolved', about]);
}

/** All that is told of one change request has one subject, so that its messages arrive in their order. */
function subjectOf(event: AlertEvent): string {
  const { project: projectId } = event;
  if (event.type === 'data-too-old') return alertKeyText({ kind: 'data', projectId, id: 0 });
  if (event.type === 'cleanup-ready') return `ready ${event.data.name} ${projectId}`;
  const { id } = event.type === 'forecast-resolved' ? event.preData : event.data;
  return alertKeyText({ kind: 'forecast', projectId, id });
}
