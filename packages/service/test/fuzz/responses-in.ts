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
    const length = hasBody ? Number(fields.get('content-length') ?? 0) : 0;
    if (fields.has('transfer-encoding')) throw new Error(`a response of unknown length: ${line}`);
    const isHeadOnly = at === bytes.length;
    if (!isHeadOnly && at + length > bytes.length) break;
    const body = Buffer.from(bytes.slice(at, at + length), 'latin1').toString();
    if (!isHeadOnly) at += length;
    responses.push({
      status: Number(line.slice(STATUS_LINE.length).split(' ', 1)[0]),
      fields,
      body,
    });
  }
  return responses.filter(({ status }) => status !== 100);
}

function fieldIn(line: string): readonly [string, string] {
  const colon = line.indexOf(': ');
  if (colon === -1) throw new Error(`not a header field: ${JSON.stringify(line)}`);
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 2)];
}
