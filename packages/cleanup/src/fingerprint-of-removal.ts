import { sha256Of } from '@forewarn/platform';
import { scheduledAtOf, targetKey } from '@forewarn/record';
import type { CleanupEvidence, PlannedRemoval } from './cleanup.ts';

export interface FingerprintedRemoval extends PlannedRemoval {
  readonly fingerprint: string;
}

/**
 * Returns a text that is the same exactly for the same verdict on the same target, for the same reasons and by the same rules. Once
 * children are removed, their parent comes in an earlier wave: that changes nothing. Neither does what is over before the time of
 * an `after`.
 */
export async function fingerprintOfRemoval(removal: PlannedRemoval): Promise<string> {
  const { target, project, verdict, after, reasons, evidence } = removal;
  const isLast = ({ changeRequest }: CleanupEvidence): boolean =>
    after === undefined || scheduledAtOf(changeRequest ?? {}) === Date.parse(after);
  const decided = evidence.filter(isLast).map(decisionOf).toSorted();
  const text = JSON.stringify([targetKey(target), project, verdict, after, reasons, decided]);
  return sha256Of(text, 32);
}

/** What decides of a piece of evidence: no texts that people change, and no time that an application moves. */
const decisionOf = ({ rule, changeRequest, forecast, children }: CleanupEvidence): string =>
  JSON.stringify([
    rule,
    changeRequest?.project,
    changeRequest?.id,
    changeRequest?.schedule?.status,
    changeRequest?.schedule?.scheduledAt,
    forecast,
    children,
  ]);
