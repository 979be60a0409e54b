/** Pages of one list that say how many elements it has in all. */
interface PartialList {
  count: number;
  readonly total: number;
  readonly projectIds: Set<string>;
}

/** How much of a list the files have. */
export interface CutList {
  readonly count: number;
  readonly total: number;
}

/**
 * Learns from the files of an import whether they have all pages of their lists. Unleash's searches respond with a page, and say
 * how many there are in all.
 */
export class ListedPages {
  /** The pages that are not the whole list, by what it lists and its length. */
  readonly #partial = new Map<string, PartialList>();
  readonly #projectIds = new Set<string>();
  #section = '';
  #count = 0;
  #total = 0;

  /** A list of the current file begins. */
  begin(section: string): void {
    this.#section = section;
  }

  /** The current file lists something of a project. */
  element(projectId: string): void {
    this.#count += 1;
    this.#projectIds.add(projectId);
  }

  /** The current file says how many elements there are in all. */
  total(value: unknown): undefined {
    if (typeof value === 'number') this.#total = value;
  }

  /** The current file ends. */
  end(): void {
    if (this.#total > this.#count) {
      const [key, total] = [`${this.#section} ${this.#total}`, this.#total];
      const known = this.#partial.get(key) ?? { count: 0, total, projectIds: new Set() };
      known.count += this.#count;
      for (const id of this.#projectIds) known.projectIds.add(id);
      this.#partial.set(key, known);
    }
    this.#projectIds.clear();
    this.#section = '';
    this.#count = 0;
    this.#total = 0;
  }

  /** Returns the list with something of a project of which the files lack a part; undefined if there is none. */
  cutOf(projectId: string): CutList | undefined {
    for (const { count, total, projectIds } of this.#partial.values()) {
      if (count < total && (projectIds.has(projectId) || projectIds.size === 0)) {
        return { count, total };
      }
    }
    return undefined;
  }
}
