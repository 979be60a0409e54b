import http from 'node:http';
import process from 'node:process';
import { err, ok, Result } from 'neverthrow';
import { type Environment, settingText, type WrongVariable } from './setting-text.ts';

/** The proxies through which requests leave the network. */
export interface Proxies {
  /** The proxy of requests by HTTP. */
  readonly http: string | undefined;
  /** The proxy of requests by HTTPS. */
  readonly https: string | undefined;
  /** Hosts that are reached without a proxy, as in `NO_PROXY`. */
  readonly except: readonly string[];
}

/** Node's own functions for proxies, which its older versions do not have. */
type SetGlobalProxy = (environment: Environment) => unknown;
const { setGlobalProxyFromEnv } = http as { readonly setGlobalProxyFromEnv?: SetGlobalProxy };

const EXPECTED = 'http://host:port or https://host:port, the address of a proxy';

/** Reads the proxies of the variables that other programs know. Undefined if there are none, or Node can't use them. */
export function proxiesIn(environment: Environment): Result<Proxies | undefined, WrongVariable> {
  const use = environment['NODE_USE_ENV_PROXY']?.trim() ?? '';
  const isUsable =
    use !== '0' &&
    process.allowedNodeEnvironmentFlags.has('--use-env-proxy') &&
    (use === '1' || setGlobalProxyFromEnv !== undefined);
  return isUsable ? namedProxies(environment) : ok(undefined);
}

/** Reads the proxies of the variables, whether or not Node can use them. */
export function namedProxies(environment: Environment): Result<Proxies | undefined, WrongVariable> {
  const found = (['http', 'https'] as const).map((scheme) => proxyIn(environment, scheme));
  return Result.combine(found).map(([ofHttp, ofHttps]) => {
    if (ofHttp === undefined && ofHttps === undefined) return undefined;
    const except = valueOf(environment, 'no_proxy').value.split(/[\s,]+/);
    return { http: ofHttp, https: ofHttps, except: except.filter((host) => host !== '') };
  });
}

/** The value of a variable, whose name in lower case counts first, as for other programs. */
function valueOf(environment: Environment, lower: string) {
  const upper = lower.toUpperCase();
  const name = environment[lower] ? lower : upper;
  return { name, value: environment[name] ?? '' };
}

function proxyIn(
  environment: Environment,
  scheme: 'http' | 'https',
): Result<string | undefined, WrongVariable> {
  const { name: setting, value } = valueOf(environment, `${scheme}_proxy`);
  return settingText(value)
    .andThen((text) => {
      if (text === '') return ok(undefined);
      const url = text.includes('://') ? text : `http://${text}`;
      return /^https?:\/\//i.test(url) && URL.canParse(url) ? ok(url) : err(EXPECTED);
    })
    .mapErr((expected) => ({ setting, expected }));
}

/** Sends the requests of `fetch` through the proxies. */
export function useProxies({ http: HTTP_PROXY, https: HTTPS_PROXY, except }: Proxies): void {
  setGlobalProxyFromEnv?.({ HTTP_PROXY, HTTPS_PROXY, NO_PROXY: [...except, ...LOOPBACK].join() });
}

/** This machine, which no proxy leads to. */
const LOOPBACK = ['localhost', '.localhost', '127.0.0.1', '[::1]'];

/** Returns the proxy of a request to a URL, if it takes one. */
export function proxyOf({ protocol, hostname, port }: URL, proxies: Proxies): string | undefined {
  const host = hostname.replace(/\.$/, '');
  const isExcept = [...proxies.except, ...LOOPBACK].some((entry) => {
    const [, name = '', only = ''] = /^(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
    if (only !== '' && only !== (port || (protocol === 'https:' ? '443' : '80'))) return false;
    if (name === '*') return true;
    return /^\*?\./.test(name) ? host.endsWith(name.replace(/^\*/, '')) : host === name;
  });
  if (isExcept) return undefined;
  return protocol === 'https:' ? proxies.https : proxies.http;
}
