import type { ChangeRequestKey, SearchedTarget } from '@forewarn/core';
import type { TouchedTarget } from './forecast-reader.ts';
import { targetKey } from './effects-of.ts';

/** Maximum changes that are told apart. More are one change of everything. */
const MAX_CHANGES = 500;

/** Something that changed without an event: everything, a change request, or what touches a target. JSON. */
export type SilentChange =
  | { readonly kind: 'all' }
  | { readonly kind: 'change-request'; readonly key: ChangeRequestKey }
  | { readonly kind: 'target'; readonly touched: TouchedTarget };

/** Collects what an import or a list of names changes, since no event says so. */
export class SilentChanges {
  readonly #changes = new Map<string, SilentChange>();
  #areOfAll = false;

  /** Whether everything may have changed, so that nothing more need be added. */
  get areOfAll(): boolean {
    return this.#areOfAll;
  }

  /** Adds everything. */
  addAll(): void {
    this.#areOfAll = true;
    this.#changes.clear();
  }

  /** Adds a change request that is added, replaced or removed. */
  addChangeRequest(key: ChangeRequestKey): void {
    this.#add(`${key.id} ${key.projectId}`, { kind: 'change-request', key });
  }

  /**
   * Adds what touches a target.
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

  /** Returns the changes: at most 500. */
  list(): readonly SilentChange[] {
    return this.#areOfAll ? [{ kind: 'all' }] : [...this.#changes.values()];
  }

  #add(key: string, change: SilentChange): void {
    if (this.#areOfAll) return;
    this.#changes.set(key, change);
    if (this.#changes.size > MAX_CHANGES) this.addAll();
  }
}

/** From when on others matter to which a plan for a target matters: an effect on a feature, or a dependency, also to earlier ones. */
export const affectedFrom = (
  { kind }: Pick<SearchedTarget, 'kind'>,
  { hasDependency, scheduledAt }: { readonly hasDependency: boolean; readonly scheduledAt: number },
): number => (hasDependency || kind === 'feature' ? 0 : scheduledAt);
