import type { ForecastScheduledCauseSchema, ForecastSchema } from '@forewarn/client';
import { FORECAST_WORDS, goneWords } from '@forewarn/forecast';
import { hrefOf, type Route } from '../app/route.ts';
import { capitalized, doesWords } from '../parts/action-words.ts';
import { Name, Where } from '../parts/name.tsx';
import { StateShape } from '../parts/state-mark.tsx';
import { dateTimeText } from '../parts/times.ts';
import { keyOf, titleOf } from '../timeline/entry.ts';
import { hrefWith } from '../timeline/filters.ts';
import { isGone, leadOf, MoreCauses, reasonText, timeOf } from './cause.tsx';

interface Props {
  readonly route: Route;
  /** Those that will not go as planned, the soonest first. */
  readonly expected: readonly ForecastSchema[];
  /** The one to which an arrow leads. */
  readonly selected: ForecastSchema | undefined;
}

/** Maximum change requests that are told in words. The table has all. */
const MAX_TOLD = 5;

/** What will not go as planned, the soonest first: each with its cause and its way out. */
export function News({ route, expected, selected }: Props) {
  const first = expected.slice(0, MAX_TOLD);
  const isLater = selected !== undefined && !first.includes(selected);
  const told = isLater ? [...first, selected] : first;
  const rest = expected.length - told.length;
  if (told.length === 0) return null;
  return (
    <>
      <ol class="news">
        {told.map((each) => (
          <NewsItem
            key={keyOf(each)}
            forecast={each}
            route={route}
            isSelected={each === selected}
          />
        ))}
      </ol>
      {rest > 0 && (
        <p>
          <a href={hrefWith(route, { needsAttention: 'true' })}>
            And {rest.toLocaleString('en')} more
          </a>
        </p>
      )}
    </>
  );
}

interface ItemProps {
  readonly forecast: ForecastSchema;
  readonly route: Route;
  readonly isSelected: boolean;
}

function NewsItem({ forecast: victim, route, isSelected }: ItemProps) {
  const { createdBy, forecast } = victim;
  const lead = leadOf(victim);
  return (
    <li class={isSelected ? 'selected' : ''} aria-current={isSelected ? 'true' : undefined}>
      <svg viewBox="-10 -10 20 20" width="16" height="16" aria-hidden="true">
        {forecast !== 'as-planned' && <StateShape state={`forecast-${forecast}`} />}
      </svg>
      <div>
        <p>
          {lead !== undefined &&
            (isGone(lead) ? (
              <>
                <Name text={capitalized(goneWords(lead))} />.{' '}
              </>
            ) : (
              <Does cause={lead} />
            ))}
          <Title of={victim} /> <When of={victim} /> {FORECAST_WORDS[forecast]}.{' '}
          {lead === undefined ? reasonText(victim) : lead.consequence.why}
        </p>
        {lead !== undefined && (
          <p>
            What to do with <Name text={titleOf(victim)} />: <b>{lead.consequence.next}</b>
          </p>
        )}
        <p class="muted">
          <Where of={{ ...victim, owner: createdBy }} />{' '}
          {!isSelected && (
            <a href={hrefWith(route, { selected: keyOf(victim) })}>
              Show it<span class="unseen"> {titleOf(victim)}</span>
            </a>
          )}
        </p>
        <MoreCauses forecast={victim} shown={lead === undefined ? 0 : 1} />
      </div>
    </li>
  );
}

const Title = ({ of }: { readonly of: Pick<ForecastSchema, 'project' | 'id' | 'title'> }) => (
  <a class="title" href={hrefOf(['change-requests', of.project, of.id])}>
    <Name text={titleOf(of)} />
  </a>
);

const When = ({ of }: { readonly of: Pick<ForecastSchema, 'schedule'> }) => (
  <span class="when">({dateTimeText(new Date(timeOf(of)))})</span>
);

/** What a cause does, and when: `Retire the card (Tue, 24 Nov 2026, 06:00) archives feature card.` */
const Does = ({ cause }: { readonly cause: ForecastScheduledCauseSchema }) => (
  <>
    <Title of={cause} /> <When of={cause} /> <Name text={doesWords(cause)} />.{' '}
  </>
);
