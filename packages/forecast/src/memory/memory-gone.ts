import { distinctTargets, isSearched, targetsOf, targetValue } from '@forewarn/core';
import { type Name, NAME_KINDS, type SilentChanges, targetKey } from '@forewarn/record';
import {
  type KeptChangeRequest,
  type MemoryState,
  parsed,
  type ProjectState,
  type ReplacedNames,
} from '@forewarn/store-memory';
import { type AskedTargets, canBeGone, type Gone, type GoneTarget } from '../forecast.ts';
import { removalsOf } from '../removals-of.ts';

/** Returns what is gone: strategy definitions that were deleted, and what projects lack, also of what is asked about. */
export function goneIn(state: MemoryState, asked?: AskedTargets): readonly Gone[] {
  const deleted = [...state.deletedStrategies]
    .filter(([name]) => !state.strategies.has(name))
    .map(([name, { id, createdAt, createdBy }]): Gone => {
      const event = { id, type: 'strategy-deleted' as const, createdAt, createdBy };
      return { target: { kind: 'strategyDefinition', name }, removals: ['delete'], event };
    });
  const missing = state.projectsIn().flatMap((project) =>
    distinctTargets([...missingOf(project).values(), ...lackedOf(project, asked)])
      .filter(
        (target) => target.kind !== 'strategyDefinition' || !state.strategies.has(target.name),
      )
      .map((target) => missingIn(state, project, target)),
  );
  return [...deleted, ...missing];
}

/** Returns what a project lacks of what is asked about in it. What is touched there is known without. */
const lackedOf = (project: ProjectState, asked?: AskedTargets): readonly GoneTarget[] =>
  asked?.projectId === project.project.id
    ? asked.targets.filter((target) => isMissingIn(project, target) && !isTouched(project, target))
    : [];

const isTouched = (project: ProjectState, target: GoneTarget): boolean =>
  target.kind === 'environment'
    ? project.inOrder().some(({ environment }) => environment === target.name)
    : project.index.findAny([target]).length > 0;

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

const missing = new WeakMap<ProjectState, Map<string, GoneTarget>>();

/** What change requests of a project touch and its names lack, or have as archived, by `targetKey`. */
function missingOf(project: ProjectState): Map<string, GoneTarget> {
  const found = missing.get(project) ?? new Map<string, GoneTarget>();
  missing.set(project, found);
  return found;
}

/** Whether another project can have something instead. */
const isMovable = ({ kind }: GoneTarget): boolean => kind === 'feature' || kind === 'segment';

/** Looks again at what lists that were replaced lack. */
export function onNamesReplaced(
  state: MemoryState,
  lists: ReplacedNames,
  changes: SilentChanges,
): void {
  addMissing(changes, findMissing(lists), lists.project.project.id);
  for (const [id, other] of state.projects) {
    if (other !== lists.project) {
      addMissing(changes, [...missingOf(other).values()].filter(isMovable), id);
    }
  }
}

/** Returns what the lists lacked or lack. What is new may be newer than they are. */
function findMissing({ project, kinds, asOf }: ReplacedNames): readonly GoneTarget[] {
  const { coverage } = project;
  const mayBeNewer = coverage.kind === 'as-of' && Date.parse(coverage.asOf) > Date.parse(asOf);
  const isListed = ({ kind }: GoneTarget): boolean =>
    kinds.has(NAME_KINDS[kind]) || (kind === 'feature' && kinds.has('archivedFeature'));
  const now = missingOf(project);
  const before = new Map(now);
  now.clear();
  for (const [key, target] of before) if (!isListed(target)) now.set(key, target);
  for (const target of touchedIn(project).filter(isListed)) {
    const key = targetKey(target);
    const isNew = !before.has(key);
    if (isMissingIn(project, target) && !(isNew && mayBeNewer)) now.set(key, target);
  }
  return [...before.values(), ...now.values()].filter(isListed);
}

/** Adds what touches things that may be missing, or there again. */
function addMissing(
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

/** Ends that something is missing. Strategy definitions end it only by being there. */
export function onNameAdded(
  project: ProjectState,
  { kind, value }: Name,
  changes: SilentChanges,
): void {
  if (kind === 'strategyDefinition') return;
  const lacked = missingOf(project);
  const key = `${kind} ${value}`;
  const found = lacked.get(key);
  lacked.delete(key);
  if (found !== undefined) addMissing(changes, [found], project.project.id);
}

const touchedIn = (project: ProjectState): readonly GoneTarget[] =>
  distinctTargets(project.inOrder().flatMap((kept) => targetsOf(parsed(kept)))).filter(canBeGone);

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
