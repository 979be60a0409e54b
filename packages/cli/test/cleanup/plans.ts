import type { CleanupCandidate } from '@forewarn/client';

/** A feature that can be archived now. */
export const candidate = (
  name: string,
  given: Partial<CleanupCandidate> = {},
): CleanupCandidate => ({
  target: { feature: name },
  project: 'shop',
  verdict: 'now',
  wave: 1,
  reasons: [],
  evidence: [],
  fingerprint: `of ${name}`,
  ...given,
});

export const AFTER = '2026-11-24T17:00:00.000Z';

/** The same, but only later. */
export const later = (name: string, given: Partial<CleanupCandidate> = {}): CleanupCandidate =>
  candidate(name, { verdict: 'after', after: AFTER, ...given });

/** The same, but it was seen a moment ago. */
export const seen = (name: string): CleanupCandidate =>
  candidate(name, {
    verdict: 'blocked',
    reasons: ['seen-recently'],
    evidence: [
      { rule: 'seen-recently', evidence: 'none', why: 'x', lastSeenAt: '2026-11-20T10:00:00.000Z' },
    ],
    fingerprint: `of ${name}, seen`,
  });
