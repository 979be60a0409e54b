import { type ScheduledChangeRequest, targetsOf } from '@forewarn/core';
import { type ImpactQuestion, impactReportOf } from '@forewarn/impact';
import { targetKey } from '@forewarn/record';
import { findingsAmong } from '../../impact/src/findings-among.ts';
import type { CandidateFacts, CleanupTarget, PresentUse } from '../src/cleanup.ts';
import { previewRemovals } from '../src/preview-removals.ts';

export const NOW = Date.parse('2026-11-21T12:00:00Z');
export const DAY_MS = 86_400_000;
export const CLOCK = { now: NOW, quietMs: 7 * DAY_MS };

/** Nothing present speaks against removing it. */
const UNUSED: PresentUse = {
  children: [],
  parents: [],
  lastSeenAt: null,
  isUsed: false,
  mayBePlanned: false,
};

export const feature = (name: string): CleanupTarget => ({ kind: 'feature', name });
export const definition = (name: string): CleanupTarget => ({ kind: 'strategyDefinition', name });

/** What is known about a target of the project "shop" if these are scheduled, and nothing else is. */
export async function factsOf(
  target: CleanupTarget,
  scheduled: readonly ScheduledChangeRequest[] = [],
  given: Partial<CandidateFacts> & { readonly use?: Partial<PresentUse> } = {},
): Promise<CandidateFacts> {
  const parents = (given.use?.parents ?? []).map((name) => ({ kind: 'feature', name }) as const);
  const questions: readonly ImpactQuestion[] = [
    target.kind === 'feature' ? { target, intent: 'archive' } : { target, intent: 'delete' },
    ...parents.map((parent) => ({ target: parent, intent: 'become-parent' as const })),
  ];
  const targets = findingsAmong(scheduled, questions);
  const projects = [{ projectId: 'shop', coverage: { kind: 'live' } as const }];
  const names = questions.map(() => ({ names: 'checked' as const }));
  const findings = { projects, hasOtherProjects: false, targets, names };
  const { impacts } = await impactReportOf(questions, findings, undefined);
  const [impact, ...parentImpacts] = impacts;
  if (impact === undefined) throw new Error('there is no impact');
  const { forecasts, removals } = await previewRemovals({
    targets: [target],
    related: parents,
    scheduled,
    now: NOW,
  });
  const { use, ...rest } = given;
  const project = target.kind === 'feature' ? 'shop' : undefined;
  return {
    target,
    ...(project === undefined ? {} : { project }),
    impact,
    parentImpacts,
    forecasts,
    removal: removals.get(targetKey(target)) ?? 'unknown',
    forecastReasons: [],
    present: { ...UNUSED, ...use },
    ...rest,
  };
}

/** The names of all features that change requests touch. */
export const featuresIn = (scheduled: readonly ScheduledChangeRequest[]): readonly string[] => [
  ...new Set(
    scheduled
      .flatMap((each) => targetsOf(each))
      .flatMap((target) => (target.kind === 'feature' ? [target.name] : [])),
  ),
];
