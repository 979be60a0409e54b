import type {
  Coverage,
  PortResult,
  ReadOptions,
  ScheduledChangeRequest,
  StoreUnavailable,
} from '@forewarn/core';
import type { ForecastFindings } from '@forewarn/forecast';
import type { ProjectEdits } from './edit.ts';

/** What is edited, and when. */
export interface WhatIfQuery extends ProjectEdits {
  /** Milliseconds since 1970. What was to be applied before is not forecast, and has no effect. */
  readonly now: number;
}

/** What a preview needs to know, all of one moment. */
export interface WhatIfFindings extends Pick<ForecastFindings, 'projects' | 'gone' | 'unlistedAt'> {
  /** Each coverage that a registered project has, once. */
  readonly coverages: readonly Coverage[];
  /** The change requests that edits name, those that they may affect, and what decides how all these will go. */
  readonly scheduled: readonly ScheduledChangeRequest[];
  /** Those that the edits may affect, each as `keyOf` identifies it. Edited ones need not be among them. */
  readonly affected: ReadonlySet<string>;
  /** The edits may affect more than a store returns: `scheduled` has just those that they name. */
  readonly isCut?: true;
}

/** Finds what decides what edits of a schedule would do. It writes nothing. */
export interface WhatIfReader {
  /**
   * Returns what a preview needs.
   *
   * - `projects` must have the project of the edits exactly if it is registered.
   * - `scheduled` must have each change request of the project that an edit names and that exists. It must list each once, and
   *   unless `isCut` at most `MAX_FORECAST_READ` of `MAX_FORECAST_BYTES` in all.
   * - Unless `isCut`, `preview` of `scheduled`, for those `affected` and with what is `gone`, must say what `preview` of all that
   *   the store has says.
   * - There must be no `isCut` unless what the edits may affect, with what decides how it will go, exceeds these limits, or more
   *   than `MAX_VICTIMS_READ` touch a target that an edit changes, from then on, or more than {@link MAX_ROUNDS} change requests in a row each make the next one
   *   uncertain.
   * - `gone` must be that of `ForecastReader` for the project, as if something scheduled in it touched what the edits do.
   *   `unlistedAt` must be that for the project without the change requests that edits name.
   * - Everything must be of one moment. The result must be the caller's own.
   * - It must return `StoreUnavailable`, never nothing, when it can't know.
   */
  around(query: WhatIfQuery, options?: ReadOptions): PortResult<WhatIfFindings, StoreUnavailable>;
}

/** Maximum change requests in a row of which each makes the effects of the next one certain or uncertain. */
export const MAX_ROUNDS = 20;

/** The port that previews add to a store. */
export interface WhatIfStore {
  readonly whatIf: WhatIfReader;
}
