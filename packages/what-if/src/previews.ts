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
  type ForecastOutcome,
  type ForecastReason,
  isPlanned,
  mayAffectAny,
} from '@forewarn/forecast';
import { dataOf, type Knowledge, outcomeOf } from '@forewarn/impact';
import {
  type ChangeRequestNotFound,
  type DataAgeLimit,
  doubtsIn,
  hidesProjects,
  type Hiding,
  keyOf,
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
import {
  type Edit,
  type EditedChangeRequest,
  editedIds,
  MAX_EDITS,
  type ProjectEdits,
} from './edit.ts';
import { editedIn, previewInTurns, unknownPreview } from './preview-of.ts';
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
export interface SchedulePreview extends Preview<ReasonedForecast>, ForecastData {}

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
 * PROJECT_CHANGE_REQUEST_READ in the project. What it does in others that the principal may not read is only counted. Its reasons
 * are those of the project's forecasts with the edits, for which nothing is `as-planned`, and those of each one that is edited.
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

interface Found extends WhatIfFindings, Omit<ForecastData, 'reasons'> {
  readonly now: number;
  readonly knowledge: Knowledge;
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
        return { ...found, ...dataOf(knowledge), knowledge, now };
      }),
  );
}

async function previewIn(
  { coverage, asOf, ...found }: Found,
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
  const about = editedIn(scheduled, edits).unwrapOr([]);
  const gaps = { before: gapsIn('before', about, found), after: gapsIn('after', about, found) };
  const data = { coverage, ...(asOf === undefined ? {} : { asOf }) };
  return preview.map((known) => ({ ...withReasons(known, gaps, found), ...data }));
}

/** Why not all is known, without the edits and with them. */
type Gaps = Readonly<Record<'before' | 'after', readonly ForecastReason[]>>;

function gapsIn(
  when: keyof Gaps,
  edited: readonly EditedChangeRequest[],
  { unlistedAt, knowledge, isCut, now }: Omit<Found, keyof ForecastData>,
): readonly ForecastReason[] {
  const isUnlisted = ({ [when]: each }: EditedChangeRequest): boolean =>
    each !== undefined &&
    isPlanned(each) &&
    scheduledAtOf(each) >= now &&
    mayAffectAny(doubtsIn(each));
  const isDoubtful = unlistedAt !== undefined || edited.some(isUnlisted);
  const { reasons } = outcomeOf({ ...knowledge, isTouched: false, isDoubtful });
  return [...reasons, ...(isCut === true ? (['too-many-causes'] as const) : [])];
}

/** Adds why not all is known: what would go as planned is unknown then. */
function withReasons(
  { worse, better, edited, before, after, ...known }: Preview,
  gaps: Gaps,
  { now, isCut }: Pick<Found, 'now' | 'isCut'>,
): Omit<SchedulePreview, 'coverage' | 'asOf'> {
  const seen = (forecast: ForecastOutcome, when: keyof Gaps): ForecastOutcome =>
    forecast === 'as-planned' && gaps[when].length > 0 ? 'unknown' : forecast;
  const each = ({ before: once, ...of }: PreviewedForecast): ReasonedForecast => ({
    ...of,
    forecast: seen(of.forecast, 'after'),
    ...(once && { before: seen(once, 'before') }),
    reasons: [...new Set([...gaps.after, ...(isCut === true ? [] : ownReasons(of, now))])],
  });
  const tally = (
    { 'as-planned': planned, ...counts }: ForecastTally,
    when: keyof Gaps,
  ): ForecastTally =>
    gaps[when].length === 0
      ? { ...counts, 'as-planned': planned }
      : { ...counts, 'as-planned': 0, unknown: counts.unknown + planned };
  const all = edited.map(each);
  return {
    ...known,
    worse: worse.map(each),
    better: better.map(each),
    edited: all,
    before: tally(before, 'before'),
    after: tally(after, 'after'),
    reasons: [...new Set([...gaps.after, ...all.flatMap(({ reasons }) => reasons)])],
  };
}

/** Returns why one is unknown without a cause: it may touch more than it says, or has no time to come. */
function ownReasons(each: PreviewedForecast, now: number): readonly ForecastReason[] {
  if (each.forecast !== 'unknown' || each.causeCount > 0) return [];
  return isPlanned(each) && scheduledAtOf(each) >= now ? ['doubt'] : ['no-future-time'];
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
