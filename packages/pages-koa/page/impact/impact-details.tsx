import type { ImpactDoubtSchema } from '@forewarn/client';
import { doubtWords } from '@forewarn/impact';
import { hrefOf } from '../app/route.ts';
import { ImpactedItem } from '../parts/impacted-item.tsx';
import { Name, Where } from '../parts/name.tsx';
import { plural } from '../parts/action-words.ts';
import { keyOf } from '../timeline/entry.ts';
import {
  consequenceText,
  type Impact,
  isUnchecked,
  outcomeText,
  reasonTexts,
  touchText,
} from './words.ts';
import { worstOutcome } from './worst-outcome.ts';

// A shape for each outcome, so that none is told by colour alone.
const SHAPES: Readonly<Record<Impact['outcome'], string>> = {
  some: 'M10 3v8M10 15v1.5',
  unknown: 'M6.5 7.2a3.5 3.5 0 1 1 5 3.2q-1.5.8-1.5 2.3M10 15.5v1.5',
  none: 'M4.5 10.5l3.8 3.8 7.5-8.3',
};

/** The outcome for one target, in the colour of the worst that happens. That something touches it is no alarm. */
export function OutcomeLine({ impact }: { readonly impact: Impact }) {
  const look = isUnchecked(impact) ? 'unknown' : impact.outcome;
  return (
    <p class={`outcome ${look} ${worstOutcome(impact.changeRequests) ?? ''}`.trim()}>
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        <path d={SHAPES[look]} />
      </svg>
      {outcomeText(impact)}
    </p>
  );
}

/** Which change requests touch a target, what happens to them, and what is not known. */
export function ImpactDetails({ impact }: { readonly impact: Impact }) {
  const { changeRequests, count, doubts } = impact;
  const more = count - changeRequests.length;
  return (
    <>
      {reasonTexts(impact).map((text) => (
        <p key={text}>{text.endsWith('?') ? text : `${text}.`}</p>
      ))}
      {changeRequests.length > 0 && (
        <ol class="items">
          {changeRequests.map((each) => (
            <ImpactedItem key={keyOf(each)} changeRequest={each}>
              {each.touches.map((touch) => (
                <span key={touch.path} class="shared">
                  {touch.consequence !== undefined && (
                    <b class={touch.consequence.outcome}>{consequenceText(touch)}: </b>
                  )}
                  <Name text={touchText(touch)} />
                  {touch.consequence !== undefined && (
                    <span class="muted">
                      . {touch.consequence.why} {touch.consequence.next}
                    </span>
                  )}
                </span>
              ))}
            </ImpactedItem>
          ))}
        </ol>
      )}
      {more > 0 && (
        <p>And {plural(more, 'more change request')}, which the service does not list.</p>
      )}
      {doubts.length > 0 && (
        <ul class="doubts">
          {doubts.map((doubt, index) => (
            <Doubt key={index} doubt={doubt} />
          ))}
        </ul>
      )}
    </>
  );
}

const Doubt = ({ doubt }: { readonly doubt: ImpactDoubtSchema }) => (
  <li>
    <a href={hrefOf(['change-requests', doubt.project, doubt.id])}>Change request {doubt.id}</a>{' '}
    <Where of={doubt} class="muted" /> It {doubtWords(doubt)}.
  </li>
);
