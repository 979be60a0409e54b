import type { StrategyImpactSchema } from '@forewarn/client';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Failure, isPassing } from '../api/failure.ts';
import { useSession } from '../api/session.ts';
import { useLoad } from '../api/use-load.ts';
import { ageOf } from '../impact/ask-impact.ts';
import { ImpactDetails, OutcomeLine } from '../impact/impact-details.tsx';
import { DataAge } from '../parts/data-age.tsx';
import { FailureNote } from '../parts/failure-note.tsx';
import { plural } from '../parts/action-words.ts';

interface Props {
  readonly name: string;
  readonly onClose: (isDeleted: boolean) => void;
}

/** Shows what deleting a strategy definition would break, and deletes it if nothing else arrives in between. */
export function DeleteDialog({ name, onClose }: Props) {
  const { send, end } = useSession();
  const path = `strategies/${encodeURIComponent(name)}`;
  const loaded = useLoad<StrategyImpactSchema>(`${path} impact`, async (signal) => {
    const found = await send<StrategyImpactSchema>({ path: `${path}/impact`, signal });
    return found.ok ? { ...found, asOf: ageOf(found.value) } : found;
  });
  /** What a refused delete responded with, until it is read again. */
  const [newer, setNewer] = useState<StrategyImpactSchema>();
  const [refusal, setRefusal] = useState<Failure>();
  const [typed, setTyped] = useState({ of: '', text: '' });
  /** The wrong name that was confirmed. */
  const [wrong, setWrong] = useState<string>();
  const [isDeleting, setIsDeleting] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  useLayoutEffect(() => setNewer(undefined), [loaded.value]);

  const { failure, isLoading } = loaded;
  const impact = failure === undefined ? (newer ?? loaded.value) : undefined;
  // A name that was typed for another impact does not count.
  const text = typed.of === impact?.fingerprint ? typed.text : '';
  const isReady = !isDeleting && !isLoading && (impact?.outcome === 'none' || text === name);

  async function remove({ outcome, fingerprint }: StrategyImpactSchema): Promise<void> {
    setIsDeleting(true);
    setRefusal(undefined);
    const acknowledge = outcome === 'none' ? '' : `&acknowledge=${fingerprint}`;
    const sent = await send({ method: 'DELETE', path: `${path}?guard=refuse${acknowledge}` });
    setIsDeleting(false);
    if (sent.ok) onClose(true);
    else if (sent.failure.kind === 'invalid-key') {
      void end('You are signed out: your key or session is no longer valid. Nothing was deleted.');
    } else {
      // Reading it again tells the same.
      setRefusal(sent.failure.kind === 'not-found' ? undefined : sent.failure);
      const found = impactIn(sent.failure);
      setNewer(found);
      if (found === undefined) loaded.reload();
    }
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby="delete-title"
      // A second Escape can't be prevented.
      closedby={isDeleting ? 'none' : undefined}
      onCancel={(event) => isDeleting && event.preventDefault()}
      onClose={() => onClose(false)}
    >
      <h2 id="delete-title">
        Delete the strategy definition <bdi>{name}</bdi>?
      </h2>
      <p class="attention">It can’t be undone.</p>
      <DataAge loaded={loaded} />
      {refusal !== undefined && (
        <p role="alert" class="note attention">
          <bdi>{refusalText(refusal)}</bdi>
        </p>
      )}
      {failure !== undefined && <FailureNote failure={failure} onRetry={loaded.reload} />}
      <div role="status">{impact !== undefined && <OutcomeLine impact={impact} />}</div>
      {impact !== undefined && (
        <div class="impact">
          <ImpactDetails impact={impact} />
          {impact.hidden > 0 && (
            <p>
              {plural(impact.hidden, 'change request')} in projects that your key may not read may
              use it, too.
            </p>
          )}
        </div>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setWrong(isReady ? undefined : text);
          if (isReady && impact !== undefined) void remove(impact);
        }}
      >
        {impact !== undefined && impact.outcome !== 'none' && (
          <label>
            Type its name to delete it anyway
            <input
              value={text}
              autocomplete="off"
              spellcheck={false}
              dir="auto"
              onInput={(event) =>
                setTyped({ of: impact.fingerprint, text: event.currentTarget.value })
              }
            />
            {wrong === text && text !== name && (
              <span role="alert" class="attention">
                Nothing was deleted. Type <bdi>{name}</bdi>, in the same letters.
              </span>
            )}
          </label>
        )}
        <div class="row actions">
          <button
            type="button"
            autofocus
            disabled={isDeleting}
            onClick={() => dialog.current?.close()}
          >
            {failure?.kind === 'not-found' ? 'Close' : 'Cancel'}
          </button>
          <button type="submit" class="danger" aria-disabled={!isReady}>
            {isDeleting ? 'Deleting…' : 'Delete'}
          </button>
        </div>
      </form>
    </dialog>
  );
}

const impactIn = ({ body }: Failure): StrategyImpactSchema | undefined =>
  (body as { readonly impact?: StrategyImpactSchema } | undefined)?.impact;

/** What a failed delete means. The impact below it was read after that. */
function refusalText(refusal: Failure): string {
  if (impactIn(refusal) !== undefined) {
    return 'Nothing was deleted: what is scheduled has changed. This is what the delete would break now.';
  }
  return isPassing(refusal)
    ? `${refusal.message} It may have been deleted all the same: see below.`
    : `Nothing was deleted. ${refusal.message}`;
}
