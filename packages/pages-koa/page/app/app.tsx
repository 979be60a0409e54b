import { useCallback, useMemo, useState } from 'preact/hooks';
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

  const end = useCallback((why?: string): void => {
    keepKey(undefined);
    setKey(undefined);
    setSignedIn(undefined);
    setReason(why);
  }, []);
  const session = useMemo(() => signedIn && { ...signedIn, end }, [signedIn, end]);

  if (session === undefined) {
    return (
      <SignIn
        storedKey={key}
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
    <SessionProvider value={session}>
      <Shell />
    </SessionProvider>
  );
}
