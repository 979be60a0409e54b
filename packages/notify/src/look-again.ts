import {
  type ChangeRequestKey,
  isSearched,
  type ScheduledChangeRequest,
  type Target,
} from '@forewarn/core';
import { affectedFrom, influencesOf } from '@forewarn/forecast';
import { scheduledAtOf, type SilentChange, targetKey, type TouchedTarget } from '@forewarn/record';
import type { AlertBatch } from './alert-progress.ts';
import { changeRequestKey, keyText } from './change-request-key.ts';

/** Collects the change requests whose forecasts can change, each once. */
export class LookAgain {
  readonly #keys = new Map<string, ChangeRequestKey>();
  readonly #touching = new Map<string, TouchedTarget>();
  #hasNewInfluences = false;
  /** Whether everything can change. */
  isOfAll = false;

  get size(): number {
    return this.#keys.size + this.#touching.size;
  }

  /** Adds a change that left no event. */
  add(change: SilentChange): void {
    if (change.kind === 'all') this.isOfAll = true;
    if (change.kind === 'change-request') this.#addKey(change.key);
    if (change.kind !== 'target') return;
    this.#hasNewInfluences = true;
    const { target, from, projectId } = change.touched;
    this.addTouching(target, from, projectId);
  }

  /** Adds what touches a target, from a time on. */
  addTouching(target: Target, from: number, projectId?: string): void {
    if (!isSearched(target)) {
      this.isOfAll = true;
      return;
    }
    const key = JSON.stringify([targetKey(target), projectId]);
    const known = this.#touching.get(key)?.from ?? Infinity;
    const where = projectId === undefined ? {} : { projectId };
    this.#touching.set(key, { target, from: Math.min(from, known), ...where });
  }

  /** Adds a change request that was recorded, replaced or withdrawn, and what it affected and affects. */
  addChanged(before: ScheduledChangeRequest | null, after: ScheduledChangeRequest | null): void {
    for (const each of [before, after]) {
      if (each !== null) this.#addKey(changeRequestKey(each));
    }
    if (before !== null && after !== null && effectOf(before) === effectOf(after)) return;
    for (const each of [before, after]) if (each !== null) this.addAffectedBy(each);
  }

  /** Adds a change request whose time is over, and what it affected. */
  addPast(changeRequest: ScheduledChangeRequest): void {
    this.#addKey(changeRequestKey(changeRequest));
    this.addAffectedBy(changeRequest);
  }

  /** Adds what the influences of a change request affect. */
  addAffectedBy(changeRequest: ScheduledChangeRequest): void {
    this.#hasNewInfluences = true;
    const scheduledAt = scheduledAtOf(changeRequest);
    for (const { target, hasDependency } of influencesOf(changeRequest)) {
      if (isSearched(target))
        this.addTouching(target, affectedFrom(target, { hasDependency, scheduledAt }));
    }
  }

  /**
   * Adds what depends on whether a change request goes as planned: later ones that touch what it changes, or the dependencies that
   * it removes.
   *
   * @param covered a batch that finds these anyway
   */
  addDependents(changeRequest: ScheduledChangeRequest, covered?: AlertBatch): void {
    const from = scheduledAtOf(changeRequest) + 1;
    const found = new Set(
      covered?.touching.flatMap((each) =>
        each.projectId === undefined && each.from <= from ? [targetKey(each.target)] : [],
      ),
    );
    for (const { target } of influencesOf(changeRequest)) {
      if (!found.has(targetKey(target))) this.addTouching(target, from);
    }
  }

  /** Adds what touches the dependencies that a change request removes, or the parents that it makes. */
  addDependencies(changeRequest: ScheduledChangeRequest): void {
    for (const { target, hasDependency, getsChild } of influencesOf(changeRequest)) {
      if (hasDependency || getsChild) this.addTouching(target, 0);
    }
  }

  /** Returns the batch; undefined if there is nothing to look at. */
  batch(): AlertBatch | undefined {
    if (this.size === 0) return undefined;
    return {
      keys: [...this.#keys.values()],
      touching: [...this.#touching.values()],
      ...(this.#hasNewInfluences ? { hasNewInfluences: true } : {}),
    };
  }

  #addKey(key: ChangeRequestKey): void {
    this.#keys.set(keyText(key), key);
  }
}

/** Identifies what a change request does to others. */
const effectOf = ({ schedule, environment, features, segments }: ScheduledChangeRequest): string =>
  JSON.stringify([schedule?.status, schedule?.scheduledAt, environment, features, segments]);
