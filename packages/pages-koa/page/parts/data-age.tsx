import { isFirstSync } from '../api/send.ts';
import { type Age, ageText } from './age-text.ts';
import { useNow } from './times.ts';

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
