import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { HAS_SESSIONS, startSession, tellTabs } from '../api/browser-session.ts';
import { type Failure, failureOf, isPassing } from '../api/failure.ts';
import { makeSend, type Sent } from '../api/send.ts';
import { readKey } from '../api/stored-key.ts';
import type { User } from '../api/user.ts';
import { FailureNote } from '../parts/failure-note.tsx';

export interface Ended {
  /** In words, if the user did not ask for it. */
  readonly why: string | undefined;
}

interface Props {
  /** How the last session ended. Without one, the tab may have a key, or the browser a session, which is tried at once. */
  readonly ended: Ended | undefined;
  /** Without a key, the browser has a session. */
  readonly onSignIn: (key: string | undefined, user: User) => void;
}

/** The public key of a service that serves the sample. */
const sampleKey = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[name="forewarn-sample-key"]')?.content;

/** Asks for an API key, unless this browser or its tab is signed in, and checks it with the service. */
export function SignIn({ ended, onSignIn }: Props) {
  const [failure, setFailure] = useState<Failure>();
  const [isChecking, setIsChecking] = useState(false);
  /** Whether it is not known yet that a key must be asked for. */
  const [isLooking, setIsLooking] = useState(!ended);
  const field = useRef<HTMLInputElement>(null);
  const sample = sampleKey();

  async function look(): Promise<void> {
    const key = readKey();
    const sent = await readUser(key);
    if (sent.ok) onSignIn(key, sent.value);
    else {
      setFailure(unlessStranger(sent.failure));
      setIsLooking(false);
    }
  }
  async function check(key: string): Promise<void> {
    if (key === '') return;
    setIsChecking(true);
    setFailure(undefined);
    const [sent, kept] = await signInWith(key);
    if (sent.ok) onSignIn(kept, sent.value);
    else {
      setFailure(sent.failure);
      setIsChecking(false);
    }
  }

  useLayoutEffect(() => {
    document.title = 'Forewarn';
    if (isLooking) void look();
  }, []);
  useLayoutEffect(() => field.current?.focus(), [isLooking]);

  const top = (
    <header class="top">
      <span class="brand">Forewarn</span>
    </header>
  );
  if (isLooking) return top;
  return (
    <>
      {top}
      <main class="sign-in">
        <h1>What is scheduled, and what would break?</h1>
        {ended?.why !== undefined && (
          <p role="alert" class="note attention">
            {ended.why}
          </p>
        )}
        {sample !== undefined && (
          <p class="note sample">
            This service shows a sample web shop.
            <button
              type="button"
              class="primary"
              disabled={isChecking}
              onClick={() => void check(sample)}
            >
              Look at the sample
            </button>
          </p>
        )}
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void check(field.current?.value.trim() ?? '');
          }}
        >
          <label for="key">API key</label>
          <div class="row">
            <input
              id="key"
              ref={field}
              type="password"
              autocomplete="off"
              spellcheck={false}
              required
            />
            <button
              type="submit"
              class={sample === undefined ? 'primary' : ''}
              disabled={isChecking}
            >
              {isChecking ? 'Signing in…' : 'Sign in'}
            </button>
          </div>
          <p class="hint">
            {HAS_SESSIONS
              ? 'This browser stays signed in for a week, or until you sign out. '
              : 'The key stays in this tab until you sign out or close it. '}
            <code>npx forewarn keys create NAME --admin</code> on the server makes a key.
          </p>
        </form>
        {failure !== undefined && <FailureNote failure={failure} />}
        {failure !== undefined && isPassing(failure) && !ended && (
          <button type="button" onClick={() => void look()}>
            Try again
          </button>
        )}
        <p class="hint">
          Or use the <a href="docs">admin API</a>.
        </p>
      </main>
    </>
  );
}

/** A header can't carry other characters, and `fetch` throws. */
const isSendable = (key: string): boolean => /^[\x20-\x7e]+$/.test(key);

type SignedIn = readonly [sent: Sent<User>, key?: string];

const readUser = (key?: string): Promise<Sent<User>> => makeSend(key)<User>({ path: 'user' });

/** Signs in. Returns the key, too, if each request has to carry it. */
async function signInWith(key: string): Promise<SignedIn> {
  if (!isSendable(key)) return [{ ok: false, failure: NOT_SENDABLE }];
  if (HAS_SESSIONS) {
    const started = await startSession(key);
    if (!started.ok) return [started];
    const sent = await readUser();
    // A browser can refuse cookies.
    if (sent.ok || sent.failure.kind !== 'invalid-key') {
      tellTabs('You signed in in another tab: reload this page.');
      return [sent];
    }
  }
  return [await readUser(key), key];
}

const NOT_SENDABLE = failureOf('invalid-key', 'An API key has only ASCII characters.');

/** Returns the failure of a look, unless it is that of a client without a session. */
function unlessStranger(failure: Failure): Failure | undefined {
  const { message } = (failure.body ?? {}) as { readonly message?: string };
  if (failure.kind !== 'invalid-key' || message === undefined) return failure;
  return message.startsWith('Send a valid API key') ? undefined : { ...failure, message };
}
