import type { ForecastSchema } from '@forewarn/client';
import type { ComponentChildren } from 'preact';
import { FORECAST_WORDS, type NamedRequest, newsOf, type NewsPart } from '@forewarn/forecast';
import type { Route } from '../app/route.ts';
import { Name, Where } from '../parts/name.tsx';
import { StateShape } from '../parts/state-mark.tsx';
import { dateTimeText } from '../parts/times.ts';
import { keyOf, titleOf } from '../timeline/entry.ts';
import { hrefWith } from '../timeline/filters.ts';
import { leadOf, reasonText, timeOf } from './cause.ts';
import { MoreCauses } from './more-causes.tsx';
import { TitleLink } from '../parts/title-link.tsx';

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
    <Shaped forecast={forecast} isSelected={isSelected}>
      {lead === undefined ? (
        <p>
          <TitleLink of={victim} class="title" /> <When of={victim} /> {FORECAST_WORDS[forecast]}.{' '}
          {reasonText(victim)}
        </p>
      ) : (
        <Told victim={victim} cause={lead} />
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
    </Shaped>
  );
}

interface ShapedProps extends Pick<ForecastSchema, 'forecast'> {
  readonly isSelected?: boolean;
  readonly children: ComponentChildren;
}

/** An item of a list `.news`, with the shape and the colour of how something will go. */
export const Shaped = ({ forecast, isSelected = false, children }: ShapedProps) => (
  <li class={isSelected ? 'selected' : ''} aria-current={isSelected ? 'true' : undefined}>
    <svg viewBox="-10 -10 20 20" width="16" height="16" aria-hidden="true">
      {forecast !== 'as-planned' && <StateShape state={`forecast-${forecast}`} />}
    </svg>
    <div>{children}</div>
  </li>
);

/** A cause, what it does to its victim, and the way out. */
export function Told({ victim, cause }: Pair) {
  const news = newsOf(victim, cause);
  return (
    <>
      <p>
        <Parts of={news.cause} /> <Parts of={news.victim} /> {news.why}
      </p>
      <p>
        <Parts of={news.todo} />
        <b>{news.next}</b>
      </p>
    </>
  );
}

/** A cause, and one that it affects. */
export interface Pair {
  readonly victim: NamedRequest & Pick<ForecastSchema, 'forecast'>;
  readonly cause: Parameters<typeof newsOf>[1];
}

const When = ({ of }: { readonly of: NamedRequest }) => (
  <span class="when">({dateTimeText(timeOf(of))})</span>
);

/** Parts of a sentence, with links to the change requests that they name. */
const Parts = ({ of }: { readonly of: readonly NewsPart[] }) => (
  <>
    {of.map((part) => {
      if (part.kind === 'text') return part.text;
      if (part.kind !== 'request') {
        return <Name text={part.kind === 'naming' ? part.text : titleOf(part.of)} />;
      }
      return (
        <>
          <TitleLink of={part.of} class="title" /> <When of={part.of} />
        </>
      );
    })}
  </>
);
