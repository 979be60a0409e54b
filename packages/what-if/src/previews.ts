import {
  type CallOptions,
  type InProject,
  type Ports,
  type Problem,
  projectUseCase,
  toResultAsync,
} from '@forewarn/core';
import {
  type ForecastData,
  type ForecastReason,
  isPlanned,
  mayTouchMore,
} from '@forewarn/forecast';
import { dataOf, outcomeOf } from '@forewarn/impact';
import {
  type ChangeRequestNotFound,
  type DataAgeLimit,
  hidesProjects,
  type Hiding,
  listReadable,
  notBeforeNow,
  problemsOfNewChangeRequest,
  type ProjectRepository,
  scheduledAtOf,
  unlessAborted,
  unlessProblems,
  unlessUnregistered,
} from '@forewarn/record';
import type { Result } from 'neverthrow';
import { type Edit, editedIds, keyOf, MAX_EDITS, type ProjectEdits } from './edit.ts';
import { previewInTurns, unknownPreview } from './preview-of.ts';
import type { ForecastTally, Preview, PreviewedForecast } from './preview.ts';
import type { WhatIfFindings, WhatIfReader } from './what-if-reader.ts';

/** What a preview is asked about. */
export interface PreviewCommand extends InProject {
  /** At most {@link MAX_EDITS}, in order. */
  readonly edits: readonly Edit[];
}

/** How a change request would go, and why not all is known. */
export interface ReasonedForecast extends PreviewedForecast {
  readonly reasons: readonly ForecastReason[];
}

/** What edits would do, and how much is known. */
export interface SchedulePreview
  extends Omit<Preview, 'worse' | 'better' | 'edited'>, ForecastData {
  readonly worse: readonly ReasonedForecast[];
  readonly better: readonly ReasonedForecast[];
  readonly edited: readonly ReasonedForecast[];
}

type PreviewPorts<Credentials> = DataAgeLimit &
  Hiding &
  Ports<
    Credentials,
    {
      readonly projects: Pick<ProjectRepository, 'list'>;
      readonly whatIf: WhatIfReader;
    }
  >;

/**
 * Returns what edits of the schedule of a project would do, in all projects. It stores nothing. Needs
 * PROJECT_CHANGE_REQUEST_READ in the project. What it does in others that the principal may not read is only counted. While
 * there are reasons, nothing is `as-planned`.
 */
export const makePreviewSchedule = <Credentials>(ports: PreviewPorts<Credentials>) =>
  projectUseCase(
    ports,
    'PROJECT_CHANGE_REQUEST_READ',
    ({ projectId, edits }: PreviewCommand, principal, options) =>
      unlessProblems([...problemsOfEdits(projectId, edits)])
        .asyncAndThen(() => listReadable(ports, principal, options, projectId))
        .andThen(({ readable }) =>
          find(ports, { projectId, edits }, { ...options, caller: principal.name }).andThen(
            (found) =>
              unlessAborted(options, () =>
                previewIn(found, { projectId, edits }, readable, options),
              ),
          ),
        )
        .andThen((found) => found),
  );

/** What the store found, and when. */
interface Found extends WhatIfFindings, ForecastData {
  readonly now: number;
}

function find(
  ports: PreviewPorts<unknown>,
  edits: ProjectEdits,
  options: CallOptions & { readonly caller: string },
) {
  const now = Date.now();
  // First: what is copied or recorded meanwhile must not be missing from what is found.
  return hidesProjects(ports, options).andThen((hasUnreadableProjects) =>
    toResultAsync(ports.whatIf.around({ ...edits, now }, options))
      .andThrough(({ projects }) => unlessUnregistered(edits.projectId, projects))
      .map((found): Found => {
        const knowledge = {
          coverage: found.coverages,
          notBefore: notBeforeNow(ports),
          hasUnreadableProjects,
        };
        const isDoubtful = found.unlistedAt !== undefined;
        const { reasons } = outcomeOf({ ...knowledge, isTouched: false, isDoubtful });
        return { ...found, ...dataOf(knowledge), reasons, now };
      }),
  );
}

