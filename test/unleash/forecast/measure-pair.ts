import type { ScheduledChange } from '../truth/scheduled-change.ts';
import {
  isScheduled,
  LACKING,
  prepared,
  type Refusal,
  refusalOf,
  schedule,
} from '../truth/measure.ts';
import { type MeasuredUnleash, type State, stateOf, type World } from '../truth/world.ts';
import { changesOf, type Pair } from './pairs.ts';

/** What Unleash did with the two changes of a pair. */
export interface PairObservation {
  /** The response that refused to apply the earlier change. */
  readonly earlierFailed?: Refusal;
  /** Whether the later change is still in Unleash's tables after that. */
  readonly isKept: boolean;
  /** The response that refused to apply the later change. */
  readonly failed?: Refusal;
  /** Whether the later change has the effect that was planned; absent if it, or the earlier one, was not applied. */
  readonly isAsPlanned?: boolean;
  /** Whether the later change undoes the effect of the earlier one. */
  readonly isOverwriting?: boolean;
}

/** Applies the two changes of a pair, in a world of a new name. */
export async function measurePair(
  unleash: MeasuredUnleash,
  pair: Pair,
  name: string,
): Promise<PairObservation> {
  const { earlier, later } = changesOf(pair);
  const world = await prepared(unleash, [earlier, later], name);
  const before = { ...world, title: 'earlier' };
  await schedule(before, earlier);
  const id = await schedule(world, later);
  const first = await apply(before, earlier);
  const isKept = await isScheduled(world, id);
  if (first === undefined) return { isKept };
  const between = await stateOf(world);
  const second = await apply(world, later);
  const observed = { isKept, ...('status' in first ? { earlierFailed: first } : {}) };
  if (second === undefined) return observed;
  if ('status' in second) return { ...observed, failed: second };
  const isOverwriting = isSeen(before, earlier, between) && !isSeen(before, earlier, second);
  const isAsPlanned = later.isAsPlanned?.(second, world, between) ?? true;
  return { ...observed, isAsPlanned, isOverwriting };
}

/** Whether the effect of a change is in a state. */
const isSeen = (world: World, { isAsPlanned }: ScheduledChange, state: State): boolean =>
  isAsPlanned?.(state, world, state) ?? false;

/** Applies a change. Returns the state after that, or the refusal; undefined if this version can't apply it. */
async function apply(world: World, change: ScheduledChange): Promise<State | Refusal | undefined> {
  const applied = change.apply && (await world.ask(change.apply(world)));
  if (applied === undefined || applied.status === LACKING) return undefined;
  return applied.status >= 400 ? refusalOf(applied) : stateOf(world);
}
