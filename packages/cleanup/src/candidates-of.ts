import { compareBytes, type FeatureUse, isCurrent, type ProjectFeatureUse } from '@forewarn/record';
import type { CandidateFacts, PresentUse, UsingFeatures } from './cleanup.ts';

/** A candidate, and how it is used at present. */
export interface Candidate extends Pick<CandidateFacts, 'target' | 'project' | 'present'> {
  /** The time at which nothing had its name, in ISO 8601; absent if that is not known. */
  readonly missingAsOf?: string;
}

/** The stage of a feature's lifecycle in which it is done. */
const COMPLETED = 'completed';

export interface CandidateScope {
  /** Only these; those that are stale or completed when absent. */
  readonly names?: ReadonlySet<string> | undefined;
  /** Older data about use is as good as none, in ISO 8601; absent when any age is good enough. */
  readonly notBefore?: string | undefined;
}

/** Whether data of a time is good enough. */
export const isNewEnough = (asOf: string, notBefore: string | undefined): boolean =>
  isCurrent({ kind: 'as-of', asOf, source: 'import' }, notBefore);

/** Returns the features of a project that are candidates, in ascending byte order. */
export function featuresOf(
  { projectId, asOf, features }: ProjectFeatureUse,
  { names, notBefore }: CandidateScope,
): readonly Candidate[] {
  const isKnown = isNewEnough(asOf, notBefore);
  const isAsked = ({ name, isStale, stage }: FeatureUse): boolean =>
    names?.has(name) ?? (isStale || stage === COMPLETED);
  return features
    .filter(isAsked)
    .toSorted((a, b) => compareBytes(a.name, b.name))
    .map((each) => ({
      target: { kind: 'feature', name: each.name },
      project: projectId,
      present: isKnown ? presentOf(each, asOf) : UNREAD,
    }));
}

/**
 * Returns a feature that is in no list.
 *
 * @param missingAsOf the time of the lists, in ISO 8601: it is archived or does not exist; when absent, its use is not known
 */
export const unlistedFeature = (
  name: string,
  project: string | undefined,
  missingAsOf: string | undefined,
): Candidate => ({
  target: { kind: 'feature', name },
  ...(project === undefined ? {} : { project }),
  ...(missingAsOf === undefined
    ? { present: UNREAD }
    : { present: { ...UNREAD, children: [], parents: [], lastSeenAt: null }, missingAsOf }),
});

export interface DefinitionUse {
  /** Those that are used, by name, and the first features with their strategies, in ascending byte order. */
  readonly used: ReadonlyMap<string, Omit<UsingFeatures, 'isWhole'>>;
  /** The oldest time at which that was read of a project, in ISO 8601; absent unless it is known of each feature. */
  readonly asOf?: string;
  /** Whether release plans or their templates may use others. */
  readonly mayBePlanned: boolean;
}

/** Returns a definition that exists. */
export const definitionOf = (
  name: string,
  { used, asOf, mayBePlanned }: DefinitionUse,
): Candidate => ({
  target: { kind: 'strategyDefinition', name },
  present: {
    ...UNREAD,
    ...(asOf === undefined ? {} : { asOf: Date.parse(asOf) }),
    isUsed: used.has(name) || (asOf === undefined ? undefined : false),
    mayBePlanned,
    usedBy: {
      features: [],
      count: 0,
      ...used.get(name),
      isWhole: asOf !== undefined && !mayBePlanned,
    },
  },
});

/** A definition that is not in the list of them. */
export const missingDefinition = (name: string, missingAsOf: string): Candidate => ({
  target: { kind: 'strategyDefinition', name },
  present: { ...UNREAD, isUsed: false, mayBePlanned: false },
  missingAsOf,
});

const UNREAD: PresentUse = {
  children: undefined,
  parents: undefined,
  lastSeenAt: undefined,
  isUsed: undefined,
  mayBePlanned: undefined,
};

const presentOf = ({ children, parents, lastSeenAt }: FeatureUse, asOf: string): PresentUse => ({
  ...UNREAD,
  asOf: Date.parse(asOf),
  children,
  parents,
  lastSeenAt: typeof lastSeenAt === 'string' ? Date.parse(lastSeenAt) : lastSeenAt,
});
