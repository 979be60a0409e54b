import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { goTo, type Route } from '../app/route.ts';
import { CAPABILITIES } from '../capabilities.ts';
import { hrefWith } from './filters.ts';
import { dateParameter, type Range, shifted } from './range.ts';

interface Props {
  readonly route: Route;
  readonly range: Range;
  readonly now: number;
}

/** The keys of the timeline. They list themselves, and wait while a field, a mark or a dialog needs them. */
export function Keys({ route, range, now }: Props) {
  const list = useRef<HTMLDialogElement>(null);
  // An effect after the next frame could act on the period before.
  useLayoutEffect(() => {
    // All of the time is in sight already: there is no other period.
    const show = (from: string): void => {
      if (range.scale !== 'all') goTo(hrefWith(route, { from }));
    };
    const actions: Readonly<Record<string, () => void>> = {
      '/': search,
      '?': () => list.current?.showModal(),
      t: () => show(dateParameter(new Date(now))),
      ArrowLeft: () => show(shifted(range, -1)),
      ArrowRight: () => show(shifted(range, 1)),
    };
    const act = (event: KeyboardEvent): void => {
      const action = actions[event.key];
      if (action === undefined || isTaken(event)) return;
      event.preventDefault();
      action();
    };
    addEventListener('keydown', act);
    return () => removeEventListener('keydown', act);
  });
  return <KeyList dialog={list} />;
}

/** Gives the focus to the search, which may be folded. */
function search(): void {
  const controls = document.querySelector<HTMLDetailsElement>('.controls');
  if (controls !== null) controls.open = true;
  controls?.querySelector('input')?.focus();
}

/** Whether a key belongs to the browser, or to what has the focus. */
function isTaken({ key, target, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  const isArrow = key.startsWith('Arrow');
  // Some keyboards need Shift for the signs.
  if (ctrlKey || metaKey || altKey || (shiftKey && isArrow)) return true;
  const taking = `input, select, textarea, dialog${isArrow ? ', [data-mark]' : ''}`;
  return (
    (target as Element).closest(taking) !== null || document.querySelector('dialog[open]') !== null
  );
}

const KEYS: readonly (readonly [string, string])[] = [
  ['/', 'Search'],
  ['t', 'Go to today'],
  ['← →', 'Earlier or later period; on a mark, the one before or after'],
  ['↑ ↓', 'On a mark: the nearest in the lane above or below'],
  ['Home End', 'On a mark: the first or last of its lane'],
  ['Enter', 'On a mark: open it'],
  ...CAPABILITIES.flatMap(({ timelineTools }) => timelineTools.flatMap(({ keys }) => keys)),
  ['?', 'List these keys'],
];

/** It stays in the document: a browser tells a closing late, when it may have to open again. */
const KeyList = ({ dialog }: { readonly dialog: RefObject<HTMLDialogElement | null> }) => (
  <dialog ref={dialog} aria-labelledby="keys-title">
    <h2 id="keys-title">Keys</h2>
    <dl class="keys">
      {KEYS.map(([key, does]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
    <div class="row actions">
      <button type="button" onClick={() => dialog.current?.close()}>
        Close
      </button>
    </div>
  </dialog>
);
