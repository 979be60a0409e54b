import { useCallback, useLayoutEffect, useState } from 'preact/hooks';
import { type Failure, isPassing } from './failure.ts';
import { type Sent, UNREADABLE } from './send.ts';
import { useSession } from './session.ts';

/** The state of something that is read from the service. */
export interface Loaded<T> {
  /** What was read last; absent until then. It stays when a later read fails. */
  readonly value?: T;
  /** How old the data was at that time: see `Sent`. */
  readonly asOf?: string | undefined;
  /** When it was read, in milliseconds. */
  readonly readAt?: number;
  /** Why the last read failed, if it did. */
  readonly failure?: Failure;
  readonly isLoading: boolean;
  readonly reload: () => void;
}

/** Reads a value. It may pass on parts of it before. */
export type Load<T> = (signal: AbortSignal, pass: (part: T) => void) => Promise<Sent<T>>;

const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 30_000;
/** Older values are read again when their tab is looked at again. */
const OLD_MS = 60_000;

type State<T> = Omit<Loaded<T>, 'reload'> & { readonly of: unknown; readonly failures: number };

/**
 * Reads a value, again when `question` changes, and again after a failure that may pass. An invalid key ends the session.
 *
 * @param question identifies what is read
 */
export function useLoad<T>(question: string, load: Load<T>): Loaded<T> {
  const { end } = useSession();
  const fresh: State<T> = { of: question, isLoading: true, failures: 0 };
  const [state, setState] = useState<State<T>>(fresh);
  const [turn, setTurn] = useState(0);
  // The value of another question must never be shown, not even for one frame.
  const current = state.of === question ? state : fresh;

  // An effect after the next frame also ends after it: a response in between would tell a user who signed out of an invalid key.
  useLayoutEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const update = (change: (before: State<T>) => Partial<State<T>>): void => {
      if (signal.aborted) return;
      setState((before) => {
        const base = before.of === question ? before : fresh;
        return { ...base, ...change(base) };
      });
    };
    update(() => ({ isLoading: true }));
    const read = async (): Promise<void> => {
      // A response of another shape can make it throw.
      const sent = await load(signal, (value) => update(() => ({ value }))).catch(() => UNREADABLE);
      if (signal.aborted) return;
      if (sent.ok) {
        const { value, asOf } = sent;
        setState({ of: question, value, asOf, readAt: Date.now(), isLoading: false, failures: 0 });
      } else if (sent.failure.kind === 'invalid-key') {
        void end('You are signed out: your key or session is no longer valid.');
      } else {
        const { failure } = sent;
        update(({ failures }) => ({ failure, isLoading: false, failures: failures + 1 }));
      }
    };
    void read();
    return () => controller.abort();
  }, [question, turn]);

  const reload = useCallback(() => setTurn((before) => before + 1), []);
  const { failure, failures, isLoading } = current;
  useLayoutEffect(() => {
    if (isLoading || failure === undefined || !isPassing(failure)) return;
    const waitMs = Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS);
    const timer = setTimeout(reload, waitMs);
    return () => clearTimeout(timer);
  }, [failures, isLoading]);
  const { readAt = 0 } = current;
  useLayoutEffect(() => {
    const look = (): void => {
      if (!document.hidden && !isLoading && Date.now() - readAt > OLD_MS) reload();
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [readAt, isLoading]);
  return { ...current, reload };
}
