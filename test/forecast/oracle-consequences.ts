import { UNCERTAINTY_WORDS } from '@forewarn/forecast';
import { RULE_WORDS } from '@forewarn/impact';
import { RULES } from '../impact/oracle-consequence.ts';

/** A consequence by a rule of the specification. */
export interface Ruled {
  readonly outcome: string;
  readonly rule: keyof typeof RULES;
}

/** A consequence that is not known. */
export const unknown = (rule: keyof typeof UNCERTAINTY_WORDS) => ({
  outcome: 'unknown',
  evidence: 'none',
  rule,
  ...UNCERTAINTY_WORDS[rule],
});

/** A consequence that was measured. */
export const measured = (rule: 'segment-deleted' | 'dependency-gone') => ({
  outcome: RULES[rule][0],
  evidence: RULES[rule][1],
  rule,
  ...RULE_WORDS[rule],
});

const AS_FORECAST: Readonly<Record<string, string>> = { lost: 'fails', refused: 'fails' };
/** The forecast of what has a consequence. */
export const forecastFor = ({ outcome }: { readonly outcome: string }): string =>
  AS_FORECAST[outcome] ?? outcome;
