import type { ForecastWithBreaksSchema } from '@forewarn/client';
import { CONSEQUENCE_WORDS } from '@forewarn/impact';
import { hrefOf } from '../app/route.ts';
import { capitalized, plural } from '../parts/action-words.ts';
import { Name, Where } from '../parts/name.tsx';
import { dateTimeText } from '../parts/times.ts';
import { type Break, isSure, keyOf, titleOf } from '../timeline/entry.ts';
import { changeText, timeOf } from './cause.tsx';

/** `Breaks 2 others: Gift wrapping, Holiday sale`; empty if it breaks none. */
export function breaksText(breaks: readonly Break[] = []): string {
  if (breaks.length === 0) return '';
  const titles = [...new Map(breaks.map((each) => [keyOf(each), titleOf(each)])).values()];
  const verb = breaks.some(isSure) ? 'Breaks' : 'May break';
  return `${verb} ${plural(titles.length, 'other')}: ${titles.slice(0, 3).join(', ')}`;
}

/** What a change request breaks: each with what happens to it, and the way out. */
export function Breaks({ of }: { readonly of: ForecastWithBreaksSchema }) {
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
      {breaks.length > 0 && (
        <ol class="items causes">
          {breaks.map((each, index) => (
            <li key={index}>
              <dl class="cause">
                <dt class={each.consequence.outcome}>
                  {capitalized(CONSEQUENCE_WORDS[each.consequence.outcome])}
                </dt>
                <dd>
                  <a href={hrefOf(['change-requests', each.project, each.id])}>
                    <Name text={titleOf(each)} />
                  </a>{' '}
                  <span class="muted">
                    ({dateTimeText(new Date(timeOf(each)))}, <Where of={each} />)
                  </span>
                  : <Name text={changeText(each)} />. {each.consequence.why}
                </dd>
                <dt>What to do with it</dt>
                <dd>
                  <b>{each.consequence.next}</b>
                </dd>
              </dl>
            </li>
          ))}
        </ol>
      )}
      {unlisted > 0 && <p>And {plural(unlisted, 'more change')}.</p>}
    </>
  );
}
