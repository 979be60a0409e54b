import type { Target } from '@forewarn/core';

/** Whether a target is the environment or the author of a change request, not what it changes. */
export const isPlaceOrAuthor = ({ kind }: Target): boolean =>
  kind === 'environment' || kind === 'user';
