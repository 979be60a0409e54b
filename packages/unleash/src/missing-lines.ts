/** Maximum number of lines. */
const MAX_LINES = 10;

/** What could not be read, in lines; of many problems, only the first have a line. */
export class MissingLines {
  readonly #lines: string[] = [];
  #count = 0;

  /** How many problems there are. */
  get count(): number {
    return this.#count;
  }

  /** Whether nothing is missing. */
  get isEmpty(): boolean {
    return this.#count === 0;
  }

  add(...lines: readonly string[]): void {
    this.#count += lines.length;
    this.#lines.push(...lines.slice(0, MAX_LINES - this.#lines.length));
  }

  /** Returns the lines, and how many more problems there are. */
  all(): readonly string[] {
    const more = this.#count - this.#lines.length;
    return more === 0 ? this.#lines : [...this.#lines, `${more} more problems like these`];
  }
}
