import {
  type ChangeRequestKey,
  type SearchedTarget,
  type Target,
  targetValue,
} from '@forewarn/core';

/** Maximum changes that are told apart. More are one change of everything. */
const MAX_CHANGES = 500;

/** Change requests that touch a target. */
export interface TouchedTarget {
  /** Its value is a valid name (`isName`). */
  readonly target: SearchedTarget;
  /** Only those in the project with this id; those of all when absent. */
  readonly projectId?: string | undefined;
  /** Only those scheduled at this time or later, in milliseconds since 1970. */
  readonly from: number;
}

/** The kind and the value of a target, as one text. */
export const targetKey = (target: Target): string => `${target.kind} ${targetValue(target)}`;

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
