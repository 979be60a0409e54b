import { getSystemErrorMessage } from 'node:util';
import { err, type Result } from 'neverthrow';
import { getManyValues, isMany, none } from 'stream-chain/defs.js';
import { jsonParser, type Token } from 'stream-json/core/parser.js';
import { type Element, ElementWalk, type Unreadable } from './element-walk.ts';

// The parser forgets the tokens of a piece in which it finds an error. To keep the error's path exact, a piece outside
// an element is about a token, and one inside ends no later than the element.
const PIECE_OUTSIDE = /[^,:{}[\]]*[,:{}[\]]?/y;
const PIECE_INSIDE = /[^}\]]*[}\]]?/y;

/** Reads the elements out of a JSON text in UTF-8, one at a time. After broken JSON nothing follows. */
export async function* readElements(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Result<Element, Unreadable>> {
  const walk = new ElementWalk();
  const parse = jsonParser({ streamValues: false });
  try {
    for await (const text of decoded(chunks)) {
      for (const piece of piecesOf(text, walk)) yield* elementsOf(walk, parse(piece));
    }
    yield* elementsOf(walk, parse(none as never));
  } catch (error) {
    const what = reasonOf(error);
    if (what === undefined) throw error;
    yield err({ path: walk.path, what });
    return;
  }
  const unknown = walk.end();
  if (unknown !== undefined) yield err(unknown);
}

async function* decoded(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const strict = new TextDecoder('utf-8', { fatal: true });
  const lenient = new TextDecoder('utf-8');
  for await (const chunk of chunks) {
    const text = lenient.decode(chunk, { stream: true });
    try {
      strict.decode(chunk, { stream: true });
    } catch (error) {
      // What is before the broken bytes tells where they are.
      yield text.slice(0, text.indexOf('\uFFFD'));
      throw error;
    }
    yield text;
  }
  strict.decode();
}

function* piecesOf(text: string, walk: ElementWalk): Generator<string> {
  for (let at = 0; at < text.length;) {
    const piece = walk.isInside ? PIECE_INSIDE : PIECE_OUTSIDE;
    piece.lastIndex = at;
    piece.test(text);
    yield text.slice(at, piece.lastIndex);
    at = piece.lastIndex;
  }
}

function* elementsOf(walk: ElementWalk, parsed: unknown): Generator<Result<Element, Unreadable>> {
  if (!isMany(parsed)) return;
  for (const token of getManyValues(parsed) as readonly Token[]) {
    const read = walk.take(token);
    if (read !== undefined) yield read;
  }
}

const PARSER_SAYS = /^Parser (?:cannot parse input: |has )/;

/** What is wrong with the text or the file; undefined for a bug. */
function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return 'broken text: not UTF-8';
  if (PARSER_SAYS.test(error.message)) {
    return `broken JSON: ${error.message.replace(PARSER_SAYS, '')}`;
  }
  if (!('syscall' in error && 'errno' in error)) return undefined;
  return `can't be read: ${getSystemErrorMessage(Number(error.errno))}`;
}
