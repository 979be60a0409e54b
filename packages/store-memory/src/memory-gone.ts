import { distinctTargets, isSearched, targetsOf, targetValue } from '@forewarn/core';
import {
  type Gone,
  GONE_KINDS,
  type GoneTarget,
  removalsOf,
  type SilentChanges,
  targetKey,
} from '@forewarn/forecast';
import { type Name, NAME_KINDS, type NameKind } from '@forewarn/record';
import {
  type KeptChangeRequest,
  type MemoryState,
  parsed,
  type ProjectState,
} from './memory-state.ts';

/** Returns what is gone: strategy definitions that were deleted, and what projects lack. */
export function goneIn(state: MemoryState): readonly Gone[] {
  const deleted = [...state.deletedStrategies]
    .filter(([name]) => !state.strategies.has(name))
    .map(([name, { id, createdAt, createdBy }]): Gone => {
      const event = { id, type: 'strategy-deleted' as const, createdAt, createdBy };
      return { target: { kind: 'strategyDefinition', name }, removals: ['delete'], event };
    });
  const missing = state
    .projectsIn()
    .flatMap((project) =>
      [...project.missing.values()]
        .filter(
          (target) => target.kind !== 'strategyDefinition' || !state.strategies.has(target.name),
        )
        .map((target) => missingIn(state, project, target)),
    );
  return [...deleted, ...missing];
}

function missingIn(state: MemoryState, project: ProjectState, target: GoneTarget): Gone {
  const { kind } = target;
  const nameKind = NAME_KINDS[kind];
  const value = targetValue(target);
  const isArchived = isArchivedIn(project, target);
  const projects = [...state.projects.values()];
  const removals = removalsOf({
    kind,
    isArchived,
    isElsewhere: projects.some(({ names }) => names.get(nameKind)?.values.has(value) === true),
    areAllListed: projects.every(({ names }) => names.has(nameKind)),
    areArchivedListed: project.names.has('archivedFeature'),
  });
  const asOf = project.names.get(isArchived ? 'archivedFeature' : nameKind)?.asOf ?? '';
  return { target, projectId: project.project.id, removals, asOf };
}

const isArchivedIn = ({ names }: ProjectState, target: GoneTarget): boolean =>
  target.kind === 'feature' &&
  names.get('archivedFeature')?.values.has(targetValue(target)) === true;

/**
 * Looks again at what the lists of some kinds lack. What is new may be newer than they are. Returns what they lacked or lack.
 */
export function findMissing(
  project: ProjectState,
  replaced: ReadonlySet<NameKind>,
  asOf: string,
): readonly GoneTarget[] {
  const { coverage } = project;
  const mayBeNewer = coverage.kind === 'as-of' && Date.parse(coverage.asOf) > Date.parse(asOf);
  const isListed = ({ kind }: GoneTarget): boolean =>
    replaced.has(NAME_KINDS[kind]) || (kind === 'feature' && replaced.has('archivedFeature'));
  const before = new Map(project.missing);
  project.missing.clear();
  for (const [key, target] of before) if (!isListed(target)) project.missing.set(key, target);
  for (const target of touchedIn(project).filter(isListed)) {
    const key = targetKey(target);
    const isNew = !before.has(key);
    if (isMissingIn(project, target) && !(isNew && mayBeNewer)) project.missing.set(key, target);
  }
  return [...before.values(), ...project.missing.values()].filter(isListed);
}

/** Adds what touches things that may be missing, or there again. */
export function addMissing(
  changes: SilentChanges,
  targets: readonly GoneTarget[],
  projectId: string,
): void {
  for (const target of targets) {
    // What is in an environment is not found by a target.
    if (isSearched(target)) changes.addTarget(target, 0, projectId);
    else changes.addAll();
  }
}

function isMissingIn(project: ProjectState, target: GoneTarget): boolean {
  const list = project.names.get(NAME_KINDS[target.kind]);
  return (
    isArchivedIn(project, target) || (list !== undefined && !list.values.has(targetValue(target)))
  );
}

/** Ends that something is missing or archived. Strategy definitions end it only by being there. */
export function findAgain(
  { missing, names }: ProjectState,
  { kind, value }: Name,
): readonly GoneTarget[] {
  if (kind === 'strategyDefinition') return [];
  if (kind === 'feature') names.get('archivedFeature')?.values.delete(value);
  const key = `${kind} ${value}`;
  const found = missing.get(key);
  missing.delete(key);
  return found === undefined ? [] : [found];
}

const KINDS: ReadonlySet<string> = new Set(GONE_KINDS);

const touchedIn = (project: ProjectState): readonly GoneTarget[] =>
  distinctTargets(project.inOrder().flatMap((kept) => targetsOf(parsed(kept)))).filter(
    (target): target is GoneTarget => KINDS.has(target.kind),
  );

/** Finds the change requests that touch what is gone. */
export function touchingGone(
  state: MemoryState,
  gone: readonly Gone[],
): ReadonlySet<KeptChangeRequest> {
  const found = gone.flatMap(({ target, projectId }) =>
    state
      .projectsIn(projectId === undefined ? undefined : [projectId])
      .flatMap(({ index }) => index.findAny([target])),
  );
  return new Set(found);
}
