import { CLOCK_TOLERANCE_MS, targetKey, type TouchedTarget } from '@forewarn/record';
import { RULE_VERSION } from '@forewarn/core';
import {
  type AlertBatch,
  type AlertProgress,
  type AlertSweep,
  MAX_BATCHED,
} from './alert-progress.ts';
import type { FirstLook } from './alert-repository.ts';
import type { LookAgain } from './look-again.ts';
import type { WaitingFeature } from '@forewarn/record';

/** A sweep begins this long after the one before, as a net. */
const SWEEP_EVERY_MS = 24 * 3_600_000;
/** Maximum batches before no more is taken in. */
const MAX_BATCHES = 4;

/** What is to be looked at, and how far that is. */
export class AlertWork {
  readonly #before: AlertProgress | undefined;
  readonly #isFirst: boolean;
  event: number;
  time: number;
  sweep: AlertSweep | undefined;
  waiting: readonly WaitingFeature[];
  quiet: number | undefined;
  #sweptAt: number;
  #batches: readonly AlertBatch[];

  /** @param now milliseconds since 1970 */
  constructor(before: AlertProgress | undefined, now: number) {
    this.#before = before;
    // Ahead by more, a clock was wrong, and what was found by it can be, too.
    const isAhead = before !== undefined && before.time > now + CLOCK_TOLERANCE_MS;
    const notAfter = isAhead ? now : Infinity;
    this.event = before?.event ?? 0;
    this.time = Math.min(before?.time ?? now, notAfter);
    this.sweep = before?.sweep;
    this.waiting = (before?.waiting ?? []).map((each) => ({
      ...each,
      since: Math.min(each.since, notAfter),
    }));
    this.quiet = before?.quiet && Math.min(before.quiet, notAfter);
    this.#sweptAt = before?.sweptAt ?? now;
    this.#batches = before?.batches ?? [];
    const isNew = before === undefined;
    this.#isFirst = isNew || before.sweep?.isFirst === true;
    const isDue = isNew || now - before.sweptAt >= SWEEP_EVERY_MS;
    if (isDue || isAhead || before.rule !== RULE_VERSION) this.beginSweep(now, this.#isFirst);
  }

  /** Whether nothing was dealt with before. */
  get isNew(): boolean {
    return this.#before === undefined;
  }

  /** Where the first comparison of the store is; undefined if it was over before. */
  get firstLook(): FirstLook | undefined {
    if (!this.#isFirst) return undefined;
    return this.sweep?.isFirst === true ? 'goes-on' : 'ends';
  }

  get isDone(): boolean {
    return this.#batches.length === 0 && this.sweep === undefined;
  }

  /** Whether more can be taken in. */
  get hasRoom(): boolean {
    return this.#batches.length < MAX_BATCHES;
  }

  beginSweep(now: number, isFirst = false): void {
    this.sweep = { stage: 'forecast', ...(isFirst ? { isFirst } : {}) };
    this.#sweptAt = now;
  }

  /** Adds what is to be looked at: as a sweep if that is very much. */
  add(again: LookAgain, now: number): void {
    const batch = this.#withoutKnown(again.batch());
    const size = this.#batches.reduce((sum, each) => sum + sizeOf(each), again.size);
    if (again.isOfAll || size > MAX_BATCHED) {
      this.#batches = [];
      this.beginSweep(now, this.sweep?.isFirst === true);
    } else if (batch !== undefined) {
      this.#batches = [...this.#batches, batch];
    }
  }

  /** Returns what no other batch is going to find anyway; undefined if that is nothing. */
  #withoutKnown(batch: AlertBatch | undefined): AlertBatch | undefined {
    if (batch === undefined) return undefined;
    const touching = batch.touching.filter(
      (each) => !this.#batches.some((other) => finds(other, each, batch.hasNewInfluences)),
    );
    const left = { ...batch, touching };
    return sizeOf(left) === 0 ? undefined : left;
  }

  /** Takes the first batch. */
  take(): AlertBatch | undefined {
    const [first, ...rest] = this.#batches;
    this.#batches = rest;
    return first;
  }

  /** Puts what is left of a batch behind the others, so that none waits for a long one. */
  putBack(batch: AlertBatch): void {
    if (sizeOf(batch) > 0) this.#batches = [...this.#batches, batch];
  }

  /** Returns the progress; undefined if it is as it was. */
  progress(): AlertProgress | undefined {
    const progress: AlertProgress = {
      event: this.event,
      time: this.time,
      sweptAt: this.#sweptAt,
      rule: RULE_VERSION,
      batches: this.#batches,
      ...(this.sweep === undefined ? {} : { sweep: this.sweep }),
      ...(this.waiting.length === 0 ? {} : { waiting: this.waiting }),
      ...(this.quiet === undefined ? {} : { quiet: this.quiet }),
    };
    return JSON.stringify(progress) === JSON.stringify(this.#before) ? undefined : progress;
  }
}

/** Whether a batch is still going to look at all that touch a target. */
const finds = (
  { touching, after, hasNewInfluences }: AlertBatch,
  { target, projectId, from }: TouchedTarget,
  needsInfluences: true | undefined,
): boolean =>
  (after === undefined || after.scheduledAt < from) &&
  (hasNewInfluences === true || needsInfluences !== true) &&
  touching.some(
    (each) =>
      targetKey(each.target) === targetKey(target) &&
      each.from <= from &&
      (each.projectId === undefined || each.projectId === projectId),
  );

const sizeOf = ({ keys, touching }: AlertBatch): number => keys.length + touching.length;
