import { type Forecast, isGone } from '@forewarn/client';
import {
  isDecisive,
  FORECAST_REASON_WORDS,
  FORECAST_WORDS,
  FORECASTS,
  goneWords,
  newsOf,
  newsText,
} from '@forewarn/forecast';
import { CONSEQUENCE_WORDS } from '@forewarn/impact';
import { durationText } from '@forewarn/wire';
import { printable } from '../print.ts';
import { describeTouch, present, type Remedies } from '../impact/describe.ts';
import { failureWords } from '../impact/summary.ts';
import type { ForecastReport } from './ask-forecasts.ts';
import type { ForecastQuestion } from './forecast-question.ts';
import { type Breaking, isSure } from './breaking.ts';

type Cause = Forecast['causes'][number];

/** What decides a forecast comes first. */
const WORST_FIRST: readonly Cause['consequence']['outcome'][] = [
  'fails',
  'lost',
  'refused',
  'suspended',
  'changed',
  'unknown',
];

/** Maximum causes of a change request that people and assistants are shown. JSON has more. */
export const MAX_SHOWN = 3;

/** A cause in words, and what to do about it. */
interface Explanation {
  /** Which change request does what and when, or what is gone. */
  readonly because: string;
  /** Which of its changes affects which, or which needs what is gone. */
  readonly how: string;
  readonly why: string;
  /** What the next text is about: the change request by its title. */
  readonly todo: string;
  readonly next: string;
}

/** How a change request will go, in words. */
export interface ForecastWords {
  readonly what: string;
  /** Where the cause that decides it is, if it is not among those that are listed; or why there are none. */
  readonly lead?: string;
  /** The worst first. Of the causes by one rule in one change request, only the first. */
  readonly explanations: readonly Explanation[];
  /** How many causes are not shown; undefined if all are. */
  readonly more?: string;
}

export function describeForecast(of: Forecast): ForecastWords {
  const { forecast, causes, causeCount, hiddenCauses } = of;
  const groups = Map.groupBy(worstFirst(causes), originOf);
  const shown = [...groups.values()].slice(0, MAX_SHOWN);
  const listed = causeCount - hiddenCauses - shown.flat().length;
  const more = present(
    listed > 0 ? changes(listed, 'more ') : undefined,
    hiddenCauses > 0
      ? `${changes(hiddenCauses)} in projects that this key may not read`
      : undefined,
  ).join(' and ');
  return {
    what: FORECAST_WORDS[forecast],
    ...leadOf(of),
    explanations: shown.flatMap(([first]) => (first === undefined ? [] : [explain(of, first)])),
    ...(more === '' ? {} : { more: `because of ${more}` }),
  };
}

/** Identifies what a cause comes from, and its rule. */
const originOf = (cause: Cause): string =>
  JSON.stringify([
    cause.consequence.rule,
    ...(isGone(cause) ? [goneWords(cause)] : [cause.id, cause.project]),
  ]);

function leadOf(forecast: Forecast): Pick<ForecastWords, 'lead'> {
  const { causes, causeCount, hiddenCauses, reasons } = forecast;
  if (causeCount === 0 && reasons.length > 0) return { lead: reasons.map(reasonWords).join(', ') };
  if (causes.length === 0 || causes.some((cause) => isDecisive(cause, forecast))) return {};
  const where = present(
    hiddenCauses > 0 ? 'in a project that this key may not read' : undefined,
    causeCount > hiddenCauses + causes.length
      ? `not among the soonest ${causes.length}`
      : undefined,
  );
  return { lead: `the change that decides this is ${where.join(' or ')}` };
}

const reasonWords = (reason: Forecast['reasons'][number]): string =>
  FORECAST_REASON_WORDS[reason] ?? reason;

const changes = (count: number, more = ''): string =>
  `${count} ${more}${count === 1 ? 'change' : 'changes'}`;

/** The worst causes first, then what is gone, then the soonest. The one that decides the forecast may not be listed. */
export const worstFirst = (causes: readonly Cause[]): readonly Cause[] =>
  causes.toSorted((a, b) => rankOf(a) - rankOf(b));

const rankOf = ({ consequence }: Cause): number => WORST_FIRST.indexOf(consequence.outcome);

