import type { SearchedTarget } from '@forewarn/core';
import { targetKey } from '@forewarn/record';
import { TARGET_KIND_CODES, type TouchInfluences } from '@forewarn/store-sql';
import { sql } from 'kysely';
import { affectedFrom, INFLUENCED_KINDS, influencesOf } from '../effects-of.ts';

/** The codes of the kinds of target that change requests have an influence on. */
export const INFLUENCED_KIND_CODES: readonly number[] = INFLUENCED_KINDS.map(
  (kind) => TARGET_KIND_CODES[kind],
);

/** How a touch has the influence of its change request on the target: a sum. Stored: never give a number another meaning. */
const INFLUENCE_CODES = { effect: 1, dependency: 2, child: 4 } as const;

// The sums with each part: what gets a child is an effect. A query that has the text of an index can use it.
const INFLUENCES = {
  effect: 'influence in (1, 3, 5, 7)',
  dependency: 'influence in (2, 3, 7)',
} as const;

/** Whether the row `t` of the touches has a part of an influence. */
export const HAS_INFLUENCE = {
  effect: sql.raw(`t.${INFLUENCES.effect}`),
  dependency: sql.raw(`t.${INFLUENCES.dependency}`),
} as const;

/** Whether the row `o` of the touches has an effect. */
export const HAS_OWN_EFFECT = sql.raw(`o.${INFLUENCES.effect}`);

const SOONEST = 'touches (kind, value, scheduled_at, project_id, change_request_id, influence)';

/** The influences of change requests, in the rows of the touches. */
export const touchInfluences: TouchInfluences = {
  of: ({ changeRequest, readings }) =>
    new Map(
      influencesOf(changeRequest, readings).map(
        ({ target, isEffective, hasDependency, getsChild }) => [
          targetKey(target),
          (isEffective ? INFLUENCE_CODES.effect : 0) +
            (hasDependency ? INFLUENCE_CODES.dependency : 0) +
            (getsChild ? INFLUENCE_CODES.child : 0),
        ],
      ),
    ),
  indexes: {
    touches_with_effect: `${SOONEST} where ${INFLUENCES.effect}`,
    touches_with_dependency: `${SOONEST} where ${INFLUENCES.dependency}`,
  },
  affectedFrom: (target: SearchedTarget, influence, scheduledAt) =>
    affectedFrom(target, {
      hasDependency: (influence & INFLUENCE_CODES.dependency) !== 0,
      scheduledAt,
    }),
};
