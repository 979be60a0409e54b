import type { ForecastWithBreaksSchema } from '@forewarn/client';
import type { ComponentProps } from 'preact';
import { FORECAST_OF, FORECAST_WORDS, newsOf, newsText } from '@forewarn/forecast';
import { CopyField } from '../parts/copy-field.tsx';
import { Where } from '../parts/name.tsx';
import { type Entry, isSure } from '../timeline/entry.ts';
import { Breaks } from './breaks.tsx';
import { leadOf, reasonsText, reasonText } from './cause.ts';
import { MoreCauses } from './more-causes.tsx';
import { type Pair, Shaped, Told } from './news.tsx';

type Broken = ForecastWithBreaksSchema['breaks'][number];

interface Props {
  readonly state: Entry['state'];
  /** Undefined until it was read. */
  readonly forecast: ForecastWithBreaksSchema | undefined;
}

/** How a change request will go, and because of which others. One that failed, is suspended or overdue needs no forecast. */
export function ForecastSection({ state, forecast }: Props) {
  if (state !== 'pending' && state !== 'doubt') return null;
  return (
    <section class="neighbours" aria-labelledby="forecast">
      <h2 id="forecast">Will it go as planned?</h2>
      {forecast === undefined ? <p>Not read yet.</p> : <Expectation forecast={forecast} />}
    </section>
  );
}

function Expectation({ forecast }: { readonly forecast: ForecastWithBreaksSchema }) {
  const { causes, causeCount, reasons, breaks, breakCount } = forecast;
  const caused = causes.map((cause) => ({
    victim: forecast,
    cause,
    at: 'gone' in cause ? undefined : cause,
  }));
  const broken = breaks.map((each) => pairOf(forecast, each));
  return (
    <>
      <p
        class={
          forecast.forecast === 'as-planned' && breakCount === 0
            ? ''
            : `attention ${forecast.forecast}`
        }
      >
        {forecast.forecast === 'as-planned'
          ? breakCount > 0
            ? `It will go as planned itself, but others ${breaks.some(isSure) ? 'will' : 'may'} not. `
            : 'It will go as planned, as far as other scheduled changes go. '
          : `It ${FORECAST_WORDS[forecast.forecast]}. `}
        {reasonsText(reasons)}
      </p>
      {causeCount > 0 && leadOf(forecast) === undefined && (
        <p class="attention">{reasonText(forecast)}</p>
      )}
      <Pairs of={caused} />
      <MoreCauses forecast={forecast} shown={causes.length} />
      <Breaks of={forecast}>
        <Pairs of={broken} />
      </Breaks>
      {causes.length + breaks.length > 0 && (
        <CopyField label="Copy as text" text={[...caused, ...broken].map(pairText).join('\n\n')} />
      )}
    </>
  );
}

/** A cause and one that it affects, and where the one of the two is that is not of this view; undefined if it is gone. */
interface PairAt extends Pair {
  readonly at: ComponentProps<typeof Where>['of'] | undefined;
}

/** Each in the words of the other views, with its way out. */
const Pairs = ({ of }: { readonly of: readonly PairAt[] }) =>
  of.length === 0 ? null : (
    <ol class="news">
      {of.map((pair, index) => (
        <Shaped key={index} forecast={pair.victim.forecast}>
          <Told {...pair} />
          {pair.at && (
            <p class="muted">
              <Where of={pair.at} />
            </p>
          )}
        </Shaped>
      ))}
    </ol>
  );

/** A change request and what it breaks. */
function pairOf(of: ForecastWithBreaksSchema, { consequence, touch, ...each }: Broken): PairAt {
  const victim = { ...each, forecast: FORECAST_OF[consequence.outcome] };
  return { victim, cause: { ...of, ...touch, consequence }, at: each };
}

function pairText({ victim, cause }: Pair): string {
  const news = newsOf(victim, cause);
  const what = `${newsText(news.cause)} ${newsText(news.victim)} ${news.why}`;
  return `${what}\n${newsText(news.todo)}${news.next}`;
}
