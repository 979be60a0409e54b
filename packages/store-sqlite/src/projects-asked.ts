/** The ids of the projects that an impact looks in. */
export class ProjectsAsked {
  readonly #ids: readonly string[];
  readonly #bytes: readonly Buffer[];
  readonly #ranks: ReadonlyMap<string, number>;

  /** @param ids in ascending byte order */
  constructor(ids: readonly string[]) {
    this.#ids = ids;
    this.#bytes = ids.map((id) => Buffer.from(id));
    this.#ranks = new Map(ids.map((id, rank) => [id, rank]));
  }

  /** The first id, if there is any. */
  get first(): string | undefined {
    return this.#ids[0];
  }

  /** The position of an id; undefined for that of another project. */
  rankOf(id: string): number | undefined {
    return this.#ranks.get(id);
  }

  /** The first id after that of another project. */
  after(other: string): string | undefined {
    const bytes = Buffer.from(other);
    let [from, to] = [0, this.#bytes.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (Buffer.compare(this.#bytes[middle] as Buffer, bytes) < 0) from = middle + 1;
      else to = middle;
    }
    return this.#ids[from];
  }
}
