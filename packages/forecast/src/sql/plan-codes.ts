import type { SearchedTarget } from '@forewarn/core';
import { targetKey } from '@forewarn/record';
import { TARGET_KIND_CODES, type TouchPlans } from '@forewarn/store-sql';
import { sql } from 'kysely';
import { affectedFrom, PLANNED_KINDS, plansOf } from '../effects-of.ts';

/** The codes of the kinds of target that change requests plan something for. */
export const PLANNED_KIND_CODES: readonly number[] = PLANNED_KINDS.map(
  (kind) => TARGET_KIND_CODES[kind],
);

/** How a touch has what its change request plans for the target: a sum. Stored: never give a number another meaning. */
const PLAN_CODES = { effect: 1, dependency: 2, child: 4 } as const;

// The sums with each part: what gets a child is an effect. A query that has the text of an index can use it.
const PLANS = { effect: 'plan in (1, 3, 5, 7)', dependency: 'plan in (2, 3, 7)' } as const;

/** Whether the row `t` of the touches has a part of a plan. */
export const HAS_PLAN = {
  effect: sql.raw(`t.${PLANS.effect}`),
  dependency: sql.raw(`t.${PLANS.dependency}`),
} as const;

/** Whether the row `o` of the touches has an effect. */
export const HAS_OWN_EFFECT = sql.raw(`o.${PLANS.effect}`);

const SOONEST = 'touches (kind, value, scheduled_at, project_id, change_request_id, plan)';

/** What change requests plan for targets, in the rows of the touches. */
export const touchPlans: TouchPlans = {
  of: ({ changeRequest, readings }) =>
    new Map(
      plansOf(changeRequest, readings).map(({ target, isEffective, hasDependency, getsChild }) => [
        targetKey(target),
        (isEffective ? PLAN_CODES.effect : 0) +
          (hasDependency ? PLAN_CODES.dependency : 0) +
          (getsChild ? PLAN_CODES.child : 0),
      ]),
    ),
  indexes: {
    touches_with_effect: `${SOONEST} where ${PLANS.effect}`,
    touches_with_dependency: `${SOONEST} where ${PLANS.dependency}`,
  },
  affectedFrom: (target: SearchedTarget, plan, scheduledAt) =>
    affectedFrom(target, { hasDependency: (plan & PLAN_CODES.dependency) !== 0, scheduledAt }),
};