async function previewIn(
  { coverage, asOf, reasons, ...found }: Found,
  edits: ProjectEdits,
  readable: ReadonlySet<string>,
  options: CallOptions,
): Promise<Result<SchedulePreview, ChangeRequestNotFound>> {
  const { scheduled, affected, gone, now, isCut } = found;
  const edited = new Set(
    editedIds(edits.edits).map((id) => keyOf({ project: edits.projectId, id })),
  );
  const scope = {
    now,
    gone,
    isAsked: (each: Parameters<typeof keyOf>[0]) =>
      each.id < 0 || affected.has(keyOf(each)) || edited.has(keyOf(each)),
    isReadable: (projectId: string) => readable.has(projectId),
  };
  const preview =
    isCut === true
      ? unknownPreview(scheduled, edits)
      : await previewInTurns(scheduled, edits, scope, options);
  return preview.map((known) => {
    const own = isCut === true ? ['too-many-causes' as const] : reasonsIn(edits, known, now);
    const all = [...new Set([...reasons, ...own])];
    const data = { coverage, ...(asOf === undefined ? {} : { asOf }), reasons: all };
    return { ...withReasons(known, all), ...data };
  });
}

/** Returns why it is not known how those go that are edited. */
function reasonsIn(
  { edits }: ProjectEdits,
  { edited }: Preview,
  now: number,
): readonly ForecastReason[] {
  const isOver = edited.some(
    (each) =>
      each.schedule?.status === 'pending' && !(isPlanned(each) && scheduledAtOf(each) >= now),
  );
  const isDoubtful = edits.some((edit) => 'put' in edit && mayTouchMore(edit.put));
  return [
    ...(isDoubtful ? (['doubt'] as const) : []),
    ...(isOver ? (['no-future-time'] as const) : []),
  ];
}

/** Adds why not all is known. While anything is not, what would go as planned is unknown. */
function withReasons(
  { worse, better, edited, before, after, ...known }: Preview,
  reasons: readonly ForecastReason[],
): Omit<SchedulePreview, keyof ForecastData> {
  const isKnown = reasons.length === 0;
  const each = (of: PreviewedForecast): ReasonedForecast => ({
    ...of,
    ...(isKnown || of.forecast !== 'as-planned' ? {} : { forecast: 'unknown' }),
    reasons,
  });
  const tally = ({ 'as-planned': planned, ...counts }: ForecastTally): ForecastTally =>
    isKnown
      ? { ...counts, 'as-planned': planned }
      : { ...counts, 'as-planned': 0, unknown: counts.unknown + planned };
  return {
    ...known,
    worse: worse.map(each),
    better: better.map(each),
    edited: edited.map(each),
    before: tally(before),
    after: tally(after),
  };
}

function* problemsOfEdits(projectId: string, edits: readonly Edit[]): Generator<Problem> {
  if (edits.length > MAX_EDITS) {
    yield { path: 'edits', expected: `at most ${MAX_EDITS} edits` };
    return;
  }
  for (const [index, edit] of edits.entries()) {
    const at = `edits[${index}]`;
    if ('put' in edit) {
      const { put } = edit;
      for (const { path, expected } of problemsOfNewChangeRequest({ ...put, id: put.id ?? 0 })) {
        yield { path: `${at}.put.${path}`, expected };
      }
      if (put.project !== projectId)
        yield { path: `${at}.put.project`, expected: `"${projectId}"` };
    } else if ('move' in edit && Number.isNaN(Date.parse(edit.scheduledAt))) {
      yield { path: `${at}.scheduledAt`, expected: 'a time with its zone, ISO 8601' };
    }
  }
}

/** Makes the use cases of previews. */
export const makeWhatIfUseCases = <Credentials>(ports: PreviewPorts<Credentials>) => ({
  previewSchedule: makePreviewSchedule(ports),
});

/** The use cases of previews. */
export type WhatIfUseCases<Credentials> = Readonly<
  ReturnType<typeof makeWhatIfUseCases<Credentials>>
>;
