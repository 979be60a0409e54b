import { gunzipSync } from 'node:zlib';

export interface WireResponse {
  readonly status: number;
  /** By lower-case name. */
  readonly fields: ReadonlyMap<string, string>;
  readonly body: string;
}

const STATUS_LINE = 'HTTP/1.1 ';

/**
 * Parses the responses of a connection. Throws if the bytes are anything but responses. An incomplete last response is left
 * out.
 */
export function responsesIn(received: Buffer): readonly WireResponse[] {
  const responses: WireResponse[] = [];
  const bytes = received.toString('latin1');
  let at = 0;
  while (at < bytes.length) {
    if (!bytes.startsWith(STATUS_LINE, at)) {
      if (STATUS_LINE.startsWith(bytes.slice(at))) break;
      throw new Error(`no response begins with ${JSON.stringify(bytes.slice(at, at + 200))}`);
    }
    const headEnd = bytes.indexOf('\r\n\r\n', at);
    if (headEnd === -1) break;
    const [line = '', ...lines] = bytes.slice(at, headEnd).split('\r\n');
    const fields = new Map(lines.map(fieldIn));
    at = headEnd + 4;
    // No body of the service starts like a response, so this response is to HEAD or has no body.
    const hasBody = !bytes.startsWith(STATUS_LINE, at);
    const isHeadOnly = at === bytes.length;
    const isChunked = hasBody && !isHeadOnly && fields.has('transfer-encoding');
    const length = hasBody ? Number(fields.get('content-length') ?? 0) : 0;
    const read = isChunked ? chunksIn(bytes, at) : { text: bytes.slice(at, at + length), length };
    if (read === undefined || (!isHeadOnly && at + read.length > bytes.length)) break;
    const body = Buffer.from(read.text, 'latin1');
    if (!isHeadOnly) at += read.length;
    responses.push({
      status: Number(line.slice(STATUS_LINE.length).split(' ', 1)[0]),
      fields,
      // Only what is compressed is sent in chunks.
      body: (isChunked ? gunzipSync(body) : body).toString(),
    });
  }
  return responses.filter(({ status }) => status !== 100);
}

/** Reads a body in chunks, and its length with their sizes; undefined if it is incomplete. */
function chunksIn(bytes: string, start: number) {
  let text = '';
  for (let at = start; ;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    const size = Number.parseInt(bytes.slice(at, lineEnd), 16);
    at = lineEnd + 2 + size + 2;
    if (lineEnd === -1 || !(at <= bytes.length)) return undefined;
    if (size === 0) return { text, length: at - start };
    text += bytes.slice(lineEnd + 2, lineEnd + 2 + size);
  }
}

function fieldIn(line: string): readonly [string, string] {
  const colon = line.indexOf(': ');
  if (colon === -1) throw new Error(`not a header field: ${JSON.stringify(line)}`);
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 2)];
}
