import type { Coverage, ScheduledChangeRequest } from '@forewarn/core';
import type {
  CompleteEntry,
  CoverageSource,
  EndedEntry,
  PartialEntry,
  StateEntry,
  StrategyDefinition,
} from '@forewarn/record';
import { changeRequest, enabling } from './change-request.ts';

export const NONE: Coverage = { kind: 'none' };
export const LIVE: Coverage = { kind: 'live' };
/** The time of data in samples. */
export const TIME = '2026-11-21T10:42:00.000Z';

export const asOf = (source: CoverageSource, time = TIME): Coverage => ({
  kind: 'as-of',
  asOf: time,
  source,
});

export const scheduled = (given: Partial<ScheduledChangeRequest> = {}): ScheduledChangeRequest =>
  changeRequest({ features: enabling('a'), ...given });

export const listed = (given: Partial<ScheduledChangeRequest> = {}): StateEntry => {
  return { kind: 'scheduled', changeRequest: scheduled(given) };
};

export const projectEntry = (id: string, name = id, coverage?: Coverage): StateEntry => ({
  kind: 'project',
  project: { id, name },
  ...(coverage === undefined ? {} : { coverage }),
});

/** Returns the entry of a change request that touches one feature. */
export const scheduledEntry = (id: number, project: string, name = 'a'): StateEntry => ({
  kind: 'scheduled',
  changeRequest: changeRequest({ id, project, features: enabling(name) }),
});

/** Returns the entry that withdraws a change request. */
export const endedEntry = (projectId: string, id: number): EndedEntry => ({
  kind: 'ended',
  projectId,
  id,
});

/** Returns the entry that says that all change requests of a project are listed. */
export const complete = (
  projectId: string,
  source: CoverageSource = 'import',
  time = TIME,
): CompleteEntry => ({ kind: 'complete', projectId, asOf: time, source });

/** Returns the entry that says that not all change requests of a project are listed. */
export const partial = (projectId: string, time = TIME): PartialEntry => ({
  kind: 'partial',
  projectId,
  asOf: time,
  source: 'sync',
});

export const scheduledEntries = (all: readonly ScheduledChangeRequest[]): readonly StateEntry[] =>
  all.map((each) => ({ kind: 'scheduled', changeRequest: each }));

/** Returns a strategy definition with every field. */
export const strategyDefinition = (
  name: string,
  given: Partial<StrategyDefinition> = {},
): StrategyDefinition => ({
  name,
  displayName: 'By region',
  title: 'Regions',
  description: 'On in the listed regions; "né" \\ 😀.',
  parameters: [
    { name: 'regions', type: 'list', description: 'Their names.', required: true },
    { name: '__proto__', type: 'boolean', description: '', required: false },
  ],
  deprecated: false,
  editable: true,
  ...given,
});

export const strategyEntries = (all: readonly StrategyDefinition[]): readonly StateEntry[] =>
  all.map((definition) => ({ kind: 'strategy', definition }));
