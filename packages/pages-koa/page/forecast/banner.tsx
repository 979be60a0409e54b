import { FORECAST_WORDS } from '@forewarn/forecast';
import { hrefOf, type Route } from '../app/route.ts';
import type { Loaded } from '../api/use-load.ts';
import { Commas } from '../parts/commas.tsx';
import { FailureNote } from '../parts/failure-note.tsx';
import { plural } from '../parts/action-words.ts';
import { dayText } from '../parts/times.ts';
import { keyOf } from '../timeline/entry.ts';
import { hrefWith } from '../timeline/filters.ts';
import { dateParameter, type Range } from '../timeline/range.ts';
import { reasonWords, timeOf } from './cause.ts';
import { News } from './news.tsx';
import { EXPECTED, type ExpectedEntries } from './use-expected.ts';
import type { Forecasts } from './use-forecasts.ts';
import { TitleLink } from '../parts/title-link.tsx';

interface Props extends Omit<ExpectedEntries, 'entries'> {
  readonly route: Route;
  readonly loaded: Loaded<Forecasts>;
  readonly range: Range;
  /** The keys of all entries that pass the filters, in any period. */
  readonly filtered: ReadonlySet<string>;
  /** Whether either is being read. */
  readonly isReading: boolean;
  /** Whether the timeline shows all that is scheduled in its period. */
  readonly isComplete: boolean;
  /** Whether the timeline says what failed. */
  readonly isToldAbove: boolean;
}

/** Says how many change requests will not go as planned or break others, and why, and what to do. */
export function Banner(props: Props) {
  const { route, loaded, range, isReading, expected, breaking, elsewhere, selected } = props;
  const { value, failure, reload } = loaded;
  const isAll = props.isComplete && value?.isCut === false && failure === undefined;
  const isKnown = isAll && value.reasons.length === 0 && loaded.asOf !== 'none';
  const isQuiet = expected.length + breaking.length + elsewhere.length === 0;
  const isClear = isQuiet && isKnown && !value.isAllCut;
  return (
    <section class="forecast" aria-label="Forecast">
      <p role="status" class={isClear || (isQuiet && isReading) ? '' : 'attention'}>
        {expected.length > 0 ? (
          <Count expected={expected} isAll={isAll} />
        ) : isReading ? (
          'Looking for conflicts…'
        ) : value === undefined ? (
          'Whether there are conflicts is not known'
        ) : isClear ? (
          'No conflicts'
        ) : isQuiet || !isKnown ? (
          'No conflict is known, but data is missing'
        ) : (
          `None${PERIODS[range.scale]}`
        )}
        {!isReading && <Elsewhere {...props} />}
        {(expected.length > 0 || !isReading) && '.'}
        {value?.reasons.map((reason) => ` There may be others: ${reasonWords(reason)}.`)}
      </p>
      {breaking.length > 0 && <Breaking {...{ breaking }} />}
      {failure !== undefined && !props.isToldAbove && (
        <FailureNote failure={failure} onRetry={reload} />
      )}
      <News {...{ route, expected, selected }} />
    </section>
  );
}

const PERIODS = {
  day: ' on this day',
  days: ' in these 7 days',
  week: ' this week',
  month: ' this month',
  all: '',
};

/** How many are at other times or have another place, with a link to the first. */
function Elsewhere({ route, loaded, range, filtered, elsewhere }: Props) {
  const more = loaded.value?.isAllCut === true ? ' or more' : '';
  const start = range.start.getTime();
  const groups = Map.groupBy(elsewhere, (each) =>
    !filtered.has(keyOf(each))
      ? 'that the filters hide'
      : timeOf(each) < start
        ? 'before'
        : 'later',
  );
  return (
    <>
      {[...groups].map(([where, [first, ...others]]) => {
        if (first === undefined) return null;
        const at = new Date(timeOf(first));
        const to = { from: dateParameter(at), selected: keyOf(first) };
        const isHidden = !filtered.has(keyOf(first));
        return (
          <span key={where}>
            ; {plural(others.length + 1, 'conflict')}
            {more} {where}, the first on{' '}
            <a href={isHidden ? hrefOf(['timeline'], to) : hrefWith(route, to)}>
              {dayText(at).replace(',', '')}
            </a>
          </span>
        );
      })}
    </>
  );
}

/** Maximum change requests that the banner names. */
const MAX_NAMED = 3;

/** Which change requests break others. */
const Breaking = ({ breaking }: Pick<Props, 'breaking'>) => (
  <p>
    <b class="attention">
      {plural(breaking.length, 'change request')} {breaking.length === 1 ? 'breaks' : 'break'}{' '}
      others
    </b>
    :{' '}
    <Commas
      of={breaking.slice(0, MAX_NAMED).map((each) => (
        <TitleLink of={each} />
      ))}
    />
  </p>
);

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
      {parts.length > 0 && `: ${parts.join(', ')}`}
    </>
  );
}
