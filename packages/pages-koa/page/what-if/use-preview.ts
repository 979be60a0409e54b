import { useEffect, useState } from 'preact/hooks';
import { UNREADABLE } from '../api/send.ts';
import { useSession } from '../api/session.ts';
import { type Loaded, useLoad } from '../api/use-load.ts';
import { keyOf } from '../timeline/entry.ts';
import { isPreview, type Preview } from './preview.ts';
import type { Move } from './use-move.ts';

/** The edits of a preview. */
export interface Edits {
  readonly edits: readonly { readonly move: number; readonly scheduledAt: string }[];
}

/** Returns the edits that a move is, as the API and `forewarn preview` take them. */
export const editsOf = ({ entry, at }: Pick<Move, 'entry' | 'at'>): Edits => ({
  edits: [{ move: entry.id, scheduledAt: new Date(at).toISOString() }],
});

/** For how long a mark has to stay where it is, before the service is asked. */
const SETTLE_MS = 250;

/** Asks what a move would do, once it settles. Nothing is asked about the time for which it is scheduled. */
export function usePreview(move: Move | undefined): Loaded<Preview | undefined> {
  const { send } = useSession();
  const isMoved = move !== undefined && move.at !== move.entry.at;
  const question = isMoved ? `preview ${keyOf(move.entry)} ${move.at}` : '';
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(question), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [question]);
  const asked = settled === question ? question : '';
  return useLoad<Preview | undefined>(asked, async (signal) => {
    if (asked === '' || move === undefined) {
      return { ok: true, value: undefined, asOf: undefined, next: undefined };
    }
    const project = encodeURIComponent(move.entry.project);
    const path = `projects/${project}/change-requests/scheduled/preview`;
    const sent = await send<Preview>({ method: 'POST', path, body: editsOf(move), signal });
    return sent.ok && !isPreview(sent.value) ? UNREADABLE : sent;
  });
}
