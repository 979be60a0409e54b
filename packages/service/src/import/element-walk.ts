import { err, ok, type Result } from 'neverthrow';
import Assembler from 'stream-json/core/assembler.js';
import type { Token } from 'stream-json/core/parser.js';

/** The lists that a document can hold. */
export type Section = 'projects' | 'strategies' | 'changeRequests';

/** One element of one of the lists. */
export interface Element {
  readonly section: Section;
  readonly path: string;
  readonly value: unknown;
}

/** What could not be read, and where. */
export interface Unreadable {
  readonly path: string;
  readonly what: string;
}

const SECTIONS: ReadonlySet<string> = new Set<Section>([
  'projects',
  'strategies',
  'changeRequests',
]);
const MAX_DEPTH = 100;
const SHAPES =
  'expected a list of change requests, or an object with "projects", "strategies" or "changeRequests"';

const isSection = (key: string): key is Section => SECTIONS.has(key);

/**
 * Finds the elements of the lists in a document, token by token: it holds one element at a time. A list at the top is
 * one of change requests, as Unleash answers them; of an object, the lists under the known keys are read.
 */
export class ElementWalk {
  readonly #assembler = new Assembler();
  #depth = 0;
  #key = '';
  #section: Section | undefined;
  #listPath = '$';
  #index = 0;
  #deepest = 0;
  #isKnownShape = false;

  /** Where the walk is. */
  get path(): string {
    if (this.#section !== undefined) return `${this.#listPath}[${this.#index}]`;
    return this.#depth === 1 && isSection(this.#key) ? `$.${this.#key}` : '$';
  }

  /** Whether an element has begun and not ended. */
  get isInside(): boolean {
    return this.#section !== undefined && !this.#assembler.done;
  }

  /** Takes the next token; answers an element when the token ends one, or why it can't be read. */
  take(token: Token): Result<Element, Unreadable> | undefined {
    return this.#section === undefined
      ? this.#seekList(token)
      : this.#readList(token, this.#section);
  }

  /** To be called after the last token. */
  end(): Unreadable | undefined {
    return this.#isKnownShape ? undefined : { path: '$', what: SHAPES };
  }

  #seekList(token: Token): Result<never, Unreadable> | undefined {
    switch (token.name) {
      case 'keyValue':
        if (this.#depth === 1) this.#key = token.value;
        return undefined;
      case 'endObject':
      case 'endArray':
        this.#depth -= 1;
        return undefined;
      case 'startArray':
        if (this.#depth === 0) this.#enter('changeRequests', '$');
        else if (this.#depth === 1 && isSection(this.#key)) this.#enter(this.#key, this.path);
        else this.#depth += 1;
        return undefined;
      case 'startObject':
        this.#depth += 1;
        return this.#depth === 2 ? this.#unlessOther() : undefined;
      default:
        return this.#depth === 1 ? this.#unlessOther() : undefined;
    }
  }

  #readList(token: Token, section: Section): Result<Element, Unreadable> | undefined {
    const assembler = this.#assembler;
    if (assembler.done && token.name === 'endArray') {
      this.#section = undefined;
      this.#key = '';
      return undefined;
    }
    assembler.consume(token);
    this.#deepest = Math.max(this.#deepest, assembler.depth);
    if (!assembler.done) return undefined;
    const { path } = this;
    const isTooDeep = this.#deepest > MAX_DEPTH;
    this.#index += 1;
    this.#deepest = 0;
    return isTooDeep
      ? err({ path, what: `is nested deeper than ${MAX_DEPTH} levels` })
      : ok({ section, path, value: assembler.current });
  }

  #enter(section: Section, listPath: string): void {
    this.#section = section;
    this.#listPath = listPath;
    this.#index = 0;
    this.#isKnownShape = true;
  }

  #unlessOther(): Result<never, Unreadable> | undefined {
    if (!isSection(this.#key)) return undefined;
    this.#isKnownShape = true;
    return err({ path: `$.${this.#key}`, what: 'expected a list' });
  }
}
