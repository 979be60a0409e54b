import { lookup as resolveName, type LookupAddress } from 'node:dns';
import {
  Agent as HttpAgent,
  type IncomingMessage,
  request as requestHttp,
  type RequestOptions,
} from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { withTimeLimit } from '@forewarn/platform';
import { err, ok, type Result } from 'neverthrow';
import type { ProxyOf } from './notify-settings.ts';
import {
  type AllowedReceivers,
  hostOf,
  isReachable,
  problemOfReceiver,
} from './receiver-addresses.ts';

export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface PostOptions {
  readonly allowed: AllowedReceivers;
  /** Maximum time of the post with its redirects. */
  readonly timeoutMs?: number;
  /** Maximum time from the headers of a response to its end. */
  readonly endMs?: number;
  /** Resolves names. */
  readonly resolve?: typeof resolveName;
  /** The proxy of a request, if it takes one. */
  readonly proxyOf?: ProxyOf | undefined;
  readonly signal?: AbortSignal | undefined;
}

const TIMEOUT_MS = 10_000;
const MAX_REDIRECTS = 3;
const MAX_RESPONSE_BYTES = 65_536;
/** A receiver may stop its work when we close the connection. */
const END_MS = 1_000;

/** Redirects that keep the method and the body. */
const REDIRECTS: ReadonlySet<number> = new Set([307, 308]);

/**
 * Posts to a receiver. Returns the status of its response, or why there is none. Each address is checked after it was resolved,
 * and the connection goes to that address; a proxy resolves names itself. The reason names no part of a URL but its host.
 */
export async function postToReceiver(
  post: Post,
  { timeoutMs = TIMEOUT_MS, signal, ...options }: PostOptions,
): Promise<Result<number, string>> {
  return withTimeLimit(timeoutMs, signal, async (ending) => {
    const posted = await postUntil(ending, post, options);
    const isLate = (ending.reason as Error | undefined)?.name === 'TimeoutError';
    return posted.mapErr((reason) => (isLate ? `no response within ${timeoutMs} ms` : reason));
  });
}

async function postUntil(
  ending: AbortSignal,
  { url: first, headers, body }: Post,
  { allowed, endMs = END_MS, resolve = resolveName, proxyOf }: PostOptions,
): Promise<Result<number, string>> {
  let url = first;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const problem = problemOfReceiver(url, allowed);
    if (problem !== undefined) return err(`expected ${problem}`);
    try {
      const to = new URL(url);
      const proxy = proxyOf?.(to);
      const way =
        proxy === undefined
          ? { lookup: checkedLookup(resolve, to.hostname, allowed), agent: false as const }
          : { agent: agentOf(to, proxy) };
      const response = await send(to, { headers, body, way, ending, endMs });
      const { status, location } = response;
      if (!isRedirect(response) || location === undefined) return ok(status);
      const next = URL.canParse(location, url) ? new URL(location, url).href : '';
      if (url.startsWith('https:') && next.startsWith('http:')) {
        return err('redirected from https to http');
      }
      url = next;
    } catch (error) {
      return err(reasonOf(error));
    }
  }
  return err(`redirected more than ${MAX_REDIRECTS} times`);
}

/** The codes of certificates by an authority that Node does not know, as in companies. */
const UNKNOWN_AUTHORITY = /SELF_SIGNED_CERT|^UNABLE_TO_(?:GET_ISSUER|VERIFY)/;
const CA_REMEDY =
  '; name the file with the CA of its certificate in NODE_EXTRA_CA_CERTS of the service';

function reasonOf(error: unknown): string {
  if (error instanceof AddressRefused) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ERR_PROXY_TUNNEL') return 'no response: the proxy did not connect to the receiver';
  const remedy = UNKNOWN_AUTHORITY.test(code ?? '') ? CA_REMEDY : '';
  return `no response: ${code ?? message}${remedy}`;
}

class AddressRefused extends Error {}

/** Resolves a name, and fails unless all of its addresses are reachable. Node connects to the addresses that it returns. */
function checkedLookup(
  resolve: typeof resolveName,
  hostname: string,
  allowed: AllowedReceivers,
): LookupFunction {
  const isNamed = allowed.names.has(hostOf(hostname));
  return (name, options, callback) => {
    resolve(name, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error !== null) return callback(error, []);
      const wrong = addresses.find(({ address }) => !isNamed && !isReachable(address, allowed));
      const [found] = addresses;
      if (wrong !== undefined || found === undefined) {
        const about = `${name} has the address ${wrong?.address ?? 'none'}`;
        return callback(new AddressRefused(`${about}: not public, nor in WEBHOOK_ALLOW`), []);
      }
      if (options.all === true) return callback(null, addresses);
      callback(null, found.address, found.family);
    });
  };
}

/** An agent for one request through a proxy. */
function agentOf({ protocol }: URL, proxy: string): HttpAgent {
  const options = { proxyEnv: { HTTP_PROXY: proxy, HTTPS_PROXY: proxy } };
  return protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(options);
}

interface Sending extends Omit<Post, 'url'> {
  readonly way: Pick<RequestOptions, 'agent' | 'lookup'>;
  readonly ending: AbortSignal;
  readonly endMs: number;
}

interface Response {
  readonly status: number;
  readonly location: string | undefined;
}

/**
 * Sends one request on its own connection. The receiver has the message once it sent a status, whatever becomes of the rest:
 * what it sends after the headers is dropped, and the connection is closed if that does not end.
 */
function send(url: URL, { headers, body, way, ending, endMs }: Sending): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp;
    const options = { method: 'POST', headers, signal: ending, ...way };
    let received: Response | undefined;
    const sent = request(url, options, (response: IncomingMessage) => {
      const { statusCode: status = 0 } = response;
      const responded = { status, location: response.headers.location };
      received = responded;
      const closing = setTimeout(() => response.destroy(), isRedirect(responded) ? 0 : endMs);
      let bytes = 0;
      response.on('data', ({ length }: Buffer) => {
        bytes += length;
        if (bytes > MAX_RESPONSE_BYTES) response.destroy();
      });
      response.on('error', () => {});
      response.once('close', () => {
        clearTimeout(closing);
        resolve(responded);
      });
    });
    // Node would close the connection without a word to us.
    sent.on('upgrade', ({ statusCode: status = 0 }, socket) => {
      socket.destroy();
      resolve({ status, location: undefined });
    });
    sent.on('error', (error) => (received === undefined ? reject(error) : resolve(received)));
    sent.end(body);
  });
}

const isRedirect = ({ status, location }: Response): boolean =>
  REDIRECTS.has(status) && location !== undefined;
