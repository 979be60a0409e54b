import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as send,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';

/** A proxy in front of Unleash, until it is closed. */
export interface PageProxy {
  readonly url: string;
  close(): Promise<void>;
}

const SEARCH = /^\/api\/admin\/projects\/[^/]+\/change-requests\/scheduled(?:\?|$)/;
const UI_CONFIG = '/api/admin/ui-config';

/**
 * Starts a proxy that sends searches of scheduled change requests to Forewarn and everything else to Unleash. Its
 * `ui-config` says that Unleash is the Enterprise edition, so that the page searches.
 *
 * @param forewarn the URL, and the key of the searches
 */
export async function startPageProxy(
  unleashUrl: string,
  forewarn: { readonly url: string; readonly key: string },
): Promise<PageProxy> {
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const passed = SEARCH.test(path)
      ? pass(request, response, forewarn.url, { authorization: forewarn.key })
      : pass(request, response, unleashUrl);
    passed.catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function pass(
  request: IncomingMessage,
  response: ServerResponse,
  url: string,
  more: IncomingHttpHeaders = {},
): Promise<void> {
  const { method, url: path = '/' } = request;
  const isConfig = path === UI_CONFIG;
  // A compressed or unchanged ui-config could not be edited.
  const plain = isConfig ? { 'accept-encoding': 'identity', 'if-none-match': '' } : {};
  const headers = { ...request.headers, ...plain, ...more };
  const sent = send(`${url}${path}`, { method, headers, agent: false });
  request.pipe(sent);
  const [received] = (await once(sent, 'response')) as [IncomingMessage];
  const { statusCode: status = 502, headers: responseHeaders } = received;
  if (isConfig) {
    const { 'content-length': _, etag: __, ...rest } = responseHeaders;
    response.writeHead(status, rest).end(asEnterprise(await text(received)));
    return;
  }
  await pipeline(received, response.writeHead(status, responseHeaders));
}

function asEnterprise(body: string): string {
  const config = JSON.parse(body) as { readonly versionInfo?: { readonly current?: object } };
  const { versionInfo } = config;
  const current = { ...versionInfo?.current, enterprise: '8.2.0' };
  return JSON.stringify({ ...config, versionInfo: { ...versionInfo, current } });
}
