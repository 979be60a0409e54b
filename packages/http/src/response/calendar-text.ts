import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type Calendar,
  type Coverage,
  doubtsIn,
  isPlaceOrAuthor,
  type ScheduledChangeRequest,
  scheduledAtOf,
  shownTitle,
  targetsOf,
  targetValue,
} from '@forewarn/core';
import { KIND_WORDS } from '@forewarn/core/adapter';
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

/**
 * Writes a calendar in iCalendar, RFC 5545. The same calendar has the same text. The event loop runs while it writes a long
 * one. Returns undefined once the signal is aborted.
 */
export async function calendarText(
  projectId: string,
  { coverage, changeRequests }: Calendar,
  signal?: AbortSignal,
): Promise<Buffer | undefined> {
  const first = partOf(projectId, coverage, changeRequests.slice(0, CHUNK));
  const parts = [Buffer.from(first.slice(0, -END.length))];
  for (let start = CHUNK; start < changeRequests.length; start += CHUNK) {
    await nextTurn();
    if (signal?.aborted === true) return undefined;
    const part = partOf(projectId, coverage, changeRequests.slice(start, start + CHUNK));
    parts.push(Buffer.from(part.slice(part.indexOf(FIRST_EVENT), -END.length)));
  }
  return Buffer.concat([...parts, Buffer.from(END)]);
}

/** A calendar with some of the events. */
function partOf(
  projectId: string,
  coverage: Coverage,
  changeRequests: readonly ScheduledChangeRequest[],
): string {
  const asOf = coverage.kind === 'as-of' ? ` as of ${coverage.asOf}` : '';
  return ical({
    prodId: { company: 'Forewarn', product: 'Forewarn' },
    name: escaped(`Scheduled changes of ${projectId}`),
    description: escaped(`Scheduled change requests of the project ${projectId}${asOf}.`),
    ttl: REFRESH_SECONDS,
    events: changeRequests.map(eventOf),
  }).toString();
}

function eventOf(changeRequest: ScheduledChangeRequest) {
  const { project, id, environment, schedule, createdAt } = changeRequest;
  const start = Math.min(Math.max(scheduledAtOf(changeRequest), FIRST_MS), LAST_MS);
  const title = oneLine(shownTitle(changeRequest.title ?? ''));
  const name = title === '' ? `Change request ${id}` : title;
  return {
    id: `${id}.${createHash('sha256').update(project).digest('hex').slice(0, 32)}@forewarn`,
    // Not the time of the request, which would make each response another one.
    stamp: dateOf(createdAt) ?? new Date(start),
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

function dateOf(time: unknown): Date | undefined {
  const ms = typeof time === 'string' ? Date.parse(time) : Number.NaN;
  return ms >= FIRST_MS && ms <= LAST_MS ? new Date(ms) : undefined;
}

/** A text (RFC 5545, 3.3.11). The library escapes those of events, and not those of a calendar. */
const escaped = (text: string): string => oneLine(text).replaceAll(/[\\;,]/g, String.raw`\$&`);
