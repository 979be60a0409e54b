import { type AskedTarget, ownerOf } from '@forewarn/impact';
import { doubtsIn, type ReadChangeRequest } from '@forewarn/record';
import type { TargetKind } from '@forewarn/core';
import type { DoubtsTable } from '../schema/tables.ts';
import { type OwnColumns, TARGET_KIND_CODES } from './touch-rows.ts';

/** The feature of a doubt that can be about any feature. No feature has this name. */
export const ANY_FEATURE = '';
/** The feature of a row that each change request has that leaves a kind of target in doubt. No feature has this name. */
const EACH_FEATURE = '\u0001';

/** Whether a target of each kind belongs to a feature, so that a doubt about another feature does not cover it. */
const IS_OWNED: Readonly<Record<TargetKind, boolean>> = {
  feature: false,
  strategy: true,
  featureVariants: true,
  segment: false,
  strategyDefinition: false,
  environment: false,
  contextField: false,
  user: false,
};

/** The rows that a change request has among the doubts, each once. */
export function doubtRows(
  { changeRequest, readings }: ReadChangeRequest,
  own: OwnColumns,
): readonly DoubtsTable[] {
  const rows = new Map<string, DoubtsTable>();
  for (const { kinds, feature = ANY_FEATURE } of doubtsIn(changeRequest, readings)) {
    for (const kind of kinds) {
      for (const each of IS_OWNED[kind] ? [feature, EACH_FEATURE] : [ANY_FEATURE]) {
        const row = { kind: TARGET_KIND_CODES[kind], feature: each, ...own };
        rows.set(`${row.kind} ${row.feature}`, row);
      }
    }
  }
  return [...rows.values()];
}

/** Selects the rows of the doubts that cover a target. */
export interface DoubtsAsked extends Pick<DoubtsTable, 'kind'> {
  /** The features of the rows. Each is one range of the primary key. */
  readonly features: readonly string[];
}

/** Returns the selection for a target: `covers` of `@forewarn/core` in SQL. */
export function doubtsAsked(asked: AskedTarget): DoubtsAsked {
  const kind = TARGET_KIND_CODES[asked.target.kind];
  const owner = ownerOf(asked);
  if (owner !== undefined) return { kind, features: [ANY_FEATURE, owner] };
  return { kind, features: [IS_OWNED[asked.target.kind] ? EACH_FEATURE : ANY_FEATURE] };
}
