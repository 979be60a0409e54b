import { unleashUrlOf } from '../api/unleash-url.ts';
import type { Loaded } from '../api/use-load.ts';
import { plural } from '../parts/action-words.ts';
import { CopyField } from '../parts/copy-field.tsx';
import { FailureNote } from '../parts/failure-note.tsx';
import { Name } from '../parts/name.tsx';
import { dateTimeText } from '../parts/times.ts';
import { isClear, type Preview, type Previewed, previewText, unchangedIn } from './preview.ts';
import { PreviewItem } from './preview-item.tsx';
import type { Moving } from './use-move.ts';
import { editsOf } from './use-preview.ts';

interface Props extends Moving {
  readonly loaded: Loaded<Preview | undefined>;
}

/** Says what a move would do, and offers the ways out. */
export function MovePanel({ move, isCluster, end, loaded }: Props) {
  const { failure, reload } = loaded;
  // After a failure, an earlier result may be wrong.
  const preview = failure === undefined ? loaded.value : undefined;
  const isQuiet = preview === undefined ? failure === undefined : isClear(preview);
  return (
    <>
      {move !== undefined && (
        <div class="what-if-head">
          <h2>
            <Name text={move.entry.title} />
          </h2>
          <button type="button" onClick={end}>
            End
          </button>
        </div>
      )}
      <p role="status" class={isQuiet ? '' : 'attention'}>
        {isCluster && 'Several change requests are here: open their day to move one.'}
        {move !== undefined && <b>{whenText(move)}</b>}{' '}
        {move !== undefined &&
          (move.at === move.entry.at
            ? MOVE_IT
            : failure !== undefined
              ? 'What that would break is not known.'
              : preview === undefined
                ? 'Asking what that would break…'
                : previewText(preview))}
      </p>
      {failure !== undefined && <FailureNote failure={failure} onRetry={reload} />}
      {preview !== undefined && <Result preview={preview} />}
      {move !== undefined && <WaysOut move={move} />}
    </>
  );
}

const MOVE_IT = 'It is scheduled for this time. ← → move it by an hour, with Shift by a day.';

const whenText = ({ entry, at }: NonNullable<Props['move']>): string =>
  at === entry.at
    ? dateTimeText(new Date(at))
    : `On ${dateTimeText(new Date(at))} instead of ${dateTimeText(new Date(entry.at))}:`;

function Result({ preview }: { readonly preview: Preview }) {
  const { worse, worseCount, hiddenWorse, better, betterCount, hiddenBetter } = preview;
  const own = unchangedIn(preview);
  return (
    <div class="what-if-lists">
      <List label="Less well" of={worse} count={worseCount - hiddenWorse} />
      <List label="As now" of={own} count={own.length} />
      <List label="Better" of={better} count={betterCount - hiddenBetter} />
    </div>
  );
}

interface ListProps {
  readonly label: string;
  readonly of: readonly Previewed[];
  /** How many there are, listed or not. */
  readonly count: number;
}

const List = ({ label, of, count }: ListProps) =>
  of.length === 0 ? null : (
    <section aria-label={label}>
      <h3>{label}</h3>
      <ul class="previewed">
        {of.map((each) => (
          <PreviewItem key={`${each.id} ${each.project}`} forecast={each} />
        ))}
      </ul>
      {count > of.length && <p>And {plural(count - of.length, 'more change request')}.</p>}
    </section>
  );

/** What the user can do with a move. The page never makes it. */
function WaysOut({ move }: { readonly move: NonNullable<Props['move']> }) {
  const inUnleash = unleashUrlOf(move.entry);
  return (
    <div class="copies">
      {move.at !== move.entry.at && (
        <CopyField label="Copy as JSON" text={JSON.stringify(editsOf(move), undefined, 2)} />
      )}
      {inUnleash !== undefined && <a href={inUnleash}>Open in Unleash</a>}
      <span class="hint">
        Nothing is changed. <kbd>Esc</kbd> ends it.
      </span>
    </div>
  );
}
