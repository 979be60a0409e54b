import { isKnownAge } from '../impact-outcome.ts';
import { cursorIn, NO_AGE } from '../list-outcome.ts';
import type { DeepReadonly, NotSent, Outcome } from '../outcome.ts';
import { checkedOutcome, unreadable } from '../outcome-of.ts';
import type { Sent } from '../send.ts';
import type { CleanupCandidateSchema, CleanupSchema } from './cleanup-schemas.ts';

/** Whether something can be removed, from when on, and why. */
export type CleanupCandidate = DeepReadonly<CleanupCandidateSchema>;

/** What to plan. */
export interface CleanupFilter {
  /** All projects that the key may read, if absent. */
  readonly projectId?: string;
  /** Only these features, whatever their state: at most 100. */
  readonly features?: readonly string[];
  /** Only these strategy definitions, over all projects: at most 100. */
  readonly definitions?: readonly string[];
  /** For how many days no application must have asked for a feature. Default: 7. */
  readonly quietDays?: number;
  readonly limit?: number;
  /** That of the previous page. */
  readonly cursor?: string;
}

/** A page of what can be removed. */
export interface CleanupPage extends DeepReadonly<CleanupSchema> {
  /** Continues the list in the next call, also after an empty page; absent on the last page. */
  readonly cursor?: string;
}

/** Returns the outcome of a page of what can be removed. */
export function cleanupOutcome(sent: Sent | NotSent): Outcome<CleanupPage> {
  const outcome = checkedOutcome(sent, isCleanup, NOT_A_PAGE);
  if (outcome.outcome !== 'done' || !('response' in sent)) return outcome;
  const cursor = cursorIn(sent.response.headers);
  if (cursor === undefined) return unreadable(sent, NO_AGE);
  return { outcome: 'done', value: { ...outcome.value, ...(cursor && { cursor }) } };
}

const NOT_A_PAGE = 'The response is not a list of what can be removed: check the URL.';

function isCleanup(value: unknown): value is CleanupSchema {
  const { candidates, coverage, asOf } = Object(value) as Partial<CleanupSchema>;
  return (
    // What is known of one project can be removed although another one has no list.
    (coverage === 'none' || isKnownAge({ coverage, asOf })) &&
    Array.isArray(candidates) &&
    candidates.every(isCandidate)
  );
}

const VERDICTS: readonly unknown[] = ['now', 'after', 'blocked', 'unknown'];

function isCandidate(value: unknown): value is CleanupCandidate {
  const read = Object(value) as Readonly<Partial<Record<keyof CleanupCandidate, unknown>>>;
  const { target, verdict, after, reasons, evidence, fingerprint } = read;
  const isAllowed = verdict === 'now' || verdict === 'after';
  return (
    Object(target) === target &&
    VERDICTS.includes(verdict) &&
    typeof fingerprint === 'string' &&
    Array.isArray(evidence) &&
    Array.isArray(reasons) &&
    // A server that contradicts itself has allowed nothing.
    isAllowed === (reasons.length === 0) &&
    (verdict === 'after') === (typeof after === 'string')
  );
}
