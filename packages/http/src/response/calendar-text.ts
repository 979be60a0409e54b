import { createHash } from 'node:crypto';
import { type Calendar, doubtsIn, scheduledAtOf } from '@forewarn/record';
import {
  type Coverage,
  type ScheduledChangeRequest,
  shownTitle,
  targetsOf,
  targetValue,
} from '@forewarn/core';
import { isPlaceOrAuthor, KIND_WORDS } from '@forewarn/impact';
import { nextTurn } from '@forewarn/platform';
import ical from 'ical-generator';

const MINUTE_MS = 60_000;
const EVENT_MS = 15 * MINUTE_MS;
const REFRESH_SECONDS = 900;
/** Maximum targets that a description names. */
const MAX_NAMED = 50;
/** The times that iCalendar can write, in milliseconds since 1970. */
const FIRST_MS = Date.parse('0000-01-01T00:00:00Z');
const LAST_MS = Date.parse('9999-12-31T23:00:00Z');

/** Events that are written at once: some milliseconds. */
const CHUNK = 50;
const FIRST_EVENT = '\r\nBEGIN:VEVENT\r\n';
const END = '\r\nEND:VCALENDAR';
/** What events say about when they were read. */
const STAMPS = /\r\n(?:DTSTAMP|LAST-MODIFIED|SEQUENCE):\w+/g;

export interface CalendarText {
  readonly body: Buffer;
  /** A weak entity tag: the same for the same calendar, whenever it was read. */
  readonly tag: string;
}

/**
 * Writes a calendar in iCalendar, RFC 5545. The event loop runs while it writes a long one. Returns undefined once the
 * signal is aborted.
 *
 * @param readAt when the calendar was read
 */
export async function calendarText(
  projectId: string,
  { coverage, changeRequests }: Calendar,
  { readAt, signal }: { readonly readAt: Date; readonly signal?: AbortSignal | undefined },
): Promise<CalendarText | undefined> {
  const hash = createHash('sha256');
  const parts: Buffer[] = [];
  const revision = revisionAt(readAt);
  const add = (text: string): void => {
    hash.update(text.replaceAll(STAMPS, ''));
    parts.push(Buffer.from(text));
  };
  for (let start = 0; start === 0 || start < changeRequests.length; start += CHUNK) {
    if (start > 0) await nextTurn();
    if (signal?.aborted === true) return undefined;
    const some = changeRequests.slice(start, start + CHUNK);
    const part = partOf(projectId, coverage, some, revision);
    add(part.slice(start === 0 ? 0 : part.indexOf(FIRST_EVENT), -END.length));
  }
  add(`${END}\r\n`);
  return { body: Buffer.concat(parts), tag: `W/"${hash.digest('base64url')}"` };
}

const SEQUENCE_SINCE_MS = Date.parse('2020-01-01T00:00:00Z');

/**
 * Google Calendar keeps an event as it was, unless its SEQUENCE and its LAST-MODIFIED are higher. Both rise with each reading,
 * because not all changes have a time of their own: an import records no event.
 */
const revisionAt = (readAt: Date) => ({
  stamp: readAt,
  lastModified: readAt,
  sequence: Math.floor((readAt.getTime() - SEQUENCE_SINCE_MS) / 1_000),
});

/** A calendar with some of the events. */
function partOf(
  projectId: string,
  coverage: Coverage,
  changeRequests: readonly ScheduledChangeRequest[],
  revision: ReturnType<typeof revisionAt>,
): string {
  const asOf = coverage.kind === 'as-of' ? ` as of ${coverage.asOf}` : '';
  return ical({
    prodId: { company: 'Forewarn', product: 'Forewarn' },
    name: escaped(`Scheduled changes of ${projectId}`),
    description: escaped(`Scheduled change requests of the project ${projectId}${asOf}.`),
    ttl: REFRESH_SECONDS,
    events: changeRequests.map((each) => ({ ...eventOf(each), ...revision })),
  }).toString();
}

function eventOf(changeRequest: ScheduledChangeRequest) {
  const { project, id, environment, schedule } = changeRequest;
  const start = Math.min(Math.max(scheduledAtOf(changeRequest), FIRST_MS), LAST_MS);
  const title = oneLine(shownTitle(changeRequest.title ?? ''));
  const name = title === '' ? `Change request ${id}` : title;
  return {
    id: `${id}.${createHash('sha256').update(project).digest('hex').slice(0, 32)}@forewarn`,
    start: new Date(start),
    end: new Date(start + EVENT_MS),
    summary: `${name} (${oneLine(environment)}, ${schedule?.status})`,
    description: descriptionOf(changeRequest),
  };
}

function descriptionOf(changeRequest: ScheduledChangeRequest): string {
  const { project, id, environment, schedule } = changeRequest;
  // The first line names the environment, and the author is in the change request.
  const targets = targetsOf(changeRequest).filter((target) => !isPlaceOrAuthor(target));
  const named = targets
    .slice(0, MAX_NAMED)
    .map((target) => `- ${KIND_WORDS[target.kind]} ${oneLine(targetValue(target))}`);
  return [
    `Change request ${id} of the project ${oneLine(project)}, ${oneLine(environment)}: ${schedule?.status}, ${schedule?.scheduledAt}`,
    ...(targets.length === 0 ? [] : ['It touches:', ...named]),
    ...(targets.length > MAX_NAMED ? [`and ${targets.length - MAX_NAMED} more`] : []),
    ...(doubtsIn(changeRequest).length === 0 ? [] : ['It may touch more: a change is unclear.']),
  ].join('\n');
}

/** iCalendar has no control characters. */
const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim();

/** A text (RFC 5545, 3.3.11). The library escapes those of events, and not those of a calendar. */
const escaped = (text: string): string => oneLine(text).replaceAll(/[\\;,]/g, String.raw`\$&`);
