import { BlockList, isIP, isIPv4 } from 'node:net';

/** The receivers that are allowed although their addresses are not public. */
export interface AllowedReceivers {
  /** Names of hosts, in lower case. */
  readonly names: ReadonlySet<string>;
  readonly addresses: BlockList;
}

/** What `WEBHOOK_ALLOW` can hold. */
export const RECEIVERS = 'names, addresses or ranges such as 10.0.0.0/8';

const NAME = /^(?=.{1,253}$)(?!.*\.\d+$)(?!\d+$)[a-z\d_](?:[a-z\d_.-]*[a-z\d_])?$/;

/** Reads names, addresses and ranges of receivers. Undefined if one is none of these, or a range begins before its address. */
export function receiversIn(entries: readonly string[]): AllowedReceivers | undefined {
  const names = new Set<string>();
  const addresses = new BlockList();
  for (const entry of entries) {
    const [address = '', bits, ...rest] = entry.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    const maxBits = family === 'ipv4' ? 32 : 128;
    if (isIP(address) === 0 || address.includes('%')) {
      const name = entry.toLowerCase();
      if (!NAME.test(name)) return undefined;
      names.add(name);
    } else if (bits === undefined) {
      addresses.addAddress(address, family);
    } else {
      if (rest.length > 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > maxBits) return undefined;
      // More would be allowed than the address says.
      if (bitsOf(address).includes('1', Number(bits))) return undefined;
      addresses.addSubnet(address, Number(bits), family);
    }
  }
  return { names, addresses };
}

/** The bits of an address, as a text. */
function bitsOf(address: string): string {
  if (isIPv4(address)) return binary(address.split('.').map(Number), 8);
  // The parser writes an IPv4 address at the end in hexadecimal, too.
  const { hostname } = new URL(`http://[${address}]`);
  const [before = [], after = []] = hostOf(hostname)
    .split('::')
    .map((part) => part.split(':').flatMap((group) => (group === '' ? [] : parseInt(group, 16))));
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => 0);
  return binary([...before, ...zeros, ...after], 16);
}

const binary = (numbers: readonly number[], width: number): string =>
  numbers.map((each) => each.toString(2).padStart(width, '0')).join('');

/** Public addresses begin with 2000::/3. Whatever holds an IPv4 address, such as ::ffff:10.0.0.1, is not among them, or is below. */
const GLOBAL_IPV6 = rangesOf(['2000::/3']);

const NOT_PUBLIC = rangesOf([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10', // Shared by carriers.
  '127.0.0.0/8',
  '168.63.129.16/32', // Azure's platform, from inside.
  '169.254.0.0/16', // Link-local, with the metadata of clouds.
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3', // Multicast, reserved, broadcast.
  '2001::/23', // With Teredo.
  '2001:db8::/32',
  '2002::/16', // 6to4.
  '3fff::/20',
]);

/** In networks of IPv6 alone, DNS64 gives a name this prefix before its IPv4 address (RFC 6052). */
const NAT64 = rangesOf(['64:ff9b::/96']);

/** Returns the IPv4 address at the end of one of IPv6. */
const embeddedIn = (address: string): string =>
  (bitsOf(address).slice(96).match(/.{8}/g) ?? []).map((bits) => parseInt(bits, 2)).join('.');

function rangesOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    list.addSubnet(address, Number(bits), isIPv4(address) ? 'ipv4' : 'ipv6');
  }
  return list;
}

/** Whether an address is public, or allowed. */
export function isReachable(address: string, allowed: AllowedReceivers): boolean {
  const { addresses } = allowed;
  const [bare = ''] = address.split('%', 1);
  const family = isIPv4(bare) ? 'ipv4' : 'ipv6';
  if (isIP(bare) === 0) return false;
  if (addresses.check(bare, family)) return true;
  if (family === 'ipv6' && NAT64.check(bare, family)) return isReachable(embeddedIn(bare), allowed);
  if (family === 'ipv6' && !GLOBAL_IPV6.check(bare, family)) return false;
  return !NOT_PUBLIC.check(bare, family);
}

/**
 * Returns why a URL can't be that of a receiver, as the end of a sentence: "expected …". Undefined if it can. A name is
 * looked at only when it is resolved.
 */
export function problemOfReceiver(text: string, allowed: AllowedReceivers): string | undefined {
  // The parser would drop or encode some of these, and take a backslash for a slash.
  if (/[\\\s\p{C}]/u.test(text) || !URL.canParse(text)) {
    return 'a URL such as https://hooks.example.com/forewarn';
  }
  if (!/^https?:\/\//i.test(text)) return 'a URL that begins with https:// or http://';
  // The parser turns decimal, octal and hexadecimal addresses into the usual form.
  const { username, password, hostname } = new URL(text);
  if (`${username}${password}` !== '') return 'a URL without a name and a password';
  const host = hostOf(hostname);
  return isIP(host) === 0 || isReachable(host, allowed) || allowed.names.has(host)
    ? undefined
    : `a public address, or one that WEBHOOK_ALLOW allows: ${host} is neither`;
}

/** The name or address of a URL's host, without the brackets of IPv6. */
export const hostOf = (hostname: string): string => hostname.replaceAll(/^\[|\]$/g, '');
