import type { Client, Outcome, ImpactSchema } from '@forewarn/client';
import { CLOCK_TOLERANCE_MS } from '@forewarn/record/coverage';
import { durationText } from '@forewarn/wire/duration';
import type { Impact, Question, TargetImpact, Unanswered } from './impact.ts';
import { searchImpact } from './search-impact.ts';

/** Asks for the impact. On a server without it, such as Unleash, falls back to its search. */
export async function askImpact(
  client: Client,
  { project, targets }: Question,
): Promise<Impact | Unanswered> {
  const asked: Outcome<ImpactSchema> =
    project === undefined
      ? await client.getImpact(targets)
      : await client.getProjectImpact(project, targets);
  if (asked.outcome === 'done') return { source: 'impact', ...asked.value };
  const { failure } = asked;
  const unanswered = { outcome: 'unknown', failure } as const;
  const isAbsent = failure.type === 'ErrorResponse' && failure.status === 404;
  if (!isAbsent || project === undefined) return unanswered;
  // An unknown project is 404, too. Then the search says the same.
  return searchImpact(client, { project, targets }, unanswered);
}

export const outcomeOfAll = (impact: Answered): TargetImpact['outcome'] =>
  isHarmlessPlan(impact) ? 'none' : worstOf(impact.impacts.map(({ outcome }) => outcome));

type Answered = Pick<Impact, 'impacts'> & Partial<Pick<Impact, 'source'>>;

/** Whether a Terraform plan changes nothing that a scheduled change can touch. */
export const isHarmlessPlan = ({ source, impacts }: Answered): boolean =>
  source === 'plan' && impacts.length === 0;

/** Returns `some` if it is among the outcomes, else `unknown` if that is or if there are none, else `none`. */
export function worstOf(outcomes: readonly TargetImpact['outcome'][]): TargetImpact['outcome'] {
  if (outcomes.includes('some')) return 'some';
  return outcomes.includes('unknown') || outcomes.length === 0 ? 'unknown' : 'none';
}

/**
 * Makes each outcome unknown that is not `some`, if the data is older than the maximum age, or as far in the future: then this
 * machine's clock is wrong.
 */
export function unlessTooOld(impact: Impact, maxAgeMs: number, nowMs: number): Impact {
  const { asOf } = impact;
  // A time that can't be read is too old.
  if (asOf === undefined || Math.abs(nowMs - Date.parse(asOf)) <= maxAgeMs) return impact;
  return { ...impact, impacts: impact.impacts.map(tooOld) };
}

function tooOld(impact: TargetImpact): TargetImpact {
  if (impact.outcome === 'some') return { ...impact, complete: false };
  const reasons = [...new Set([...impact.reasons, 'too-old' as const])];
  return { ...impact, outcome: 'unknown', complete: false, reasons };
}

/** How old the data is, for people: `the data is live`, or `the data is 3 hours old`. */
export function ageOf(
  { asOf, coverage }: Pick<Impact, 'asOf' | 'coverage'>,
  nowMs: number,
): string | undefined {
  const isNone = coverage === 'none';
  if (asOf === undefined) {
    if (isNone) return 'the data is incomplete';
    return coverage === 'live' ? 'the data is live' : undefined;
  }
  const ms = nowMs - Date.parse(asOf);
  const age =
    ms < -CLOCK_TOLERANCE_MS
      ? `the data is of the future by the clock of this machine (${new Date(asOf).toISOString()})`
      : `the data is ${durationText(Math.max(0, ms))} old`;
  return isNone ? `${age} and incomplete` : age;
}
