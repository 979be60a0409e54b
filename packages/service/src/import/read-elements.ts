import { err, type Result } from 'neverthrow';
import { getManyValues, isMany, none } from 'stream-chain/defs.js';
import { jsonParser, type Token } from 'stream-json/core/parser.js';
import { type Element, ElementWalk, type Unreadable } from './element-walk.ts';

// The parser forgets the tokens of a piece in which it finds an error; small pieces keep the error's path exact.
const PIECE = /[^}\]]*[}\]]|[^}\]]+/g;

/** Reads the elements out of a JSON text in UTF-8, one at a time. After broken JSON nothing follows. */
export async function* readElements(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Result<Element, Unreadable>> {
  const walk = new ElementWalk();
  const parse = jsonParser({ streamValues: false });
  try {
    for await (const text of decoded(chunks)) {
      for (const piece of text.match(PIECE) ?? []) yield* elementsOf(walk, parse(piece));
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
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
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
  return 'syscall' in error ? `can't be read: ${code}` : undefined;
}
