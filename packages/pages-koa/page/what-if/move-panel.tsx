import { unleashUrlOf } from '../api/unleash-url.ts';
import type { Loaded } from '../api/use-load.ts';
import { reasonText, timeOf } from '../forecast/cause.ts';
import { plural } from '../parts/action-words.ts';
import { CopyField } from '../parts/copy-field.tsx';
import { FailureNote } from '../parts/failure-note.tsx';
import { Name, Where } from '../parts/name.tsx';
import { StateText } from '../parts/state-mark.tsx';
import { dateTimeText } from '../parts/times.ts';
import { TitleLink } from '../parts/title-link.tsx';
import { keyOf } from '../timeline/entry.ts';
import { isClear, type Preview, type Previewed, previewText, unchangedIn } from './preview.ts';
import { isMoved, type Move, type Moving } from './use-move.ts';
import { editsOf } from './use-preview.ts';

interface Props extends Moving {
  readonly loaded: Loaded<Preview | undefined>;
}

/** Says what a move would do, and offers the ways out. */
export function MovePanel({ moves, isCluster, end, loaded }: Props) {
  const move = moves.at(-1);
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
        {move !== undefined && <b>{moves.map(whenText).join('; ')}</b>}{' '}
        {move !== undefined &&
          (!moves.some(isMoved)
            ? MOVE_IT
            : failure !== undefined
              ? 'What that would break is not known.'
              : preview === undefined
                ? 'Asking what that would break…'
                : previewText(preview))}
      </p>
      {failure !== undefined && <FailureNote failure={failure} onRetry={reload} />}
      {preview !== undefined && <Result preview={preview} />}
      {move !== undefined && <WaysOut move={move} moves={moves} />}
    </>
  );
}

const MOVE_IT = 'It is scheduled for this time. ← → move it by an hour, with Shift by a day.';

const whenText = (move: Move, _: number, { length }: readonly Move[]): string => {
  const at = dateTimeText(move.at);
  const what = length > 1 ? `${move.entry.title}: ` : '';
  return isMoved(move)
    ? `${what}On ${at} instead of ${dateTimeText(move.entry.at)}`
    : `${what}${at}`;
};

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
          <PreviewItem key={keyOf(each)} forecast={each} />
        ))}
      </ul>
      {count > of.length && <p>And {plural(count - of.length, 'more change request')}.</p>}
    </section>
  );

/** How a change request would go, why, and what to do. */
function PreviewItem({ forecast: each }: { readonly forecast: Previewed }) {
  const { forecast } = each;
  return (
    <li>
      {forecast !== 'as-planned' && <StateText state={`forecast-${forecast}`} />}{' '}
      <TitleLink of={each} />{' '}
      <span class="muted">
        {dateTimeText(timeOf(each))}, <Where of={each} />
      </span>
      <br />
      {forecast === 'as-planned' ? 'It would go as planned.' : reasonText(each)}
    </li>
  );
}

/** What the user can do with moves. The page never makes them. */
function WaysOut({ move, moves }: { readonly move: Move; readonly moves: readonly Move[] }) {
  const inUnleash = unleashUrlOf(move.entry);
  return (
    <div class="copies">
      {moves.some(isMoved) && (
        <CopyField label="Copy as JSON" text={JSON.stringify(editsOf(moves), undefined, 2)} />
      )}
      {inUnleash !== undefined && <a href={inUnleash}>Open in Unleash</a>}
      <span class="hint">
        Nothing is changed. Move others, too. <kbd>Esc</kbd> ends it.
      </span>
    </div>
  );
}
