import { outcomeOf } from '@forewarn/impact';

const facts = { hasUnreadableProjects: false, isTouched: false, isDoubtful: false };

export const known = outcomeOf({ ...facts, coverage: [{ kind: 'live' }] }); // outcome: none
export const unlisted = outcomeOf({ ...facts, coverage: [{ kind: 'none' }] }); // outcome: unknown
