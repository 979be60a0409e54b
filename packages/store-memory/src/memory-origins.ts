import type { OriginRepository } from '@forewarn/core/operator';
import { ok } from 'neverthrow';
import type { MemoryState } from './memory-state.ts';
import { whileOpen } from './while-open.ts';

export const memoryOrigins = (state: MemoryState): OriginRepository => ({
  claim: (origin, options) =>
    whileOpen(state, options, () => {
      state.origin ??= { ...origin };
      return ok({ ...state.origin });
    }),

  replace: (origin, options) =>
    whileOpen(state, options, () => {
      state.origin = { ...origin };
      return ok();
    }),
});
