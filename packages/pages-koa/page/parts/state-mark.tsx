import { FORECAST_WORDS } from '@forewarn/forecast';
import type { State } from '../timeline/entry.ts';
import { capitalized } from './action-words.ts';

const CIRCLE = 'M0-7a7 7 0 1 1 0 14a7 7 0 1 1 0-14Z';

// A circle with an arrow to what it breaks.
const BREAKS = `${CIRCLE}M-3.5 0H3M0-3 3 0 0 3`;

// A shape for each state, so that none is told by colour alone. Centred on 0, 0.
const PATHS: Readonly<Record<State, string>> = {
  pending: CIRCLE,
  overdue: `${CIRCLE}M0-4V0H3`,
  doubt: `${CIRCLE}M-3 0H3`,
  suspended: 'M-6.5-6.5h13v13h-13Z',
  failed: 'M0-8 8.5 6.5h-17Z',
  none: 'M0-7.5 7.5 0 0 7.5-7.5 0Z',
  // As of what they will become, with a hole.
  'forecast-fails': 'M0-9 9.5 7.5h-19ZM0-3V2M0 4v1.5',
  'forecast-suspended': 'M-7.5-7.5h15v15h-15ZM0-4V1M0 3v1.5',
  'forecast-changed': 'M0-9 9 0 0 9-9 0ZM0-4V1M0 3v1.5',
  breaks: BREAKS,
  'may-break': BREAKS,
  'forecast-unknown': `${CIRCLE}M-2.4-2a2.4 2.4 0 1 1 3.6 2Q0 .6 0 1.6M0 3.4v1.2`,
};

const WORDS: Readonly<Record<State, string>> = {
  pending: 'Pending',
  overdue: 'Overdue',
  doubt: 'In doubt',
  suspended: 'Suspended',
  failed: 'Failed',
  none: 'No time',
  'forecast-fails': capitalized(FORECAST_WORDS.fails),
  'forecast-suspended': capitalized(FORECAST_WORDS.suspended),
  'forecast-changed': capitalized(FORECAST_WORDS.changed),
  'forecast-unknown': capitalized(FORECAST_WORDS.unknown),
  breaks: 'Breaks others',
  'may-break': 'May break others',
};

export const STATES = Object.keys(WORDS) as readonly State[];

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
