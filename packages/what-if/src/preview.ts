import type { Forecast, ForecastOutcome } from '@forewarn/forecast';

/** Maximum forecasts that a list of a preview has. */
export const MAX_PREVIEWED = 100;

/** How many change requests have each forecast. */
export type ForecastTally = Readonly<Record<ForecastOutcome, number>>;

/** How a change request will go after edits. One that may touch more than it says is `unknown`, and not as planned. */
export interface PreviewedForecast extends Forecast {
  /** How it will go without them; absent if it is added. */
  readonly before?: ForecastOutcome;
}

/** What edits of a schedule do to how it will go. */
export interface Preview<Each = PreviewedForecast> {
  /**
   * How many of those that the caller may read, and that are edited or go better or worse, have each forecast without the
   * edits. One that is added is only in `after`, one that is withdrawn only in `before`.
   */
  readonly before: ForecastTally;
  /** The same with the edits. */
  readonly after: ForecastTally;
  /**
   * Those that go less well than without the edits, as they go then: the soonest first, at most {@link MAX_PREVIEWED} that the
   * caller may read. One that is added goes less well if it does not go as planned.
   */
  readonly worse: readonly Each[];
  /** How many there are in all. */
  readonly worseCount: number;
  /** How many of them are in projects that the caller may not read. */
  readonly hiddenWorse: number;
  /** The same for those that go better. */
  readonly better: readonly Each[];
  readonly betterCount: number;
  readonly hiddenBetter: number;
  /** Each one that is edited and not withdrawn: the soonest first. */
  readonly edited: readonly Each[];
}
