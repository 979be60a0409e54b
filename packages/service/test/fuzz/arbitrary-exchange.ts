import fc from 'fast-check';
import { type PlainRequest, plainRequest } from './arbitrary-request.ts';
import { type Bytes, hostileText, rarely, utf8 } from './arbitrary-text.ts';
import { ADMIN, CANARY } from './fuzz-world.ts';

interface WireRequest {
  readonly route: string;
  readonly method: string;
  readonly bytes: Bytes;
  /** Whether its end is unambiguous, or the server must refuse it. */
  readonly isWhole: boolean;
}

/** The bytes of one connection. */
export interface Exchange {
  readonly requests: readonly WireRequest[];
  /** All requests in pieces. Requests that are not whole have changed bytes. */
  readonly pieces: readonly Bytes[];
  /** Whether each request must get a response, unless a response closes the connection. */
  readonly isWhole: boolean;
}

const VERSIONS = ['HTTP/0.9', 'HTTP/1.0', 'HTTP/1.2', 'HTTP/2.0', 'HTTP/1.1 ', 'http/1.1', ''];

const start = ({ method, target }: PlainRequest, version = 'HTTP/1.1'): Bytes =>
  `${method} ${target} ${version}`;

const headOf = (line: Bytes, fields: PlainRequest['headers']): Bytes =>
  `${[line, 'Host: localhost', ...fields.map(([name, value]) => `${name}: ${utf8(value)}`)].join('\r\n')}\r\n`;

const chunked = (body: Bytes, size: number, extension: Bytes): Bytes =>
  [...(body.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []), '']
    .map(
      (chunk) =>
        `${chunk.length.toString(16)}${extension}\r\n${chunk}${chunk === '' ? '' : '\r\n'}`,
    )
    .join('');

type Framing = (head: Bytes, body: Bytes) => Bytes;

const sized: Framing = (head, body) => `${head}Content-Length: ${body.length}\r\n\r\n${body}`;
const TE = 'Transfer-Encoding: chunked\r\n';

const WHOLE: readonly Framing[] = [
  (head, body) => `${head}${TE}\r\n${chunked(body, 7, '')}\r\n`,
  (head, body) => `${head}${TE}\r\n${chunked(body, 999, ';a="b"')}X-Trailer: 1\r\n\r\n`,
];

