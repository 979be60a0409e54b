import { Buffer } from 'node:buffer';
import type { ScheduledChangeRequest } from '@forewarn/core';
import type { Gone, GoneCause, GoneTarget } from '@forewarn/forecast';
import { nameIn, type Place, read, timeOf } from '../impact/oracle-reading.ts';
import { consequenceOf } from '../impact/oracle-consequence.ts';
import { fieldOf, isText, type KindOfTarget } from '../impact/oracle-rule.ts';
import { goneFor } from './gone-oracle.ts';
import { forecastFor, measured, type Ruled, unknown } from './oracle-consequences.ts';

/** What applying a change does to a target, which is `kind value`. Without an intent it can't be seen. */
interface Effect {
  readonly target: string;
  readonly intent?: string;
  readonly place: Place;
}

/** What a change request does when it is applied. */
interface Plan {
  readonly changeRequest: ScheduledChangeRequest;
  readonly at: number;
  readonly places: readonly Place[];
  readonly effects: readonly Effect[];
  /** The features whose dependencies it removes, at either end. */
  readonly released: ReadonlySet<string>;
}

/** What one change request does to another. */
interface Found {
  readonly cause: Plan;
  readonly path: Place;
  readonly touch: Place;
  readonly consequence: { readonly outcome: string };
}

/** The table of the specification: what an action does to targets of a kind. */
const EFFECTS: readonly (readonly [action: string, kind: KindOfTarget, intent: string])[] = [
  ['archiveFeature', 'feature', 'archive'],
  ['updateStrategy', 'strategy', 'update'],
  ['deleteStrategy', 'strategy', 'delete'],
  ['patchVariant', 'variants', 'update'],
  ['updateSegment', 'segment', 'update'],
  ['deleteSegment', 'segment', 'delete'],
  ['addDependency', 'feature', 'become-child'],
  ['deleteDependency', 'feature', 'lose-parent'],
];

const SEEN = [
  'updateEnabled',
  'addStrategy',
  'reorderStrategy',
  ...EFFECTS.map(([action]) => action),
];

/** The kinds of target that changes have an effect on. */
const HAS_EFFECTS = /^(?:feature|strategy|variants|segment) /;

const SOONEST = 1_000;

function parentAt({ feature, payload }: Place): string | undefined {
  const parent = fieldOf(payload, 'feature');
  return isText(parent) && parent !== feature ? parent : undefined;
}

function effectsAt(place: Place): readonly Effect[] {
  const { action = '', feature, touched, doubts } = place;
  const rows = EFFECTS.filter(([each]) => each === action);
  const seen = rows.flatMap(([, kind, intent]): readonly Effect[] => {
    if (kind !== 'feature' || action === 'archiveFeature') {
      const targets = touched.filter((each) => each.startsWith(`${kind} `));
      return targets.map((target) => ({ target, intent, place }));
    }
    const parent = parentAt(place);
    return [
      ...(feature === undefined ? [] : [{ target: `feature ${feature}`, intent, place }]),
      ...(parent !== undefined && action === 'addDependency'
        ? [{ target: `feature ${parent}`, intent: 'become-parent', place }]
        : []),
    ];
  });
  const isDoubtful = rows.some(([, kind]) => doubts.some(({ kinds }) => kinds.includes(kind)));
  // Without an action, it stands for a whole feature.
  const isSeen = place.action === undefined ? doubts.length === 0 : SEEN.includes(action);
  if (feature === undefined || (isSeen && !isDoubtful)) return seen;
  return [...seen, { target: `feature ${feature}`, place }];
}

