import type { Touch } from '@forewarn/core';
import { by, consequenceOf, type ConsequenceRule } from '@forewarn/impact';
import { targetKey } from '@forewarn/record';
import { FORECAST_OF, uncertain } from './conflicts-on.ts';
import type { Planned } from './planned.ts';
import type { ForecastConsequence, ForecastOutcome, Gone } from './forecast.ts';
import { GONE_NEXT_WORDS } from './gone-words.ts';

export type GoneByTarget = ReadonlyMap<string, readonly Gone[]>;

export const goneByTarget = (gone: readonly Gone[]): GoneByTarget =>
  Map.groupBy(gone, ({ target }) => targetKey(target));

/** What is gone, and what its removal does to a change that needs it. */
export interface GoneConflict {
  readonly touch: Touch;
  readonly gone: Gone;
  readonly consequence: ForecastConsequence;
}

/** Returns what a change request needs and is gone. */
export function goneFor(victim: Planned, gone: GoneByTarget): readonly GoneConflict[] {
  if (gone.size === 0) return [];
  const { project } = victim.changeRequest;
  return victim.touches.flatMap((touch) => {
    const known = (gone.get(targetKey(touch.target)) ?? []).filter(
      ({ projectId = project }) => projectId === project,
    );
    // An event says more than a list that lacks the same definition.
    const each = known.find(({ event }) => event !== undefined) ?? known[0];
    if (each === undefined) return [];
    const consequence = consequenceOfAny(each, touch, victim);
    return consequence.outcome === 'unaffected' ? [] : [{ touch, gone: each, consequence }];
  });
}

/** What Unleash refuses while a change request needs it has happened here all the same. */
const ONCE_DONE: Readonly<Partial<Record<ConsequenceRule, ConsequenceRule>>> = {
  'included-segment-deleted': 'segment-deleted',
  'included-segment-moved': 'segment-moved',
  'still-depends': 'no-rule',
  'still-depended-on': 'no-rule',
  'milestone-definition-deleted': 'no-rule',
  'planned-definition-deleted': 'no-rule',
};

/** Returns the consequence of a removal. Of several that are possible, it is unknown unless all lead to one forecast. */
function consequenceOfAny(
  { removals }: Gone,
  touch: Touch,
  { changeRequest }: Planned,
): ForecastConsequence {
  const found = new Map<ForecastOutcome, ForecastConsequence>();
  for (const intent of removals) {
    const { rule } = consequenceOf({ intent }, touch, changeRequest);
    const consequence = onceDone(ONCE_DONE[rule] ?? rule);
    const forecast = FORECAST_OF[consequence.outcome];
    // Changes that are lost fail, too.
    if (!found.has(forecast) || consequence.outcome === 'fails') found.set(forecast, consequence);
  }
  const [only, ...others] = found.values();
  return only !== undefined && others.length === 0 ? only : uncertain('removal-unknown');
}

const NEXT: Readonly<Partial<Record<ConsequenceRule, string>>> = GONE_NEXT_WORDS;

function onceDone(rule: ConsequenceRule): ForecastConsequence {
  const consequence = by(rule);
  return { ...consequence, next: NEXT[rule] ?? consequence.next };
}