/** Framings that two servers could read differently. The first server must refuse them. */
const DOUBTFUL: readonly Framing[] = [
  (head, body) => `${head}Content-Length: ${body.length}\r\n${TE}\r\n${chunked(body, 99, '')}\r\n`,
  (head, body) => `${head}Content-Length: 0\r\n${TE}\r\n${chunked(body, 99, '')}\r\n`,
  (head, body) => `${head}Content-Length: ${body.length}\r\nContent-Length: 0\r\n\r\n${body}`,
  (head, body) => `${head}Content-Length: 0, ${body.length}\r\n\r\n${body}`,
  (head, body) => `${head}Content-Length: -${body.length}\r\n\r\n${body}`,
  (head, body) => `${head}Content-Length: +${body.length}\r\n\r\n${body}`,
  (head, body) => `${head}Content-Length: 0x${body.length.toString(16)}\r\n\r\n${body}`,
  (head, body) => `${head}Content-Length : ${body.length}\r\n\r\n${body}`,
  (head, body) => `${head}Transfer-Encoding : chunked\r\n\r\n${chunked(body, 99, '')}\r\n`,
  (head, body) => `${head}Transfer-Encoding: xchunked\r\n\r\n${chunked(body, 99, '')}\r\n`,
  (head, body) => `${head}Transfer-Encoding: chunked, identity\r\n\r\n${chunked(body, 99, '')}\r\n`,
  (head, body) => `${head.replace('HTTP/1.1', 'HTTP/1.0')}${TE}\r\n${chunked(body, 99, '')}\r\n`,
  (head, body) => `${head}Host: other\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  (head, body) => `${head}Transfer-Encoding:\r\n chunked\r\nContent-Length: 3\r\n\r\n${body}`,
];

/** Framings whose error may show only after the response. */
const LATE: readonly Framing[] = [
  (head, body) => `${head}${TE}\r\nffffffffffffffff1\r\n${body}`,
  (head, body) => `${head}${TE}\r\nzz\r\n${body}`,
  (head, body) => `${head}Content-Length: 2000000\r\n\r\n${body}`,
];

/** Framings after which the start of the next request is ambiguous. */
const BROKEN: readonly Framing[] = [
  (head, body) => `${head}Content-Length: ${body.length + 5}\r\n\r\n${body}`,
  (head, body) => `${head}Content-Length: ${Math.max(body.length - 5, 0)}\r\n\r\n${body}`,
  (head, body) => `${head}\r\n${body}`,
  (head, body) => `${head}${TE}\r\n5\r\n${body}`,
  (head, body) => `${head}${body}`,
  (head) => head.slice(0, head.length / 2),
];

const isClear = (framing: Framing | undefined): boolean =>
  framing === undefined || ![...LATE, ...BROKEN].includes(framing);

const framed = fc
  .tuple(
    plainRequest,
    fc.oneof(
      { weight: 30, arbitrary: fc.constant(undefined) },
      { weight: 4, arbitrary: fc.constantFrom(...WHOLE) },
      { weight: 1, arbitrary: fc.constantFrom(...DOUBTFUL) },
      { weight: 1, arbitrary: fc.constantFrom(...LATE, ...BROKEN) },
    ),
    rarely(fc.constantFrom(...VERSIONS), 40),
  )
  .map(([request, framing, version]): WireRequest => {
    const { route, method } = request;
    const head = headOf(start(request, version), request.headers);
    const body = request.body === undefined ? undefined : utf8(request.body);
    const frame = framing ?? (body === undefined ? (only: Bytes): Bytes => `${only}\r\n` : sized);
    return { route, method, bytes: frame(head, body ?? ''), isWhole: isClear(framing) };
  });

const SMUGGLED = `DELETE /api/admin/strategies/${CANARY} HTTP/1.1\r\nHost: x\r\nAuthorization: ${ADMIN}\r\n\r\n`;

/** A request in the body of another. A server that runs it deletes the canary. */
const smuggling = fc
  .tuple(
    plainRequest,
    fc.constantFrom(sized, ...WHOLE, ...DOUBTFUL, ...LATE),
    fc.constantFrom('', '0\r\n\r\n'),
  )
  .map(([request, frame, before]): WireRequest => ({
    route: 'smuggling',
    method: request.method,
    bytes: frame(headOf(start(request), request.headers), `${before}${SMUGGLED}`),
    isWhole: isClear(frame),
  }));

const nonsense = fc
  .oneof(
    hostileText,
    fc.constantFrom('\r\n\r\n', 'GET\r\n\r\n', `GET / HTTP/1.1\r\n${'a: b\r\n'.repeat(3_000)}\r\n`),
    fc.constantFrom('CONNECT localhost:80 HTTP/1.1\r\n\r\n', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    fc.constantFrom('\x16\x03\x01\x00\xa5\x01\x00\x00', `GET /${'x'.repeat(70_000)}`),
  )
  .map((text): WireRequest => ({
    route: 'nonsense',
    method: '',
    bytes: utf8(text),
    isWhole: false,
  }));

/** Changes bytes: removes, inserts or replaces some, or cuts off the end. */
const mangling = fc
  .tuple(fc.nat(), fc.nat(20), fc.string({ unit: 'binary', maxLength: 5 }), fc.boolean())
  .map(([at, length, inserted, isCut]) => (bytes: Bytes): Bytes => {
    const from = at % (bytes.length + 1);
    return isCut
      ? bytes.slice(0, from)
      : `${bytes.slice(0, from)}${utf8(inserted)}${bytes.slice(from + length)}`;
  });

const ordinary = fc.array(
  fc.oneof({ weight: 40, arbitrary: framed }, { weight: 1, arbitrary: nonsense }),
  { minLength: 1, maxLength: 8 },
);

/** Maximum bytes of a connection. A server that closes before it has read more resets the connection, and responses are lost. */
const READ_AT_ONCE = 30_000;

const LAST = 'GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';

/** Pipelined requests on one connection. */
export const exchange: fc.Arbitrary<Exchange> = fc
  .tuple(
    fc.oneof(
      { weight: 20, arbitrary: ordinary },
      { weight: 1, arbitrary: fc.array(smuggling, { minLength: 1, maxLength: 2 }) },
    ),
    rarely(mangling, 8),
    fc.oneof(
      { weight: 2, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(fc.nat(), { maxLength: 3 }) },
    ),
  )
  .map(([requests, mangle, cuts]) => {
    const isSmuggling = requests.some(({ route }) => route === 'smuggling');
    const all = [...requests.map(({ bytes }) => bytes), LAST].join('');
    const isWhole =
      requests.every((each) => each.isWhole) &&
      (mangle === undefined || isSmuggling) &&
      all.length <= READ_AT_ONCE;
    // Smuggled requests stay inside of a body.
    const sent = mangle === undefined || isSmuggling ? all : mangle(all);
    const last = { route: 'GET health', method: 'GET', bytes: LAST, isWhole: true };
    return { requests: [...requests, last], pieces: piecesOf(sent, cuts), isWhole };
  });

function piecesOf(bytes: Bytes, cuts: readonly number[]): readonly Bytes[] {
  const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length];
  const sorted = at.toSorted((a, b) => a - b);
  return sorted.slice(1).map((end, index) => bytes.slice(sorted[index], end));
}
