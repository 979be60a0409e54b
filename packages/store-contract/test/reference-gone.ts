import { distinctTargets, isSearched, targetsOf, targetValue } from '@forewarn/core';
import {
  type Gone,
  GONE_KINDS,
  type GoneTarget,
  removalsOf,
  targetKey,
  SilentChanges,
} from '@forewarn/forecast';
import { NAME_KINDS, type NameKind } from '@forewarn/record';
import { coverageIn, type State } from './reference-state.ts';

/** What is gone, as a table of rules that a wrong store replaces. */
export interface GoneRule {
  /** Whether a definition is there. */
  readonly isRegistered: (name: string, state: State) => boolean;
  readonly removalsOf: typeof removalsOf;
}

const RIGHT: GoneRule = {
  isRegistered: (name, { definitions }) => definitions.some((each) => each.name === name),
  removalsOf,
};

/** Returns what is gone. */
export function goneIn(state: State, given: Partial<GoneRule> = {}): readonly Gone[] {
  const rule = { ...RIGHT, ...given };
  const deleted = new Map<string, Gone>();
  for (const event of state.events.toReversed()) {
    if (event.type !== 'strategy-deleted' || rule.isRegistered(event.preData.name, state)) continue;
    const { id, type, createdAt, createdBy } = event;
    const target = { kind: 'strategyDefinition', name: event.preData.name } as const;
    const known = { id, type, createdAt, createdBy };
    deleted.set(target.name, { target, removals: ['delete'], event: known });
  }
  const missing = state.missing
    .filter(({ target }) => {
      const isDefinition = target.kind === 'strategyDefinition';
      return !isDefinition || !rule.isRegistered(target.name, state);
    })
    .map(({ projectId, target }): Gone => {
      const kind = NAME_KINDS[target.kind];
      const own = state.names.filter((list) => list.projectId === projectId);
      const lists = state.names.filter((list) => list.kind === kind);
      const archived = own.find((list) => list.kind === 'archivedFeature');
      const isArchived =
        target.kind === 'feature' && archived?.values.includes(target.name) === true;
      const removals = rule.removalsOf({
        kind: target.kind,
        isArchived,
        isElsewhere: lists.some(({ values }) => values.includes(targetValue(target))),
        areAllListed: lists.length === state.projects.length,
        areArchivedListed: archived !== undefined,
      });
      const list = isArchived ? archived : own.find((each) => each.kind === kind);
      return { target, projectId, removals, asOf: list?.asOf ?? '' };
    });
  return [...deleted.values(), ...missing];
}

const KINDS: ReadonlySet<string> = new Set(GONE_KINDS);

/** Looks again at what the lists of some kinds lack. */
export function findMissing(
  state: State,
  { projectId, asOf, kinds }: { projectId: string; asOf: string; kinds: readonly NameKind[] },
): void {
  const isListed = ({ kind }: GoneTarget): boolean =>
    kinds.includes(NAME_KINDS[kind]) || (kind === 'feature' && kinds.includes('archivedFeature'));
  const own = state.names.filter((list) => list.projectId === projectId);
  const hasName = (kind: NameKind, value: string): boolean | undefined =>
    own.find((list) => list.kind === kind)?.values.includes(value);
  const coverage = coverageIn(state, projectId);
  const mayBeNewer = coverage.kind === 'as-of' && coverage.asOf > asOf;
  const [before, others] = [
    state.missing.filter((each) => each.projectId === projectId && isListed(each.target)),
    state.missing.filter((each) => each.projectId !== projectId || !isListed(each.target)),
  ];
  const known = new Set(before.map(({ target }) => targetKey(target)));
  const touched = state.scheduled
    .filter(({ project }) => project === projectId)
    .flatMap(targetsOf)
    .filter((target): target is GoneTarget => KINDS.has(target.kind));
  const missing = distinctTargets(touched)
    .filter(isListed)
    .filter((target) => {
      const value = targetValue(target);
      const isArchived = target.kind === 'feature' && hasName('archivedFeature', value) === true;
      return isArchived || hasName(NAME_KINDS[target.kind], value) === false;
    })
    .filter((target) => !mayBeNewer || known.has(targetKey(target)));
  state.missing = [...others, ...missing.map((target) => ({ projectId, target }))];
}

/** Marks what is missing and was not, or the other way round. */
export function markMissing(state: State, before: State['missing']): void {
  const changes = new SilentChanges();
  const keyOf = ({ projectId, target }: State['missing'][number]): string =>
    `${targetKey(target)} ${projectId}`;
  const [earlier, now] = [new Set(before.map(keyOf)), new Set(state.missing.map(keyOf))];
  for (const each of [...before, ...state.missing]) {
    if (earlier.has(keyOf(each)) && now.has(keyOf(each))) continue;
    if (isSearched(each.target)) changes.addTarget(each.target, 0, each.projectId);
    else changes.addAll();
  }
  state.alerting.keepChanges(changes);
}
