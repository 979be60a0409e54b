import { err, ok, type Result } from 'neverthrow';
import {
  adminHandler,
  type AdminApiOptions,
  type ApiKeyCredentials,
  headersOf,
  type Incoming,
} from './admin-handler.ts';
import type { BodyError, Reply } from './exchange.ts';
import { type OpenApiDocument, openApiDocument } from './openapi/openapi-document.ts';
import { CUT_OFF } from './request/node-request.ts';
import type { AdminUseCases } from './routes/route.ts';

/** The admin API for a host that has a `Request` and sends a `Response`, such as Hono, Bun or Deno. */
export interface AdminApi {
  /**
   * Serves the paths of the use cases, in any case and with or without a slash at the end. Returns undefined for all others,
   * which are the host's. It never rejects, unless `mapError` returns what no `Response` can have, such as the status 204.
   */
  readonly handle: (request: Request) => Promise<Response | undefined>;
  /** Makes the OpenAPI document of what it serves. That takes some milliseconds, so make it once. */
  readonly document: (version?: string) => OpenApiDocument;
}

/** Makes the admin API of use cases. */
export function createAdminApi(
  useCases: AdminUseCases<ApiKeyCredentials>,
  options?: AdminApiOptions<ApiKeyCredentials>,
): AdminApi;
export function createAdminApi<Credentials>(
  useCases: AdminUseCases<Credentials>,
  options: AdminApiOptions<Credentials> &
    Required<Pick<AdminApiOptions<Credentials>, 'credentialsOf'>>,
): AdminApi;
export function createAdminApi<Credentials>(
  useCases: AdminUseCases<Credentials>,
  options: AdminApiOptions<Credentials> = {},
): AdminApi {
  const { basePath, capabilities } = options;
  const replyTo = adminHandler(useCases, options);
  return {
    handle: async (request) => {
      const reply = await replyTo(incoming(request));
      return reply === undefined ? undefined : responseOf(reply, request.method);
    },
    document: (version) =>
      openApiDocument(useCases, {
        capabilities,
        ...(basePath === undefined ? {} : { basePath }),
        ...(version === undefined ? {} : { version }),
      }),
  };
}

function incoming(request: Request): Incoming<Request> {
  const { pathname, search } = new URL(request.url);
  let isReading = false;
  return {
    native: request,
    method: request.method,
    path: pathname,
    originalPath: pathname,
    querystring: search.slice(1),
    header: (name) => request.headers.get(name) ?? undefined,
    hasBody: request.body !== null,
    parsedBody: undefined,
    readBody: async (maxBytes) => {
      isReading = true;
      const bytes = await readBody(request, maxBytes);
      isReading = false;
      return bytes;
    },
    isArriving: () => isReading,
    onceLeft: (listener) => {
      if (request.signal.aborted) listener();
      else request.signal.addEventListener('abort', listener, { once: true });
    },
  };
}

async function readBody(
  request: Request,
  maxBytes: number,
): Promise<Result<Uint8Array, BodyError>> {
  if (request.bodyUsed) throw new TypeError('the host has read the body of the request');
  if (Number(request.headers.get('content-length')) > maxBytes) return err(TOO_LARGE);
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const part of request.body ?? []) {
      length += part.length;
      if (length > maxBytes) return err(TOO_LARGE);
      parts.push(part);
    }
  } catch {
    return err(CUT_OFF);
  }
  return ok(Buffer.concat(parts));
}

const TOO_LARGE = { type: 'BodyTooLarge' } as const;

function responseOf(reply: Reply, method: string): Response {
  const { status, body } = reply;
  return new Response(method === 'HEAD' ? null : body, { status, headers: headersOf(reply) });
}
