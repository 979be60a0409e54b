import { utcOf } from '@forewarn/impact';
import type { ForecastOutcome, GoneCause } from './forecast.ts';
import { FORECAST_WORDS } from './forecast-words.ts';
import { goneWords } from './gone-words.ts';

/** A change request that words name. */
export interface NamedRequest {
  readonly project: string;
  readonly id: number;
  readonly title?: string | undefined;
  readonly schedule?: { readonly scheduledAt: string } | undefined;
}

/** What words are about: the cause of a forecast. */
type NewsCause = {
  readonly consequence: { readonly why: string; readonly next: string };
} & (
  | Pick<GoneCause, 'gone' | 'event' | 'asOf'>
  | (NamedRequest & { readonly action?: string | undefined; readonly feature?: string | undefined })
);

/** A part of a sentence. Views may link a change request, and show its time in another way. */
export type NewsPart<Request extends NamedRequest = NamedRequest> =
  | { readonly kind: 'text'; readonly text: string }
  /** A text with a name that users chose. */
  | { readonly kind: 'naming'; readonly text: string }
  /** A change request with its time. */
  | { readonly kind: 'request'; readonly of: Request }
  /** The title of a change request that was named before. */
  | { readonly kind: 'title'; readonly of: Request };

/** A prediction in sentences: they name the cause, the victim and the way out. */
export interface News<Victim extends NamedRequest, Cause> {
  /** What the cause does and when, or what is gone. */
  readonly cause: readonly NewsPart<Exclude<Cause, { readonly gone: unknown }> & NamedRequest>[];
  /** What happens to the victim and when. */
  readonly victim: readonly NewsPart<Victim>[];
  readonly why: string;
  /** What to do with the victim: the text before it, and the way out. */
  readonly todo: readonly NewsPart<Victim>[];
  readonly next: string;
}

/** Tells one cause of a forecast. Every door tells it in these words. */
export function newsOf<
  Victim extends NamedRequest & { readonly forecast: ForecastOutcome },
  Cause extends NewsCause,
>(victim: Victim, cause: Cause): News<Victim, Cause> {
  const { why, next } = cause.consequence;
  return {
    cause: causeParts<Cause>(cause),
    victim: [
      { kind: 'request', of: victim },
      { kind: 'text', text: ` ${FORECAST_WORDS[victim.forecast]}.` },
    ],
    why,
    todo: [
      { kind: 'text', text: 'What to do with ' },
      { kind: 'title', of: victim },
      { kind: 'text', text: ': ' },
    ],
    next,
  };
}

const FULL_STOP = { kind: 'text', text: '.' } as const;

function causeParts<Cause extends NewsCause>(cause: Cause): News<NamedRequest, Cause>['cause'] {
  if ('gone' in cause) {
    return [{ kind: 'naming', text: capitalized(goneWords(cause)) }, FULL_STOP];
  }
  type Request = Exclude<Cause, { readonly gone: unknown }> & NamedRequest;
  return [
    { kind: 'request', of: cause as unknown as Request },
    { kind: 'text', text: ' ' },
    { kind: 'naming', text: doesWords(cause) },
    FULL_STOP,
  ];
}

/**
 * Parts as plain text: `"Retire the card" (#13 in shop, 2026-11-24 06:00 UTC) archives feature card.`
 *
 * @param timeText writes a time
 */
export const newsText = (parts: readonly NewsPart[], timeText = utcText): string =>
  parts.map((part) => partText(part, timeText)).join('');

function partText(part: NewsPart, timeText: typeof utcText): string {
  if (part.kind === 'text' || part.kind === 'naming') return part.text;
  const { project, id, schedule } = part.of;
  const title = `"${titleOf(part.of)}"`;
  if (part.kind === 'title') return title;
  const time = schedule === undefined ? '' : `, ${timeText(schedule.scheduledAt)}`;
  return `${title} (#${id} in ${project}${time})`;
}

/** A time in UTC, to the minute. One that can't be read is as it is. */
export function utcText(time: string): string {
  const at = new Date(time);
  return Number.isNaN(at.getTime()) ? time : utcOf(at.toISOString());
}

/** The title of a change request, or its number if it has none. */
export const titleOf = ({ title, id }: Pick<NamedRequest, 'title' | 'id'>): string =>
  title === undefined || title.trim() === '' ? `Change request ${id}` : title;

/** An action in words: `change milestone progression` for `changeMilestoneProgression`. */
export const actionWords = (action: string): string =>
  action.trim().replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** What a change does, in words: `archives feature card`, `updates enabled of card`. */
export function doesWords({
  action,
  feature,
}: {
  readonly action?: string | undefined;
  readonly feature?: string | undefined;
}): string {
  const [verb = '', ...object] = actionWords(action ?? 'change').split(' ');
  const what = [/(?:s|x|z|ch|sh)$/.test(verb) ? `${verb}es` : `${verb}s`, ...object];
  if (feature === undefined) return what.join(' ');
  const isOf = object.length > 0 && object.at(-1) !== 'feature';
  return [...what, ...(isOf ? ['of'] : []), feature].join(' ');
}

/** A text with its first letter in upper case. */
export const capitalized = (words: string): string =>
  `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