function planOf(changeRequest: ScheduledChangeRequest): Plan {
  const { places } = read(changeRequest);
  const all = places.flatMap(effectsAt);
  const effects = all.filter((effect, index) => {
    const isSame = ({ target, intent, place }: Effect): boolean =>
      target === effect.target &&
      intent === effect.intent &&
      (intent !== 'lose-parent' || parentAt(place) === parentAt(effect.place));
    const isLast = effect.intent === 'become-child';
    return (isLast ? all.findLastIndex(isSame) : all.findIndex(isSame)) === index;
  });
  const released = places
    .filter(({ path, action }) => action === 'deleteDependency' && path.includes('].changes['))
    .flatMap(({ touched }) => touched.filter((each) => each.startsWith('feature ')));
  const at = timeOf(changeRequest);
  return { changeRequest, at, places, effects, released: new Set(released) };
}

/** What an effect does to a change request at a place that touches its target. */
function consequenceAt(effect: Effect, by: Plan, place: Place, to: Plan): { outcome: string } {
  const [kind = '', value = ''] = effect.target.split(/ (.*)/s);
  const { intent } = effect;
  if (intent === undefined) {
    return place.feature === value ? unknown('effects-unseen') : { outcome: 'unaffected' };
  }
  const parents = new Set([parentAt(effect.place), parentAt(place)]);
  const isSame = parents.size === 1 || parents.has(undefined);
  const isRemoved = place.action === 'deleteDependency' && place.feature === value;
  if (intent === 'lose-parent' || (isRemoved && intent === 'become-child')) {
    const isGone = isRemoved && isSame === (intent === 'lose-parent');
    return isGone ? measured('dependency-gone') : { outcome: 'unaffected' };
  }
  const { environment } = by.changeRequest;
  const where = kind === 'variants' ? { inEnvironment: environment } : {};
  const done = { kind: kind as KindOfTarget, value, intent, ...where };
  const found = consequenceOf(done, place, to.changeRequest) as Ruled;
  return found.rule === 'included-segment-deleted' ? measured('segment-deleted') : found;
}

const place = ({ path, action, feature }: Place) => ({ path, action, feature });

const shown = ({ project, id, environment, title, schedule }: ScheduledChangeRequest) => {
  return { project, id, environment, title, schedule };
};

const WORST = ['fails', 'suspended', 'changed', 'unknown'];
/** What is gone has no project. */
interface OracleCause {
  readonly gone?: GoneTarget;
  readonly event?: GoneCause['event'] | undefined;
  readonly project?: string;
  readonly id?: number;
}

/** A forecast, with all causes. */
export interface OracleForecast {
  readonly project: string;
  readonly id: number;
  readonly environment: string;
  readonly at: number;
  /** As over HTTP, without causes. */
  readonly body: object;
  readonly forecast: string;
  /** What is gone, then the soonest, with those that the reader may not see. */
  readonly causes: readonly OracleCause[];
}

/**
 * Forecasts a schedule, worked out from the specification without the product's code: each change request is compared with
 * each other one.
 */
export function forecastsByOracle(
  changeRequests: readonly ScheduledChangeRequest[],
  now: number,
  gone: readonly Gone[] = [],
): readonly OracleForecast[] {
  const plans = changeRequests
    .filter(({ schedule }) => schedule?.status === 'pending')
    .map(planOf)
    .filter(({ at }) => at >= now && at < Number.MAX_SAFE_INTEGER)
    .toSorted(
      (a, b) =>
        a.at - b.at ||
        Buffer.compare(
          Buffer.from(a.changeRequest.project),
          Buffer.from(b.changeRequest.project),
        ) ||
        a.changeRequest.id - b.changeRequest.id,
    );
  const ranks = new Map(plans.map((each, index) => [each, index]));
  const rankOf = ({ cause }: Found): number => ranks.get(cause) ?? 0;
  const broken = new Set<Plan>();
  return plans.map((victim) => {
    const found = causesOf(victim, plans, broken);
    const missing = goneFor(victim, gone);
    const forecasts = new Set(
      [...missing, ...found].map(({ consequence }) => forecastFor(consequence)),
    );
    const forecast = WORST.find((each) => forecasts.has(each)) ?? 'as-planned';
    if (forecast === 'fails' || forecast === 'suspended') broken.add(victim);
    const { changeRequest } = victim;
    const { project, id, environment, createdBy } = changeRequest;
    return {
      project,
      id,
      environment,
      at: victim.at,
      body: { ...shown(changeRequest), createdBy: nameIn(createdBy), forecast },
      forecast,
      causes: [
        ...missing.map(({ gone: { target, event, asOf }, touch, consequence }) => {
          return { gone: target, event, asOf, touch: place(touch), consequence };
        }),
        ...found
          .toSorted((a, b) => rankOf(a) - rankOf(b))
          .map(({ cause, path, touch, consequence }) => ({
            ...shown(cause.changeRequest),
            ...place(path),
            touch: place(touch),
            consequence,
          })),
      ],
    };
  });
}

