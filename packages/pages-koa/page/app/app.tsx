import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { endSession, HAS_SESSIONS, TABS, tellTabs } from '../api/browser-session.ts';
import { makeSend, type Send } from '../api/send.ts';
import { SessionProvider } from '../api/session.ts';
import { keepKey } from '../api/stored-key.ts';
import type { User } from '../api/user.ts';
import { Shell } from './shell.tsx';
import { type Ended, SignIn } from './sign-in.tsx';

interface SignedIn {
  readonly user: User;
  readonly send: Send;
}

/** The page: the sign-in, or the view in the URL. Signing in and out keeps the URL. */
export function App() {
  const [signedIn, setSignedIn] = useState<SignedIn>();
  const [ended, setEnded] = useState<Ended>();
  const last = useRef<Ended>(undefined);

  const leave = (why?: string): void => {
    keepKey(undefined);
    setEnded((last.current = { why }));
    setSignedIn(undefined);
  };
  const end = async (why?: string): Promise<void> => {
    if (why !== undefined || !HAS_SESSIONS) return leave(why);
    tellTabs('You signed out in another tab.');
    const sent = await endSession();
    leave(sent.ok || sent.failure.kind === 'invalid-key' ? undefined : STILL_SIGNED_IN);
  };
  useLayoutEffect(() => {
    TABS.addEventListener('message', ({ data }) => leave(data as string));
  }, []);

  if (signedIn === undefined) {
    return (
      <SignIn
        key={ended}
        ended={ended}
        onSignIn={(entered, user) => {
          // Another tab signed in or out in the meantime: the session may be of another user.
          if (ended !== last.current) return;
          keepKey(entered);
          setSignedIn({ user, send: makeSend(entered) });
        }}
      />
    );
  }
  return (
    <SessionProvider value={{ ...signedIn, end }}>
      <Shell />
    </SessionProvider>
  );
}

const STILL_SIGNED_IN = 'This browser is still signed in: reload the page, and sign out again.';
