import { isFirstSync } from '../api/send.ts';
import type { Loaded } from '../api/use-load.ts';
import { dateTimeText, relativeText, timeText, useNow } from './times.ts';

type Age = Omit<Loaded<unknown>, 'value' | 'failure'> & { readonly failure?: unknown };

/** Says how old the shown data is, and reads it again. */
export function DataAge({ loaded }: { readonly loaded: Age }) {
  const now = useNow();
  const { isLoading, reload } = loaded;
  return (
    <p class="data-age">
      {isFirstSync && <span class="attention">{FIRST_SYNC}</span>}
      <span class={isDoubtful(loaded) ? 'attention' : ''}>{ageText(loaded, now)}</span>{' '}
      {/* A button that is disabled loses the focus. */}
      <button
        type="button"
        class="quiet"
        aria-disabled={isLoading}
        onClick={isLoading ? undefined : reload}
      >
        Refresh
      </button>
    </p>
  );
}

const FIRST_SYNC = 'The first sync with Unleash is running: not all is known yet. ';

const isDoubtful = ({ asOf, failure }: Age): boolean => asOf === 'none' || failure !== undefined;

/** How old data is, in words. */
export function ageText({ asOf, readAt, failure, isLoading }: Age, now: number): string {
  if (readAt === undefined) return isLoading ? 'Reading…' : 'Not read: see below';
  const read = failure === undefined ? `read at ${timeText(readAt)}` : 'not current: see below';
  if (asOf === undefined) return `Live data, ${read}`;
  if (asOf === 'none') return `Incomplete: not all that is scheduled is known, ${read}`;
  return `Data as of ${dateTimeText(asOf)} (${relativeText(Date.parse(asOf), now)}), ${read}`;
}
