import { getSystemErrorMessage } from 'node:util';
import { err, ok, type Result } from 'neverthrow';
import { none } from 'stream-chain/core';
import fun from 'stream-chain/fun.js';
import { pick } from 'stream-json/core/filters/pick.js';
import { jsonParser, type Token } from 'stream-json/core/parser.js';
import { streamValues } from 'stream-json/core/streamers/stream-values.js';

/** The lists that a document can hold: those of entries, those of names, and what depends on what. */
export type Section =
  | EntrySection
  | 'deletedStrategies'
  | 'features'
  | 'dependencies'
  | 'segments'
  | 'environments'
  | 'contextFields';

/** The lists whose elements are entries of an import. */
export type EntrySection = 'projects' | 'strategies' | 'changeRequests';

/** One element of one of the lists, or how many elements there are. */
export interface Element {
  readonly section: Section | typeof TOTAL;
  readonly path: string;
  readonly value: unknown;
}

/** How many elements a list has in all, if the document has a page of it. */
const TOTAL = 'total';

/** A problem of a document, and its place. */
export interface Unreadable {
  readonly path: string;
  readonly what: string;
}

/** The lists that are read by default: those that an import knows. */
const SECTIONS: readonly Element['section'][] = [
  'projects',
  'strategies',
  'changeRequests',
  'deletedStrategies',
  'features',
  'dependencies',
  TOTAL,
];
const MAX_DEPTH = 100;
const MAX_DEPTH_ELSEWHERE = 1_000_000;
/** Default maximum length of an element. */
const MAX_LENGTH = 16_000_000;
/** The parser drops the elements before an error in the same piece, so a piece is short. */
const PIECE_LENGTH = 1_000;
const SHAPES =
  'expected a list of change requests, or an object with "projects", "strategies", "changeRequests" or "features"';
const ONE = 'expected a list of change requests: this is one, so put [ and ] around it';

type Found = Result<Element, Unreadable>;

interface ReadingOptions {
  /** Maximum length of an element, in characters of JSON; one larger by less than a chunk may pass. */
  readonly maxLength?: number;
  /** The lists to read. */
  readonly sections?: readonly Element['section'][];
  /** Called when a list begins. */
  readonly onList?: (section: Section) => void;
  /** Says why a file can't be read. */
  readonly unreadableWords?: (error: Error) => string;
}

const systemWords = (error: Error): string =>
  `can't be read: ${getSystemErrorMessage(Number('errno' in error && error.errno))}`;

/**
 * Reads the elements of a JSON document in UTF-8, one at a time: of a list, change requests; of an object, the lists
 * under the known keys. It ends with the first error in the text.
 */
export async function* readElements(
  chunks: AsyncIterable<Uint8Array>,
  {
    maxLength = MAX_LENGTH,
    sections = SECTIONS,
    onList = () => {},
    unreadableWords = systemWords,
  }: ReadingOptions = {},
): AsyncGenerator<Found> {
  const document = new Document(maxLength, sections, onList);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of chunks) yield* document.read(decoder.decode(chunk, { stream: true }));
    decoder.decode();
    yield* document.end();
  } catch (error) {
    const what = reasonOf(error, maxLength, unreadableWords);
    if (what === undefined) throw error;
    yield err({ path: document.path, what });
  }
}

class TooLong extends Error {}

class Document {
  /** The position of the reader: `after` the last element. */
  path = '$';
  #current: Omit<Element, 'value'> | undefined;
  #isKnownShape = false;
  /** Characters read since the last token outside elements, or the last end of one. */
  #length = 0;
  readonly #found: Found[] = [];
  readonly #maxLength: number;
  readonly #sections: ReadonlySet<unknown>;
  readonly #onList: (section: Section) => void;

  constructor(
    maxLength: number,
    sections: readonly Element['section'][],
    onList: (section: Section) => void,
  ) {
    this.#maxLength = maxLength;
    this.#sections = new Set(sections);
    this.#onList = onList;
  }

  readonly #parse = fun(
    jsonParser({ streamValues: false }),
    (token: Token) => {
      if (this.#current === undefined) this.#length = 0;
      return token;
    },
    pick({ maxDepth: MAX_DEPTH_ELSEWHERE, filter: (path, token) => this.#isElement(path, token) }),
    streamValues({ includeUndecided: true, objectFilter: ({ depth }) => this.#isShallow(depth) }),
    (item: unknown) => {
      const { value } = item as { readonly value: unknown };
      this.#end((current) => ok({ ...current, value }));
      return none;
    },
  );

  async *read(text: string): AsyncGenerator<Found> {
    for (let at = 0; at < text.length; at += PIECE_LENGTH) {
      const piece = text.slice(at, at + PIECE_LENGTH);
      this.#length += piece.length;
      await this.#parse(piece);
      yield* this.#found.splice(0);
      if (this.#length > this.#maxLength) throw new TooLong();
    }
  }

  async *end(): AsyncGenerator<Found> {
    await this.#parse(none as never);
    yield* this.#found.splice(0);
    if (!this.#isKnownShape) yield err({ path: '$', what: SHAPES });
  }

  /** Whether an element begins with the token at a path, such as `[3]` or `["projects", 3]`. */
  #isElement(path: readonly unknown[], { name }: Token): boolean {
    const [first, index] = path;
    if (path.length > 2) return false;
    if (first === undefined) {
      if (name === 'startArray') this.#beginList('changeRequests');
      return false;
    }
    if (typeof first === 'number') {
      return path.length === 1 && this.#begin('changeRequests', `$[${first}]`);
    }
    // Its lists look like those of a document, and the change request would be left out.
    if (first === 'state' && path.length === 1 && this.#isSection('changeRequests')) {
      this.#refuse('$', ONE);
    }
    if (!this.#isSection(first)) return false;
    if (first === TOTAL) return path.length === 1 && this.#begin(first, '$.total');
    if (typeof index === 'number') return this.#begin(first, `$.${first}[${index}]`);
    if (path.length === 2) return false;
    if (name === 'startArray') this.#beginList(first);
    else this.#refuse(`$.${first}`, 'expected a list');
    return false;
  }

  #refuse(path: string, what: string): void {
    this.#isKnownShape = true;
    this.#found.push(err({ path, what }));
  }

  #isSection(key: unknown): key is Element['section'] {
    return this.#sections.has(key);
  }

  #beginList(section: Section): void {
    this.#isKnownShape = true;
    this.#onList(section);
  }

  #begin(section: Element['section'], path: string): true {
    this.#current = { section, path };
    return true;
  }

  #end(found: (current: Omit<Element, 'value'>) => Found): void {
    if (this.#current === undefined) return;
    this.#found.push(found(this.#current));
    this.path = `after ${this.#current.path}`;
    this.#current = undefined;
    this.#length = 0;
  }

  #isShallow(depth: number): false | undefined {
    if (depth <= MAX_DEPTH) return undefined;
    this.#end(({ path }) => err({ path, what: `is nested deeper than ${MAX_DEPTH} levels` }));
    return false;
  }
}

const PARSER_SAYS = /^Parser (?:cannot parse input: |has )/;

/** Describes an error of the text or the file; undefined for a bug. */
function reasonOf(
  error: unknown,
  maxLength: number,
  unreadableWords: (error: Error) => string,
): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return 'broken text: not UTF-8';
  if (error instanceof TooLong) return `an element is longer than ${maxLength} characters`;
  if (PARSER_SAYS.test(error.message)) {
    return `broken JSON: ${error.message.replace(PARSER_SAYS, '')}`;
  }
  return 'syscall' in error && 'errno' in error ? unreadableWords(error) : undefined;
}
