import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { AdminError } from './admin-error.ts';
import { errorAnswer, type ErrorReport } from './error-responses.ts';

/**
 * Answers what Node's HTTP parser refuses, and so no app ever sees, in the shape of every other error. For who owns
 * the server.
 *
 * @param report is told of each
 */
export function answerMalformedRequests(
  server: Server,
  report: (report: ErrorReport) => void = () => {},
): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const refused = errorOf(error.code);
    const { status, headers, body } = errorAnswer(refused);
    report({ id: body.id, status, error: refused });
    const text = JSON.stringify(body);
    const lines = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Connection: close',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(text)}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n${text}`);
    // Not only ended: a client that keeps its own side open would keep the connection.
    socket.destroySoon();
  });
}

function errorOf(code: string | undefined): AdminError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return { type: 'HeaderTooLarge' };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { type: 'RequestTooSlow' };
    default:
      return {
        type: 'BadData',
        problems: [{ path: 'the request', expected: 'well-formed HTTP/1.1' }],
      };
  }
}
