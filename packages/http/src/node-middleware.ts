import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  adminHandler,
  type AdminApiOptions,
  type ApiKeyCredentials,
  headersOf,
  type Incoming,
} from './admin-handler.ts';
import type { Reply } from './exchange.ts';
import {
  hasBody,
  headerIn,
  isArriving,
  onceCutOff,
  parsedBodyIn,
  readNodeBody,
} from './request/node-request.ts';
import type { AdminUseCases } from './routes/route.ts';

/** A middleware of Express, of Fastify's `@fastify/middie`, or of `node:http`. */
export type NodeMiddleware<Native extends IncomingMessage = IncomingMessage> = (
  request: Native,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/**
 * Makes a middleware that serves the paths of the use cases, in any case and with or without a slash at the end, and calls
 * `next()` for all others. If a body parser ran first, its `request.body` is used.
 */
export function nodeMiddleware<Native extends IncomingMessage = IncomingMessage>(
  useCases: AdminUseCases<ApiKeyCredentials>,
  options?: AdminApiOptions<ApiKeyCredentials, Native>,
): NodeMiddleware<Native>;
export function nodeMiddleware<Credentials, Native extends IncomingMessage = IncomingMessage>(
  useCases: AdminUseCases<Credentials>,
  options: AdminApiOptions<Credentials, Native> &
    Required<Pick<AdminApiOptions<Credentials, Native>, 'credentialsOf'>>,
): NodeMiddleware<Native>;
export function nodeMiddleware<Credentials, Native extends IncomingMessage>(
  useCases: AdminUseCases<Credentials>,
  options: AdminApiOptions<Credentials, Native> = {},
): NodeMiddleware<Native> {
  const replyTo = adminHandler(useCases, options);
  return (request, response, next) => {
    const reply = replyTo(incoming(request, response));
    if (reply === undefined) next();
    else void sendTo(request, response, reply, next);
  };
}

/** Sends a reply. What Node refuses to send, such as a header of `mapError` with a line break, is an error for the host. */
async function sendTo(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Promise<Reply>,
  fail: (error: unknown) => void,
): Promise<void> {
  try {
    send(await reply, request, response);
  } catch (error) {
    fail(error);
  }
}

function incoming<Native extends IncomingMessage>(
  request: Native,
  response: ServerResponse,
): Incoming<Native> {
  const { path, querystring } = targetOf(request.url ?? '');
  return {
    native: request,
    method: request.method ?? '',
    path,
    querystring,
    originalPath: targetOf(originalUrlOf(request)).path,
    header: (name) => headerIn(request, name),
    hasBody: hasBody(request),
    parsedBody: parsedBodyIn(request),
    readBody: (maxBytes) => readNodeBody(request, maxBytes),
    onceLeft: onceCutOff(response),
    isArriving: () => isArriving(request),
  };
}

/** Express takes the path of a mount off `url`. */
const originalUrlOf = (request: IncomingMessage): string =>
  (request as { readonly originalUrl?: string }).originalUrl ?? request.url ?? '';

const TARGET = /^(?:https?:\/\/[^/?#]*)?(?<path>[^?#]*)(?:\?(?<querystring>[^#]*))?/i;

/** The parts of a request target, which may be a whole URL. */
function targetOf(url: string): { readonly path: string; readonly querystring: string } {
  const { path = '', querystring = '' } = TARGET.exec(url)?.groups ?? {};
  return { path, querystring };
}

function send(reply: Reply, { method }: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) return;
  response.statusCode = reply.status;
  for (const [name, value] of Object.entries(headersOf(reply))) response.setHeader(name, value);
  response.end(method === 'HEAD' || reply.body === null ? undefined : reply.body);
}
