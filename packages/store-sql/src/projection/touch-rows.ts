import { type ReadChangeRequest, targetKey } from '@forewarn/record';
import {
  isSearched,
  type SearchedTarget,
  type TargetKind,
  targetsOf,
  targetValue,
} from '@forewarn/core';
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

/** A target as the projection has it. */
export function touchOf(target: SearchedTarget): Pick<TouchesTable, 'kind' | 'value'> {
  return { kind: TARGET_KIND_CODES[target.kind], value: targetValue(target) };
}

const KINDS = new Map(
  Object.entries(TARGET_KIND_CODES).map(([kind, code]) => [code, kind as TargetKind]),
);

/** Returns the target of a row. */
export function targetOf(code: number, value: string): SearchedTarget | undefined {
  const kind = KINDS.get(code);
  switch (kind) {
    case 'feature':
    case 'strategyDefinition':
    case 'contextField':
    case 'user':
      return { kind, name: value };
    case 'strategy':
      return { kind, id: value };
    case 'featureVariants':
      return { kind, feature: value };
    case 'segment':
      return { kind, id: Number(value) };
    default:
      return undefined;
  }
}

/** The columns that all rows of a change request have. */
export type OwnColumns = Omit<TouchesTable, 'kind' | 'value' | 'influence'>;

/** The rows that a change request has among the touches: none for its environment, which is in its own row. */
export function touchRows(
  { changeRequest, readings }: ReadChangeRequest,
  own: OwnColumns,
  influences: ReadonlyMap<string, number> | undefined,
): readonly TouchesTable[] {
  return targetsOf(changeRequest, readings)
    .filter(isSearched)
    .map((target) => ({
      ...touchOf(target),
      influence: influences?.get(targetKey(target)) ?? 0,
      ...own,
    }));
}
