import type { ForecastSchema } from '@forewarn/client';
import { FORECAST_WORDS, FORECAST_REASON_WORDS } from '@forewarn/core/adapter';
import { hrefOf, type Route } from '../app/route.ts';
import type { Loaded } from '../api/use-load.ts';
import { FailureNote } from '../parts/failure-note.tsx';
import { Name, Where } from '../parts/name.tsx';
import { StateText } from '../parts/state-mark.tsx';
import { dateTimeText } from '../parts/times.ts';
import { keyOf, titleOf } from '../timeline/entry.ts';
import { hrefWith } from '../timeline/filters.ts';
import { Cause, leadOf, MoreCauses, reasonText, timeOf } from './cause.tsx';
import { EXPECTED, type ExpectedEntries } from './use-expected.ts';
import type { Forecasts } from './use-forecasts.ts';

interface Props extends Omit<ExpectedEntries, 'entries'> {
  readonly route: Route;
  readonly loaded: Loaded<Forecasts>;
  /** Whether either is being read. */
  readonly isReading: boolean;
  /** Whether the timeline shows all that is scheduled in its period. */
  readonly isComplete: boolean;
  /** Whether the timeline says what failed. */
  readonly isToldAbove: boolean;
}

/** Says how many change requests will not go as planned, and for the selected one why and what to do. */
export function Banner({
  route,
  loaded,
  isReading,
  expected,
  selected,
  isComplete,
  isToldAbove,
}: Props) {
  const { value, failure, reload } = loaded;
  const isAll = isComplete && value?.isCut === false && failure === undefined;
  const isKnown = isAll && value.reasons.length === 0 && loaded.asOf !== 'none';
  return (
    <section class="forecast" aria-label="Forecast">
      <p role="status" class={expected.length === 0 && (isReading || isKnown) ? '' : 'attention'}>
        {expected.length > 0 ? (
          <Count expected={expected} isAll={isAll} />
        ) : isReading ? (
          'Looking for conflicts…'
        ) : value === undefined ? (
          'Whether there are conflicts is not known.'
        ) : isKnown ? (
          'No conflicts.'
        ) : (
          'No conflict is known, but data is missing.'
        )}
        {value?.reasons.map((reason) => ` There may be others: ${FORECAST_REASON_WORDS[reason]}.`)}
      </p>
      {failure !== undefined && !isToldAbove && <FailureNote failure={failure} onRetry={reload} />}
      {selected !== undefined && <Selected {...{ route, expected, selected }} />}
    </section>
  );
}

function Count({ expected, isAll }: Pick<Props, 'expected'> & { readonly isAll: boolean }) {
  const counts = Map.groupBy(expected, ({ forecast }) => forecast);
  const numberOf = (n: number): string => n.toLocaleString('en') + (isAll ? '' : ' or more');
  const parts = EXPECTED.flatMap((each) => {
    const n = counts.get(each)?.length ?? 0;
    return n === 0 || each === 'unknown' ? [] : [`${numberOf(n)} ${FORECAST_WORDS[each]}`];
  });
  const unsure = counts.get('unknown')?.length ?? 0;
  const sure = expected.length - unsure;
  const told = sure === 0 ? unsure : sure;
  return (
    <>
      <b>
        {numberOf(told)} change request{told === 1 ? '' : 's'} {sure === 0 ? 'may' : 'will'} not go
        as planned
        {sure > 0 && unsure > 0 && `, ${numberOf(unsure)} may not`}
      </b>
      {parts.length > 0 && `: ${parts.join(', ')}`}.
    </>
  );
}

/** One of them, with links to those beside it. */
function Selected({
  route,
  expected,
  selected,
}: Pick<Props, 'route' | 'expected'> & { readonly selected: ForecastSchema }) {
  const { project, id, createdBy, forecast } = selected;
  const index = expected.indexOf(selected);
  const lead = leadOf(selected);
  const to = (other: ForecastSchema | undefined, text: string) =>
    other !== undefined && <a href={hrefWith(route, { selected: keyOf(other) })}>{text}</a>;
  return (
    <div class="selected">
      <p class="what">
        {forecast !== 'as-planned' && <StateText state={`forecast-${forecast}`} />}
        <a href={hrefOf(['change-requests', project, id])}>
          <Name text={titleOf(selected)} />
        </a>
        <span class="muted">
          {dateTimeText(new Date(timeOf(selected)))},{' '}
          <Where of={{ ...selected, owner: createdBy }} />
        </span>
      </p>
      <nav aria-label="What will not go as planned">
        {to(expected[index - 1], 'Previous')}
        <span class="muted">
          {(index + 1).toLocaleString('en')} of {expected.length.toLocaleString('en')}
        </span>
        {to(expected[index + 1], 'Next')}
      </nav>
      {lead === undefined ? (
        <p class="attention">{reasonText(selected)}</p>
      ) : (
        <Cause cause={lead} victim={selected} />
      )}
      <MoreCauses forecast={selected} shown={lead === undefined ? 0 : 1} />
    </div>
  );
}
