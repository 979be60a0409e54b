import type { State } from '../timeline/entry.ts';

const CIRCLE = 'M0-7a7 7 0 1 1 0 14a7 7 0 1 1 0-14Z';

// A shape for each state, so that none is told by colour alone. Centred on 0, 0.
const PATHS: Readonly<Record<State, string>> = {
  pending: CIRCLE,
  overdue: `${CIRCLE}M0-4V0H3`,
  doubt: `${CIRCLE}M-3 0H3`,
  suspended: 'M-6.5-6.5h13v13h-13Z',
  failed: 'M0-8 8.5 6.5h-17Z',
  none: 'M0-7.5 7.5 0 0 7.5-7.5 0Z',
};

const WORDS: Readonly<Record<State, string>> = {
  pending: 'Pending',
  overdue: 'Overdue',
  doubt: 'In doubt',
  suspended: 'Suspended',
  failed: 'Failed',
  none: 'No time',
};

/** A state in words. */
export const stateWords = (state: State): string => WORDS[state];

/** The mark of a state, for use inside an SVG. */
export const StateShape = ({ state }: { readonly state: State }) => (
  <path d={PATHS[state]} class={`mark ${state}`} />
);

/** A state in words, with its mark. */
export const StateText = ({ state }: { readonly state: State }) => (
  <span class="status">
    <svg viewBox="-10 -10 20 20" width="16" height="16" aria-hidden="true">
      <StateShape state={state} />
    </svg>
    {WORDS[state]}
  </span>
);