function explain(victim: Forecast, cause: Cause): Explanation {
  const { touch } = cause;
  const news = newsOf(victim, cause);
  const shown = {
    because: newsText(news.cause),
    why: news.why,
    todo: newsText(news.todo).trimEnd(),
    next: news.next,
  };
  return {
    ...shown,
    how: isGone(cause)
      ? `${describeTouch(touch)} needs it`
      : `${describeTouch(cause)} affects ${describeTouch(touch)}`,
  };
}

/** A forecast by its worst cause as one line; empty if none is listed. */
export function newsLine(forecast: Forecast): readonly string[] {
  const [cause] = worstFirst(forecast.causes);
  if (cause === undefined) return [];
  const { cause: does, victim, why, todo, next } = newsOf(forecast, cause);
  const words = [newsText(does), newsText(victim), why, `${newsText(todo)}${next}`];
  return [printable(words.join(' '))];
}

const WITHOUT_FORECAST =
  'those that failed, are suspended or overdue, or have no time, have no forecast, and what a change does not say that it touches is not looked at';

/** One line: how what is scheduled will go, why there may be more, and how old the data is. */
export function summaryOf(
  { outcome, forecasts, breaking, reasons, unchecked, failure }: ForecastReport,
  question: ForecastQuestion,
  age: string | undefined,
  remedies?: Partial<Remedies>,
): string {
  const scope = scopeOf(question);
  const gaps = [
    ...reasons.map(reasonWords),
    ...(unchecked === undefined ? [] : [`not known to exist: ${listOf('environment', unchecked)}`]),
    ...(failure === undefined ? [] : [failureWords(failure, remedies)]),
  ].join(', ');
  const goes = `every pending change request ${scope} will go as planned`;
  const isNone = forecasts.length === 0;
  const unknown = `unknown whether ${goes}${gaps === '' ? '' : `: ${gaps}`}`;
  // Those that are listed name their causes.
  const breaks = isNone ? breaking : [];
  const parts = present(
    outcome === 'as-planned'
      ? goes
      : isNone
        ? breaking.some(isSure)
          ? `${goes} itself`
          : unknown
        : `of what is ${scope}, ${countsOf(forecasts)}`,
    ...breakingTexts(breaks, MAX_SHOWN),
    outcome === 'as-planned' ? WITHOUT_FORECAST : undefined,
    gaps === '' || (isNone && !breaking.some(isSure)) ? undefined : `there may be more: ${gaps}`,
    // A misspelt name would be an all-clear for ever.
    isNone &&
      question.environment !== undefined &&
      unchecked === undefined &&
      !reasons.includes('not-found')
      ? 'whether the environment exists is checked only where names are known'
      : undefined,
    age,
  );
  return printable(parts.join('; '));
}

/** What the first change requests do to others, in words, and how many more do so. */
export const breakingTexts = (all: readonly Breaking[], max: number): readonly string[] => [
  ...all.slice(0, max).map(breaksText),
  ...(all.length > max ? [`${all.length - max} more break others`] : []),
];

/** What a change request does to others, in words. */
export const breaksText = (of: Breaking): string =>
  `#${of.id} in ${of.project} ${isSure(of) ? 'breaks' : 'may break'} ${brokenTexts(of).join(', ')}`;

/** The change requests that one breaks, in words; not all of many. */
export const brokenTexts = ({ breaks }: Breaking): readonly string[] => [
  ...breaks
    .slice(0, MAX_SHOWN)
    .map(({ project, id, outcome }) => `#${id} in ${project} (${CONSEQUENCE_WORDS[outcome]})`),
  ...(breaks.length > MAX_SHOWN ? [`${breaks.length - MAX_SHOWN} more`] : []),
];

function countsOf(forecasts: readonly Forecast[]): string {
  const counts = Map.groupBy(forecasts, ({ forecast }) => forecast);
  return FORECASTS.flatMap((each) => {
    const count = counts.get(each)?.length ?? 0;
    return count === 0 ? [] : [`${count} ${FORECAST_WORDS[each]}`];
  }).join(', ');
}

function scopeOf({ project, environment, within }: ForecastQuestion): string {
  const when = within === undefined ? 'from now on' : `for the next ${durationText(within)}`;
  const projects =
    project === undefined ? 'all projects that the key may read' : listOf('project', project);
  const where = environment === undefined ? '' : `${listOf('environment', environment)} of `;
  return `scheduled ${when} in ${where}${projects}`;
}

const listOf = (noun: string, names: readonly string[]): string =>
  `the ${names.length === 1 ? noun : `${noun}s`} ${names.map((name) => `"${name}"`).join(', ')}`;
