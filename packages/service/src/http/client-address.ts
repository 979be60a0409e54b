import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import proxyAddr from 'proxy-addr';

/**
 * Finds the address of a request's client: the address of the connection or, if that is a trusted proxy, the one in
 * `X-Forwarded-For`, which may have a port and brackets. An IPv6 address is reduced to its /64, because one client usually
 * owns all of it; an IPv4 address mapped to IPv6, or translated into 64:ff9b::/96 (RFC 6052), becomes the IPv4 address. What
 * is no address counts as the proxy that sent it.
 *
 * @param trustProxy addresses and ranges, such as `10.0.0.0/8`
 */
export function clientAddress(
  trustProxy: readonly string[],
): (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string {
  const isTrusted = proxyAddr.compile([...trustProxy]);
  return ({ headers, socket }) => {
    let client = networkOf(socket.remoteAddress);
    let address = socket.remoteAddress;
    const before = forwardedIn(headers['x-forwarded-for']);
    for (let hop = 0; address !== undefined && isTrusted(address, hop); hop += 1) {
      address = before[hop];
      const network = networkOf(address);
      if (network === undefined) break;
      client = network;
    }
    return client ?? NOWHERE;
  };
}

/** The addresses of a header, the last one first. Node joins several headers with commas. */
function forwardedIn(header: string | readonly string[] | undefined): readonly string[] {
  if (header === undefined) return [];
  const parts = String(header).split(',').toReversed();
  return parts.map(addressOf).filter((each) => each !== '');
}

/** `192.0.2.1:4711`, and an IPv6 address in brackets, with a port or without, also between quotes. */
const WITH_PORT = /^"?(?:\[(?<v6>[^\]]+)\](?::\d+)?|(?<v4>\d+\.\d+\.\d+\.\d+):\d+)"?$/;

function addressOf(part: string): string {
  const text = part.trim();
  const { v4, v6 } = WITH_PORT.exec(text)?.groups ?? {};
  return v4 ?? v6 ?? text;
}

/** A closed connection has no address. */
const NOWHERE = 'nowhere';

const IPV6_NETWORK_PARTS = 4;

function networkOf(address: string | undefined): string | undefined {
  if (address === undefined || !ipaddr.isValid(address)) return undefined;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const { parts } = parsed as ipaddr.IPv6;
  if (parsed.range() === 'rfc6052')
    return new ipaddr.IPv4(parsed.toByteArray().slice(-4)).toString();
  const network = parts.map((part, index) => (index < IPV6_NETWORK_PARTS ? part : 0));
  return `${new ipaddr.IPv6(network).toString()}/64`;
}
