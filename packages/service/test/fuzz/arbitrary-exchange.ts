import fc from 'fast-check';
import { type PlainRequest, plainRequest } from './arbitrary-request.ts';
import { type Bytes, hostileText, rarely, utf8 } from './arbitrary-text.ts';
import { ADMIN, CANARY } from './fuzz-world.ts';

/** A request as it goes over the wire. */
interface WireRequest {
  readonly route: string;
  readonly method: string;
  readonly bytes: Bytes;
  /** Whether where it ends is beyond doubt, or the server has to refuse it. */
  readonly isWhole: boolean;
}

/** What is sent over one connection. */
export interface Exchange {
  readonly requests: readonly WireRequest[];
  /** All of the requests, in this many pieces; in those that are not whole, bytes are changed. */
  readonly pieces: readonly Bytes[];
  /** Whether each request has to be answered, unless an answer closes the connection. */
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

/** How a body can follow a header. */
type Framing = (head: Bytes, body: Bytes) => Bytes;

const sized: Framing = (head, body) => `${head}Content-Length: ${body.length}\r\n\r\n${body}`;
const TE = 'Transfer-Encoding: chunked\r\n';

const WHOLE: readonly Framing[] = [
  (head, body) => `${head}${TE}\r\n${chunked(body, 7, '')}\r\n`,
  (head, body) => `${head}${TE}\r\n${chunked(body, 999, ';a="b"')}X-Trailer: 1\r\n\r\n`,
];

/** Each is a way to make two servers see two ends. The first server has to refuse it. */
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

/** What is wrong with these shows only when the request may be answered already. */
const LATE: readonly Framing[] = [
  (head, body) => `${head}${TE}\r\nffffffffffffffff1\r\n${body}`,
  (head, body) => `${head}${TE}\r\nzz\r\n${body}`,
  (head, body) => `${head}Content-Length: 2000000\r\n\r\n${body}`,
];

/** After these nobody knows where the next request begins. */
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

/** A request within the body of another. Whoever takes it for one of its own deletes the canary. */
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

/** Something is done to the bytes: some are taken out, put in or made others, or the end is missing. */
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

/** What is longer may not be read whole before the connection is closed: then it is reset, and answers are lost. */
const READ_AT_ONCE = 30_000;

const LAST = 'GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';

/** Requests on one connection, one after another without waiting. */
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
    // What is smuggled stays within a body.
    const sent = mangle === undefined || isSmuggling ? all : mangle(all);
    const last = { route: 'GET health', method: 'GET', bytes: LAST, isWhole: true };
    return { requests: [...requests, last], pieces: piecesOf(sent, cuts), isWhole };
  });

function piecesOf(bytes: Bytes, cuts: readonly number[]): readonly Bytes[] {
  const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length];
  const sorted = at.toSorted((a, b) => a - b);
  return sorted.slice(1).map((end, index) => bytes.slice(sorted[index], end));
}