/** Whether the removal of a dependency proves that it exists when an earlier change request is applied. */
function isProof(removal: Place, cause: Plan, victim: Plan, plans: readonly Plan[]): boolean {
  const child = `feature ${removal.feature}`;
  const removed = parentAt(removal);
  const isOfChild = ({ target }: Effect): boolean => target === child;
  const counted = plans.filter(({ effects }) => effects.some(isOfChild)).slice(0, SOONEST);
  return counted.every(({ at, effects }) =>
    effects.filter(isOfChild).every(({ intent = '', place: of }) => {
      // Whether it leaves the child without the dependency, at least if that is another one.
      const isEnd = ['archive', 'lose-parent', 'become-child'].includes(intent) && at <= victim.at;
      const [added, isAdded] = [parentAt(of), intent === 'become-child' && at <= cause.at];
      const isSame = added === undefined || removed === undefined || added === removed;
      return !isEnd && !(isAdded && isSame);
    }),
  );
}

function causesOf(
  victim: Plan,
  plans: readonly Plan[],
  broken: ReadonlySet<Plan>,
): readonly Found[] {
  const found: Found[] = [];
  const add = (cause: Plan, path: Place, touch: Place, consequence: { outcome: string }): void => {
    const isSure = consequence.outcome === 'unknown';
    const isBroken = cause.at < victim.at && broken.has(cause);
    const weakened =
      cause.at === victim.at
        ? unknown('order-unknown')
        : isBroken
          ? unknown('cause-uncertain')
          : consequence;
    found.push({ cause, path, touch, consequence: isSure ? consequence : weakened });
  };
  for (const touch of victim.places) {
    for (const target of touch.touched.filter((each) => HAS_EFFECTS.test(each))) {
      let rank = 0;
      for (const cause of plans) {
        if (cause.at > victim.at) break;
        const effects = cause.effects.filter((each) => each.target === target);
        if (effects.length === 0) continue;
        rank += 1;
        if (cause === victim || rank > SOONEST + 1) continue;
        for (const effect of effects) {
          const consequence =
            rank > SOONEST
              ? unknown('too-many-effects')
              : consequenceAt(effect, cause, touch, victim);
          const { outcome } = consequence;
          if (outcome !== 'unaffected' && outcome !== 'refused') {
            add(cause, effect.place, touch, consequence);
          }
        }
      }
    }
  }
  for (const effect of victim.effects) {
    const { target, intent } = effect;
    if (intent === undefined) continue;
    for (const cause of plans.filter(({ released }) => released.has(target))) {
      if (cause === victim || cause.at < victim.at) continue;
      for (const path of cause.places.filter(({ touched }) => touched.includes(target))) {
        const consequence = consequenceAt(effect, victim, path, cause);
        if (consequence.outcome !== 'refused') continue;
        const isThere = cause.at === victim.at || isProof(path, cause, victim, plans);
        const uncertain = unknown('dependency-uncertain');
        // The way out is the same, whether it is certain or not.
        const refused = isThere ? { ...consequence, next: uncertain.next } : uncertain;
        add(cause, path, effect.place, refused);
      }
    }
  }
  return found;
}
