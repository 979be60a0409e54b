import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import {
  type AdminApiOptions,
  type AdminUseCases,
  type ApiKeyCredentials,
  createAdminApi,
  nodeMiddleware,
} from '@forewarn/http';
import Koa from 'koa';
import { ADMIN } from '../../http/test/admin-world.ts';
import { createAdminRouter, requestTimeout } from '../src/index.ts';

/** A request of a test. It has the admin's key by default. */
export interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A response, with `UUID` instead of its random id. */
interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type HostOptions = Pick<
  AdminApiOptions<ApiKeyCredentials, never>,
  'basePath' | 'mapError' | 'timeoutMs' | 'guardDeletes'
> & { readonly reportError: AdminApiOptions<ApiKeyCredentials, unknown>['reportError'] & {} };

/** Sends a request to the API in a host that responds with `host` to what is not served. */
export type Host = (
  useCases: AdminUseCases<ApiKeyCredentials>,
  options: HostOptions,
  sent: Sent,
) => Promise<Received>;

const HOST = { status: 404, headers: {}, body: 'host' };

const koa: Host = (useCases, { timeoutMs, ...options }, sent) => {
  const app = new Koa().use(async (ctx, next) => {
    // As in an app whose own responses are JSON.
    ctx.type = 'json';
    await next();
    if (ctx.status !== 404 || ctx.body !== undefined) return;
    ctx.type = '';
    ctx.res.end('host');
  });
  const { reportError, mapError } = options;
  if (timeoutMs !== undefined) app.use(requestTimeout(timeoutMs, reportError, mapError));
  const callback = app.use(createAdminRouter(useCases, options).routes()).callback();
  return throughNode((request, response) => void callback(request, response), sent);
};

const node: Host = (useCases, options, sent) => {
  const middleware = nodeMiddleware(useCases, options);
  const listener: RequestListener = (request, response) =>
    middleware(request, response, () => response.end('host'));
  return throughNode(listener, sent);
};

const handle: Host = async (useCases, options, sent) => {
  const { method, url, headers, body } = requestOf(sent);
  const init = body === undefined ? { method, headers } : { method, headers, body };
  const request = new Request(`http://localhost${url}`, init);
  const response = await createAdminApi(useCases, options).handle(request);
  if (response === undefined) return HOST;
  return received(response.status, Object.fromEntries(response.headers), await response.text());
};

/** Koa first: the others must do as it does. */
export const HOSTS: Readonly<Record<string, Host>> = { koa, handle, node };

function requestOf({ method = 'GET', path, headers = { authorization: ADMIN }, body }: Sent) {
  const length = body === undefined ? {} : { 'content-length': `${Buffer.byteLength(body)}` };
  return { method, url: path, headers: { ...length, ...headers }, body };
}

/** Sends a request to a listener of Node, without a connection. */
function throughNode(listener: RequestListener, sent: Sent): Promise<Received> {
  const { body = '', ...asked } = requestOf(sent);
  const request: IncomingMessage = Object.assign(new IncomingMessage(new Socket()), asked, {
    // Node holds back the rest of a longer body until it is read.
    complete: body.length <= 65_536,
  });
  request.push(body);
  request.push(null);
  const response = new ServerResponse(request);
  return new Promise((resolve) => {
    response.end = ((text: string | Buffer | undefined) => {
      const headers = Object.entries(response.getHeaders()).map(([name, value]) => [
        name,
        String(value),
      ]);
      resolve(
        text === 'host'
          ? HOST
          : received(response.statusCode, Object.fromEntries(headers), String(text ?? '')),
      );
      return response;
    }) as ServerResponse['end'];
    listener(request, response);
  });
}

const RANDOM_ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/;

const received = (
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string,
): Received => ({ status, headers, body: body.replace(RANDOM_ID, 'UUID') });
