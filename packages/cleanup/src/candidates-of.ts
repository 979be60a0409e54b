import {
  compareBytes,
  type FeatureUse,
  isCurrent,
  type ProjectFeatureUse,
  type StrategyDefinition,
} from '@forewarn/record';
import { type CandidateFacts, type PresentUse, type UsingFeatures } from './cleanup.ts';

/** A candidate, and how it is used at present. */
export interface Candidate extends Pick<CandidateFacts, 'target' | 'project' | 'present'> {
  /** The time at which nothing had its name, in ISO 8601; absent if that is not known. */
  readonly missingAsOf?: string;
}

/** The stage of a feature's lifecycle in which it is done. */
const COMPLETED = 'completed';

/** Which features are candidates. */
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

/** A feature about whose use nothing is known. */
export const unreadFeature = (name: string, projectId?: string): Candidate => ({
  target: { kind: 'feature', name },
  ...(projectId === undefined ? {} : { project: projectId }),
  present: UNREAD,
});

/** A feature that is in none of the lists of these times, so that it is archived or does not exist. */
export const missingFeature = (
  name: string,
  asOfs: readonly string[],
  projectId?: string,
): Candidate => ({
  ...unreadFeature(name, projectId),
  present: { ...UNREAD, children: [], parents: [], lastSeenAt: null },
  missingAsOf: asOfs.toSorted((a, b) => Date.parse(a) - Date.parse(b)).at(0) ?? '',
});

/** Which definitions the strategies of features have. */
export interface DefinitionUse {
  /** Those that are used, by name, and the features with their strategies. */
  readonly used: ReadonlyMap<string, Omit<UsingFeatures, 'isWhole'>>;
  /** The oldest time at which that was read of a project, in ISO 8601; absent unless it is known of each feature. */
  readonly asOf?: string;
  /** Whether release plans or their templates may use others. */
  readonly mayBePlanned: boolean;
}

/** Returns the definitions that are candidates, in the same order. */
export const definitionsOf = (
  definitions: readonly StrategyDefinition[],
  { used, asOf, mayBePlanned }: DefinitionUse,
  names?: ReadonlySet<string>,
): readonly Candidate[] =>
  definitions
    .filter(({ name, editable }) => editable && (names?.has(name) ?? true))
    .map(({ name }) => ({
      target: { kind: 'strategyDefinition', name },
      present: {
        ...UNREAD,
        ...(asOf === undefined ? {} : { asOf: Date.parse(asOf) }),
        isUsed: used.has(name) || (asOf === undefined ? undefined : false),
        mayBePlanned,
        usedBy: usedBy(used.get(name), asOf !== undefined && !mayBePlanned),
      },
    }));

const usedBy = (
  { features, count }: Omit<UsingFeatures, 'isWhole'> = { features: [], count: 0 },
  isWhole: boolean,
): UsingFeatures => ({ features, count, isWhole });

/** A definition that is not in the list of them. */
export const missingDefinition = (name: string, asOf: string): Candidate => ({
  target: { kind: 'strategyDefinition', name },
  present: { ...UNREAD, isUsed: false, mayBePlanned: false },
  missingAsOf: asOf,
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
