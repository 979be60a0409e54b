import {
  type Coverage,
  type ReadOptions,
  type StoreUnavailable,
  toResultAsync,
} from '@forewarn/core';
import {
  type Forecast,
  type ForecastFindings,
  type ForecastReader,
  keyAt,
} from '@forewarn/forecast';
import {
  explainImpacts,
  type ImpactFindings,
  type ImpactQuestion,
  type ImpactReader,
  type NameCheck,
  outcomeOf,
} from '@forewarn/impact';
import { keyOf, targetKey, unlessAborted } from '@forewarn/record';
import type { ResultAsync } from 'neverthrow';
import type { CandidateGroup } from './candidate-pages.ts';
import type { Candidate } from './candidates-of.ts';
import type { CandidateFacts, PresentUse } from './cleanup.ts';
import { previewRemovals } from './preview-removals.ts';

/** Finds what is scheduled around candidates. */
export interface FactPorts {
  readonly reader: ImpactReader;
  readonly forecasts: ForecastReader;
}

/** Where to look, and what is known about that. */
export interface FactScope {
  readonly projectIds: readonly string[];
  /** Whether what is scheduled in other projects does not matter, as for features. */
  readonly ignoresOtherProjects: boolean;
  /** Whether there may be projects that are not copied. */
  readonly areHidden: boolean;
  /** In ISO 8601; absent when data of any age is good enough. */
  readonly notBefore: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** What is known about candidates, and how current that is. */
export interface KnownFacts {
  readonly facts: readonly CandidateFacts[];
  readonly coverage: readonly Coverage[];
  readonly hasUnreadableProjects: boolean;
}

/** Maximum change requests whose forecasts are read for a page. The others count as unknown. */
const MAX_FORECASTS = 1_000;

/** Reads what decides how the change requests will go that touch candidates or their parents. */
export function readForecasts(
  { forecasts }: Pick<FactPorts, 'forecasts'>,
  groups: readonly Pick<CandidateGroup, 'candidates' | 'projectIds'>[],
  now: number,
  options: ReadOptions,
): ResultAsync<ForecastFindings, StoreUnavailable> {
  const touching = groups.flatMap(({ candidates }) =>
    [...candidates.map(({ target }) => target), ...parentsOf(candidates)].map((target) => ({
      target,
      from: now,
    })),
  );
  const projectIds = [...new Set(groups.flatMap((each) => each.projectIds))];
  const query = { now, projectIds, limit: MAX_FORECASTS, among: { touching } };
  return toResultAsync(forecasts.forecast(query, options));
}

/**
 * Finds what is known about candidates. The forecasts were read before it reads what touches the candidates: a change request that
 * is not the same in both has no forecast, so that nothing that changes meanwhile looks as planned.
 */
export function factsOf(
  { reader }: Pick<FactPorts, 'reader'>,
  candidates: readonly Candidate[],
  planned: ForecastFindings,
  scope: FactScope,
  options: ReadOptions,
): ResultAsync<KnownFacts, StoreUnavailable> {
  const { projectIds, ignoresOtherProjects } = scope;
  const parents = parentsOf(candidates);
  const questions = [
    ...candidates.map(questionOf),
    ...parents.map((target): ImpactQuestion => ({ target, intent: 'become-parent' })),
  ];
  return toResultAsync(
    reader.impact({ asked: questions, projectIds, ignoresOtherProjects }, options),
  ).andThen((found) =>
    unlessAborted(options, () =>
      explain(candidates, { parents, questions, planned, found }, scope, options),
    ),
  );
}

const parentsOf = (candidates: readonly Candidate[]): readonly ReturnType<typeof parentNamed>[] =>
  [...new Set(candidates.flatMap(({ present }) => present.parents ?? []))].map(parentNamed);

const questionOf = ({ target }: Candidate): ImpactQuestion =>
  target.kind === 'feature' ? { target, intent: 'archive' } : { target, intent: 'delete' };

const parentNamed = (name: string) => ({ kind: 'feature', name }) as const;

interface Read {
  readonly parents: readonly ReturnType<typeof parentNamed>[];
  /** About the candidates, then about the parents. */
  readonly questions: readonly ImpactQuestion[];
  readonly planned: ForecastFindings;
  readonly found: ImpactFindings;
}

async function explain(
  candidates: readonly Candidate[],
  { parents, questions, planned, found }: Read,
  { ignoresOtherProjects, areHidden, notBefore, now }: FactScope,
  options: ReadOptions,
): Promise<KnownFacts> {
  const coverage = found.projects.map((each) => each.coverage);
  const hasUnreadableProjects = !ignoresOtherProjects && (found.hasOtherProjects || areHidden);
  const knowledge = { coverage, notBefore, hasUnreadableProjects };
  const names = [...candidates.map(namesOf), ...parents.map(() => UNCHECKED)];
  const impacts = await explainImpacts(questions, found.targets, { ...knowledge, names }, options);
  const { forecasts, removals } = await previewRemovals(
    {
      targets: candidates.map(({ target }) => target),
      related: parents,
      scheduled: planned.isCut === true ? [] : planned.scheduled,
      gone: planned.gone,
      now,
    },
    options,
  );
  const { reasons } = outcomeOf({
    coverage: planned.coverages,
    notBefore,
    hasUnreadableProjects: areHidden,
    isTouched: false,
    // A doubt in their project is one of the impact.
    isDoubtful: false,
  });
  const parentImpacts = new Map(
    parents.map(({ name }, index) => [name, impacts[candidates.length + index]]),
  );
  const same = sameForecasts(forecasts, planned, found);
  const facts = candidates.map(({ missingAsOf: _missing, ...candidate }, index): CandidateFacts => {
    const impact = impacts[index];
    if (impact === undefined) throw new Error('there are too few impacts');
    const removal = removals.get(targetKey(candidate.target)) ?? 'unknown';
    return {
      ...candidate,
      present: hasUnreadableProjects ? inPart(candidate.present) : candidate.present,
      impact,
      parentImpacts: (candidate.present.parents ?? []).flatMap(
        (name) => parentImpacts.get(name) ?? [],
      ),
      forecasts: same,
      forecastReasons: reasons,
      removal,
    };
  });
  return { facts, coverage, hasUnreadableProjects };
}

/** Features that the caller may not see can use a definition, too. */
const inPart = ({ usedBy, ...present }: PresentUse): PresentUse =>
  usedBy === undefined ? present : { ...present, usedBy: { ...usedBy, isWhole: false } };

const UNCHECKED: NameCheck = { names: 'unchecked' };

/** Nothing has the name of a feature that is in no list. */
const namesOf = ({ missingAsOf }: Candidate): NameCheck =>
  missingAsOf === undefined
    ? UNCHECKED
    : { names: 'checked', notFound: { asOf: missingAsOf, near: [] } };

/** Returns the forecasts that were asked for, of those that were still the same when the impact was read. */
function sameForecasts(
  forecasts: readonly Forecast[],
  { candidates, scheduled }: ForecastFindings,
  { targets }: ImpactFindings,
): readonly Forecast[] {
  // What causes others on a page that was cut can lack its own causes.
  const asked = new Set(candidates.map(keyAt));
  const before = scheduled.filter((each) => asked.has(keyOf(each)));
  const texts = new Map(before.map((each) => [keyOf(each), JSON.stringify(each)]));
  const same = new Set(
    targets
      .flatMap(({ touching }) => touching)
      .filter((each) => texts.get(keyOf(each)) === JSON.stringify(each))
      .map(keyOf),
  );
  return forecasts.filter((each) => same.has(keyOf(each)));
}
