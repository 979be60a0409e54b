import { type MemoryState, whileOpen } from '@forewarn/store-memory';
import { ok } from 'neverthrow';
import {
  MAX_SESSIONS_OF_KEY,
  type Session,
  type SessionRepository,
} from '../session-repository.ts';

/** The sessions of a memory store, by token hash. */
export function memorySessions(
  state: MemoryState,
  sessions: Map<string, Session>,
): SessionRepository {
  return whileOpen<SessionRepository>(state, (step) => ({
    start: step((session) => {
      const startsAt = Date.parse(session.startedAt);
      for (const { tokenHash, expiresAt } of sessions.values()) {
        if (Date.parse(expiresAt) <= startsAt) sessions.delete(tokenHash);
      }
      const ofKey = [...sessions.values()].filter(
        ({ secretHash }) => secretHash === session.secretHash,
      );
      const newest = ofKey.toSorted((a, b) => Date.parse(b.expiresAt) - Date.parse(a.expiresAt));
      for (const { tokenHash } of newest.slice(MAX_SESSIONS_OF_KEY - 1)) sessions.delete(tokenHash);
      sessions.set(session.tokenHash, structuredClone(session));
      return ok();
    }),
    list: step(() => ok(structuredClone([...sessions.values()]))),
    find: step((tokenHash) => ok(structuredClone(sessions.get(tokenHash)))),
    end: step((tokenHash) => {
      sessions.delete(tokenHash);
      return ok();
    }),
  }));
}
