import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Send } from './send.ts';
import type { User } from './user.ts';

/** A signed-in key. */
export interface Session {
  readonly user: User;
  readonly send: Send;
  /** Returns to the sign-in, with a reason in words if the user did not ask for it. */
  readonly end: (reason?: string) => Promise<void>;
}

const Context = createContext<Session | undefined>(undefined);

export const SessionProvider = Context.Provider;

/** Returns the session. Every view has one. */
export const useSession = (): Session => useContext(Context)!;
