import type { ForecastWithBreaksSchema } from '@forewarn/client';
import type { ComponentChildren } from 'preact';
import { plural } from '../parts/action-words.ts';
import { type Break, isSure, keyOf, titleOf } from '../timeline/entry.ts';

/** `Breaks 2 others: Gift wrapping, Holiday sale`; empty if it breaks none. */
export function breaksText(breaks: readonly Break[] = []): string {
  if (breaks.length === 0) return '';
  const titles = [...new Map(breaks.map((each) => [keyOf(each), titleOf(each)])).values()];
  const verb = breaks.some(isSure) ? 'Breaks' : 'May break';
  return `${verb} ${plural(titles.length, 'other')}: ${titles.slice(0, 3).join(', ')}`;
}

interface Props {
  readonly of: ForecastWithBreaksSchema;
  /** Each that is listed. */
  readonly children: ComponentChildren;
}

/** How many change requests one breaks. */
export function Breaks({ of, children }: Props) {
  const { breaks, breakCount, hiddenBreaks, mayBreakMore, reasons } = of;
  const count = new Set(breaks.map(keyOf)).size;
  const unlisted = breakCount - hiddenBreaks - breaks.length;
  const isUnsure = mayBreakMore || reasons.length > 0;
  return (
    <>
      <p class={breakCount > 0 || isUnsure ? 'attention' : ''}>
        {count > 0 && (
          <>
            <b>
              It {breaks.some(isSure) ? 'breaks' : 'may break'}{' '}
              {plural(count, 'other change request')}
              {(unlisted > 0 || mayBreakMore) && ' or more'}
            </b>
            .{' '}
          </>
        )}
        {hiddenBreaks > 0 &&
          `It affects ${plural(hiddenBreaks, 'change')} in projects that your key may not read.`}
        {breakCount === 0 &&
          (isUnsure
            ? 'Whether it breaks others is not known in full.'
            : 'It breaks no other scheduled change request.')}
      </p>
      {children}
      {unlisted > 0 && <p>And {plural(unlisted, 'more change')}.</p>}
    </>
  );
}
