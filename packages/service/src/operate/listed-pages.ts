/** Pages of one list that say how many elements it has in all. */
interface PartialList {
  count: number;
  readonly total: number;
  readonly projectIds: Set<string>;
}

/** How many change requests Unleash lists of a project at most: the last ones. */
const MAX_LISTED = 300;

const LONG = `a file lists ${MAX_LISTED} of its change requests, and Unleash lists no more; add the older ones to that list or, if there are none, divide it into two files`;

/**
 * Learns from the files of an import whether they have all pages of their lists. Unleash's searches respond with a page, and say
 * how many there are in all.
 */
export class ListedPages {
  /** The pages that are not the whole list, by what it lists and its length. */
  readonly #partial = new Map<string, PartialList>();
  /** Those of which a file has as many change requests as Unleash lists at most. */
  readonly #long = new Set<string>();
  readonly #projectIds = new Set<string>();
  /** How many change requests the current file has, by project. */
  readonly #changeRequests = new Map<string, number>();
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

  /** The current file lists a change request of a project. */
  changeRequest(projectId: string): void {
    this.element(projectId);
    this.#changeRequests.set(projectId, (this.#changeRequests.get(projectId) ?? 0) + 1);
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
    const [[id, count] = ['', 0], ...others] = this.#changeRequests;
    const isOfOne = others.length === 0;
    if (isOfOne && count === MAX_LISTED && this.#total === 0) this.#long.add(id);
    this.#projectIds.clear();
    this.#changeRequests.clear();
    this.#section = '';
    this.#count = 0;
    this.#total = 0;
  }

  /** Returns why the files may lack a part of a list with something of a project; undefined if they have all. */
  cutOf(projectId: string): string | undefined {
    for (const { count, total, projectIds } of this.#partial.values()) {
      if (count < total && (projectIds.has(projectId) || projectIds.size === 0)) {
        return `the files have ${count} of ${total} elements of a list; add its other pages`;
      }
    }
    return this.#long.has(projectId) ? LONG : undefined;
  }
}
