import { durationText } from '@forewarn/wire';
import type { Impact, TargetImpact } from './ask-impact.ts';

/** Makes each outcome unknown that is not `some`, if the data is older than the maximum age. */
export function unlessTooOld(impact: Impact, maxAgeMs: number, nowMs: number): Impact {
  const { asOf } = impact;
  // A time that can't be read is too old.
  if (asOf === undefined || nowMs - Date.parse(asOf) <= maxAgeMs) return impact;
  return { ...impact, impacts: impact.impacts.map(tooOld) };
}

function tooOld(impact: TargetImpact): TargetImpact {
  if (impact.outcome === 'some') return impact;
  const reasons = [...new Set([...impact.reasons, 'too-old' as const])];
  return { ...impact, outcome: 'unknown', reasons };
}

/** How old the data is, for people: `the data is live`, or `the data is 3 hours old`. */
export function ageOf({ asOf, source, impacts }: Impact, nowMs: number): string | undefined {
  if (asOf === undefined) {
    const isUnlisted = impacts.some(({ reasons }) => reasons.includes('no-coverage'));
    return isUnlisted || source === 'search' ? undefined : 'the data is live';
  }
  return `the data is ${durationText(Math.max(0, nowMs - Date.parse(asOf)))} old`;
}
