import type { SessionRepository } from './session-repository.ts';

/** What sessions add to a store. */
export interface SessionStore {
  readonly sessions: SessionRepository;
}
