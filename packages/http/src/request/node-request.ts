import type { IncomingMessage } from 'node:http';
import { badData } from '@forewarn/record';
import { err, ok, type Result } from 'neverthrow';
import rawBody from 'raw-body';
import type { BodyError } from '../exchange.ts';

/** Returns a header of Node's request by its name in lower case; undefined if it is absent. */
export function headerIn({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** A request of `node:http2`: a body there needs no header. */
interface Streamed {
  readonly stream?: { readonly endAfterHeaders?: boolean };
}

/** Whether Node's request has a body, even an empty one. */
export const hasBody = ({ headers, stream }: IncomingMessage & Streamed): boolean =>
  headers['transfer-encoding'] !== undefined ||
  headers['content-length'] !== undefined ||
  stream?.endAfterHeaders === false;

/** Whether the app waits for more of the body. One that it leaves unread, as of a DELETE, may never be complete. */
export const isArriving = ({ complete, readableFlowing }: IncomingMessage): boolean =>
  !complete && readableFlowing !== null;

/** What a parser of the host has left, by default on Node's request; undefined if none read the body. */
export function parsedBodyIn(
  request: IncomingMessage,
  body = (request as { readonly body?: unknown }).body,
): unknown {
  // Parsers of Express 4 and of Koa leave an empty object where they read nothing, as of another type.
  const isEmpty = typeof body === 'object' && body !== null && Object.keys(body).length === 0;
  return isEmpty && !request.readableDidRead ? undefined : body;
}

/** Reads the body of Node's request. It fails if the body is too long, or if the client leaves before its end. */
export async function readNodeBody(
  request: IncomingMessage,
  maxBytes: number,
): Promise<Result<Uint8Array, BodyError>> {
  // A parser of the host can have read that there is nothing.
  if (request.readableEnded && !request.readableDidRead) return ok(new Uint8Array());
  try {
    const length = request.headers['content-length'] ?? null;
    return ok(await rawBody(request, { limit: maxBytes, length }));
  } catch (error) {
    if (isCalled(error, 'entity.too.large')) return err({ type: 'BodyTooLarge' });
    if (!request.complete) return err(CUT_OFF);
    throw error;
  }
}

/** The client closed the connection before the body was complete. */
export const CUT_OFF = badData('', 'all of the bytes that were announced');

function isCalled(error: unknown, type: string): boolean {
  return error instanceof Error && 'type' in error && error.type === type;
}

/** Calls a listener when the client leaves before it has the response. */
export const onceCutOff =
  (response: NodeResponse) =>
  (listener: () => void): void => {
    const listen = (): void => {
      // Over HTTP/2, Node reports an aborted response as finished.
      if (!response.writableEnded || !response.writableFinished) listener();
    };
    if (response.closed ?? response.stream?.closed) listen();
    else response.once('close', listen);
  };

interface NodeResponse extends Readonly<Record<'writableEnded' | 'writableFinished', boolean>> {
  /** Absent over HTTP/2. */
  readonly closed?: boolean;
  readonly stream?: { readonly closed: boolean };
  once(event: 'close', listener: () => void): unknown;
}
