import { EventEmitter, once } from 'node:events';
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as send,
  type ServerResponse,
} from 'node:http';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { onTestFinished } from 'vitest';
import {
  type FakeChangeRequest,
  fakeProjects,
  startFakeUnleash,
} from '../../packages/unleash/test/fake-unleash.ts';
import { startLocalServer } from '../../tools/local-server.ts';

/** A proxy in front of Unleash, until it is closed. */
export type UnleashProxy = Awaited<ReturnType<typeof startUnleashProxy>>;

/** Requests that go to another server than Unleash. */
export interface Route {
  /** Matches their paths, with the query. */
  readonly paths: RegExp;
  readonly url: string;
  /** The key to send instead of the given credentials. */
  readonly key: string;
}

const FIRST_READ = '/api/admin/projects';
const UI_CONFIG = '/api/admin/ui-config';

/**
 * Starts a proxy that sends the requests of a route to its server and all others to Unleash. Its `ui-config` says that
 * Unleash is the Enterprise edition, so that the page searches for scheduled change requests.
 */
export async function startUnleashProxy(unleashUrl: string, route: Route) {
  const syncs = new EventEmitter();
  const server = await startLocalServer((request, response) => {
    if (request.url === FIRST_READ) syncs.emit('begin');
    const passed = route.paths.test(request.url ?? '/')
      ? pass(request, response, route.url, { authorization: route.key })
      : pass(request, response, unleashUrl);
    passed.catch(() => response.destroy());
  });
  return {
    ...server,
    /** Waits until the next sync begins: it first reads the lists. */
    untilSync: () => once(syncs, 'begin'),
  };
}

const ENTERPRISE = /^\/api\/admin\/(?:search\/change-requests|projects\/[^/]+\/change-requests)/;

/** Puts a fake in front of Unleash that responds to the requests which only Unleash Enterprise serves, until the test ends. */
export async function startEnterpriseProxy(
  unleashUrl: string,
  ...changeRequests: FakeChangeRequest[]
): Promise<UnleashProxy> {
  const projects = [...new Set(changeRequests.map(({ project }) => project))];
  const fake = await startFakeUnleash({ projects: fakeProjects(...projects), changeRequests });
  const proxy = await startUnleashProxy(unleashUrl, { paths: ENTERPRISE, ...fake });
  onTestFinished(async () => {
    await proxy.close();
    await fake.close();
  });
  return proxy;
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
