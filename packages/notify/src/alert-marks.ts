import type { ChangeRequestKey, SearchedTarget } from '@forewarn/core';
import { targetKey } from '@forewarn/forecast';
import { type AlertChange, MAX_MARKED } from './alert-progress.ts';

/** Collects what a store changes without an event. */
export class AlertMarks {
  readonly #changes = new Map<string, AlertChange>();
  #isOfAll = false;

  /** Whether everything is marked, so that nothing more need be added. */
  get isOfAll(): boolean {
    return this.#isOfAll;
  }

  /** Marks everything. */
  addAll(): void {
    this.#isOfAll = true;
    this.#changes.clear();
  }

  /** Marks a change request that is added, replaced or removed. */
  addChangeRequest(key: ChangeRequestKey): void {
    this.#add(`${key.id} ${key.projectId}`, { kind: 'change-request', key });
  }

  /**
   * Marks what touches a target.
   *
   * @param from only from this time on, in milliseconds since 1970
   * @param projectId only in this project
   */
  addTarget(target: SearchedTarget, from: number, projectId?: string): void {
    const key = JSON.stringify([targetKey(target), projectId]);
    const known = this.#changes.get(key);
    const since = known?.kind === 'target' ? Math.min(known.touched.from, from) : from;
    const where = projectId === undefined ? {} : { projectId };
    this.#add(key, { kind: 'target', touched: { target, from: since, ...where } });
  }

  /** Returns the changes of the mark: none if nothing is marked. */
  changes(): readonly AlertChange[] {
    return this.#isOfAll ? [{ kind: 'all' }] : [...this.#changes.values()];
  }

  #add(key: string, change: AlertChange): void {
    if (this.#isOfAll) return;
    this.#changes.set(key, change);
    if (this.#changes.size > MAX_MARKED) this.addAll();
  }
}

/** From when on others matter to which a plan for a target matters: an effect on a feature, or a dependency, also to earlier ones. */
export const marksFrom = (
  { kind }: Pick<SearchedTarget, 'kind'>,
  { hasDependency, scheduledAt }: { readonly hasDependency: boolean; readonly scheduledAt: number },
): number => (hasDependency || kind === 'feature' ? 0 : scheduledAt);
