import type { CleanupEvidence, CleanupPage, FingerprintedRemoval } from '@forewarn/cleanup';

export interface CleanupCandidateSchema extends Omit<FingerprintedRemoval, 'target' | 'evidence'> {
  readonly target: { readonly feature?: string; readonly strategyDefinition?: string };
  readonly evidence: readonly (CleanupEvidence & { readonly why: string })[];
}
export interface CleanupSchema extends Omit<CleanupPage, 'candidates' | 'next'> {
  readonly candidates: readonly CleanupCandidateSchema[];
}
