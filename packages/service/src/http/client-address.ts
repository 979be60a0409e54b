import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import proxyAddr from 'proxy-addr';

/**
 * Finds the address of a request's client: the address of the connection or, if that is a trusted proxy, the one in
 * `X-Forwarded-For`. An IPv6 address is reduced to its /64, because one client usually owns all of it; an IPv4 address mapped to IPv6
 * becomes the IPv4 address.
 *
 * @param trustProxy addresses and ranges, such as `10.0.0.0/8`
 */
export function clientAddress(
  trustProxy: readonly string[],
): (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string {
  const isTrusted = proxyAddr.compile([...trustProxy]);
  return (request) =>
    networkOf(proxyAddr(request as IncomingMessage, isTrusted)) ??
    networkOf(request.socket.remoteAddress) ??
    NOWHERE;
}

/** A closed connection has no address. */
const NOWHERE = 'nowhere';

const IPV6_NETWORK_PARTS = 4;

function networkOf(address: string | undefined): string | undefined {
  if (address === undefined || !ipaddr.isValid(address)) return undefined;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const { parts } = parsed as ipaddr.IPv6;
  const network = parts.map((part, index) => (index < IPV6_NETWORK_PARTS ? part : 0));
  return `${new ipaddr.IPv6(network).toString()}/64`;
}
