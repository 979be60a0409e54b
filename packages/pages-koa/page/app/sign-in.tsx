import { useEffect, useRef, useState } from 'preact/hooks';
import { type Failure, failureOf } from '../api/failure.ts';
import { makeSend } from '../api/send.ts';
import type { User } from '../api/user.ts';
import { FailureNote } from '../parts/failure-note.tsx';

interface Props {
  /** The key of this tab, which is tried at once. */
  readonly storedKey: string | undefined;
  /** Why the last session ended. */
  readonly reason: string | undefined;
  readonly onSignIn: (key: string, user: User) => void;
}

/** The public key of a service that serves the sample. */
const sampleKey = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[name="forewarn-sample-key"]')?.content;

/** Asks for an API key, and checks it with the service. */
export function SignIn({ storedKey, reason, onSignIn }: Props) {
  const [failure, setFailure] = useState<Failure>();
  const [isChecking, setIsChecking] = useState(storedKey !== undefined);
  const field = useRef<HTMLInputElement>(null);
  const sample = sampleKey();

  async function check(key: string): Promise<void> {
    if (key === '') return;
    setIsChecking(true);
    setFailure(undefined);
    const sent = isSendable(key)
      ? await makeSend(key)<User>({ path: 'user' })
      : {
          ok: false as const,
          failure: failureOf('invalid-key', 'An API key has only ASCII characters.'),
        };
    if (sent.ok) onSignIn(key, sent.value);
    else {
      setFailure(sent.failure);
      setIsChecking(false);
    }
  }

  useEffect(() => {
    document.title = 'Forewarn';
    if (storedKey !== undefined) void check(storedKey);
    else field.current?.focus();
  }, []);

  return (
    <>
      <header class="top">
        <span class="brand">Forewarn</span>
      </header>
      <main class="sign-in">
        <h1>What is scheduled, and what would break?</h1>
        {reason !== undefined && (
          <p role="alert" class="note attention">
            {reason}
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
            The key stays in this tab until you sign out or close it.{' '}
            <code>forewarn keys create</code> makes one.
          </p>
        </form>
        {failure !== undefined && <FailureNote failure={failure} />}
        {failure !== undefined && storedKey !== undefined && failure.kind !== 'invalid-key' && (
          <button type="button" onClick={() => void check(storedKey)}>
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
