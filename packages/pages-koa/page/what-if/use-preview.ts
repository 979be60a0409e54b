import { useEffect, useState } from 'preact/hooks';
import { pathIn, UNREADABLE } from '../api/send.ts';
import { useSession } from '../api/session.ts';
import { type Loaded, useLoad } from '../api/use-load.ts';
import { isPreview, type Preview } from './preview.ts';
import { isMoved, type Move } from './use-move.ts';

/** The edits of a preview. */
export interface Edits {
  readonly edits: readonly { readonly move: number; readonly scheduledAt: string }[];
}

/** Returns the edits that moves are, as the API and `forewarn preview` take them. */
export const editsOf = (moves: readonly Move[]): Edits => ({
  edits: moves
    .filter(isMoved)
    .map(({ entry, at }) => ({ move: entry.id, scheduledAt: new Date(at).toISOString() })),
});

/** For how long a mark has to stay where it is, before the service is asked. */
const SETTLE_MS = 250;

/** Asks what moves would do, once they settle. Nothing is asked about the time for which one is scheduled. */
export function usePreview(moves: readonly Move[]): Loaded<Preview | undefined> {
  const { send } = useSession();
  const body = editsOf(moves);
  const id = moves[0]?.entry.project ?? '';
  const question = body.edits.length > 0 ? `preview ${JSON.stringify([id, body])}` : '';
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(question), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [question]);
  const asked = settled === question ? question : '';
  return useLoad<Preview | undefined>(asked, async (signal) => {
    if (asked === '') {
      return { ok: true, value: undefined, asOf: undefined };
    }
    const path = pathIn(id, 'change-requests/scheduled/preview');
    const sent = await send<Preview>({ method: 'POST', path, body, signal });
    return sent.ok && !isPreview(sent.value) ? UNREADABLE : sent;
  });
}
