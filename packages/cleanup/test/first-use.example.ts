import { type CandidateFacts, planCleanup } from '@forewarn/cleanup';

const WEEK_MS = 7 * 86_400_000;

/** Returns the names of the features that can be archived at once, children first. */
export const removable = (candidates: readonly CandidateFacts[], now = Date.now()) =>
  planCleanup(candidates, { now, quietMs: WEEK_MS }).flatMap(({ verdict, target }) =>
    verdict === 'now' && target.kind === 'feature' ? [target.name] : [],
  );
