import { STATES, StateText } from '../parts/state-mark.tsx';

/** What the marks of the timeline mean. */
export const Legend = () => (
  <details class="legend">
    <summary>What the marks mean</summary>
    <ul>
      {STATES.map((state) => (
        <li key={state}>
          <StateText state={state} />
        </li>
      ))}
    </ul>
    <p class="muted">
      A filled mark is the status in Unleash, an outline a forecast or a doubt. A number counts
      change requests that are close, with the mark of the worst. An arrow leads from a cause to
      what it breaks. Press <kbd>?</kbd> for the keys.
    </p>
  </details>
);
