import { useLayoutEffect, useState } from 'preact/hooks';
import { endSession, HAS_SESSIONS, TABS, tellTabs } from '../api/browser-session.ts';
import { makeSend, type Send } from '../api/send.ts';
import { SessionProvider } from '../api/session.ts';
import { keepKey, readKey } from '../api/stored-key.ts';
import type { User } from '../api/user.ts';
import { Shell } from './shell.tsx';
import { SignIn } from './sign-in.tsx';

interface SignedIn {
  readonly user: User;
  readonly send: Send;
}

/** The page: the sign-in, or the view in the URL. Signing in and out keeps the URL. */
export function App() {
  const [key, setKey] = useState(readKey);
  const [signedIn, setSignedIn] = useState<SignedIn>();
  const [reason, setReason] = useState<string>();
  const [hasEnded, setEnded] = useState(false);

  const leave = (why?: string): void => {
    keepKey(undefined);
    setKey(undefined);
    setEnded(true);
    setSignedIn(undefined);
    setReason(why);
  };
  const end = async (why?: string): Promise<void> => {
    if (why === undefined && HAS_SESSIONS) tellTabs('You signed out in another tab.');
    const isKept = why === undefined && (await isStillSignedIn());
    leave(isKept ? STILL_SIGNED_IN : why);
  };
  useLayoutEffect(() => {
    TABS.addEventListener('message', ({ data }) => leave(data as string));
  }, []);

  if (signedIn === undefined) {
    return (
      <SignIn
        storedKey={key}
        hasEnded={hasEnded}
        reason={reason}
        onSignIn={(entered, user) => {
          keepKey(entered);
          setReason(undefined);
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

/** Signs out. Whether the service failed to do that. */
async function isStillSignedIn(): Promise<boolean> {
  if (!HAS_SESSIONS) return false;
  const ended = await endSession();
  return !ended.ok && ended.failure.kind !== 'invalid-key';
}
