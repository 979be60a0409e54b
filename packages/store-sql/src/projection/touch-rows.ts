import {
  isSearched,
  type ScheduledChangeRequest,
  type SearchedTarget,
  type TargetKind,
  targetsOf,
  targetValue,
} from '@forewarn/core';
import { PLANNED_KINDS, plansOf, targetKey } from '@forewarn/forecast';
import type { TouchesTable } from '../schema/tables.ts';

/** How the projection writes a kind of target. Stored: never give a number another meaning. */
export const TARGET_KIND_CODES: Readonly<Record<TargetKind, number>> = {
  feature: 1,
  strategy: 2,
  featureVariants: 3,
  segment: 4,
  strategyDefinition: 5,
  environment: 6,
  contextField: 7,
  user: 8,
};

/** The codes of the kinds of target that change requests plan something for. */
export const PLANNED_KIND_CODES: readonly number[] = PLANNED_KINDS.map(
  (kind) => TARGET_KIND_CODES[kind],
);

/** How the projection writes what a change request plans for a target. Stored, as the kinds are. */
export const PLAN_CODES = { effect: 1, dependency: 2 } as const;

/** A target as the projection has it. */
export function touchOf(target: SearchedTarget): Pick<TouchesTable, 'kind' | 'value'> {
  return { kind: TARGET_KIND_CODES[target.kind], value: targetValue(target) };
}

/** Returns the target of a row whose change request plans something for it; undefined for another kind. */
export function targetOf(kind: number, value: string): SearchedTarget | undefined {
  switch (kind) {
    case TARGET_KIND_CODES.feature:
      return { kind: 'feature', name: value };
    case TARGET_KIND_CODES.strategy:
      return { kind: 'strategy', id: value };
    case TARGET_KIND_CODES.featureVariants:
      return { kind: 'featureVariants', feature: value };
    case TARGET_KIND_CODES.segment:
      return { kind: 'segment', id: Number(value) };
    default:
      return undefined;
  }
}

/** The columns that all rows of a change request have. */
export type OwnColumns = Omit<TouchesTable, 'kind' | 'value' | 'plan'>;

/** The rows that a change request has among the touches: none for its environment, which is in its own row. */
export function touchRows(
  changeRequest: ScheduledChangeRequest,
  own: OwnColumns,
): readonly TouchesTable[] {
  const plans = new Map(
    plansOf(changeRequest).map(({ target, isEffective, hasDependency }) => [
      targetKey(target),
      (isEffective ? PLAN_CODES.effect : 0) + (hasDependency ? PLAN_CODES.dependency : 0),
    ]),
  );
  return targetsOf(changeRequest)
    .filter(isSearched)
    .map((target) => ({ ...touchOf(target), plan: plans.get(targetKey(target)) ?? 0, ...own }));
}
