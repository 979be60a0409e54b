import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { clientAddress } from '../../src/http/client-address.ts';

const from = (
  remoteAddress: string | undefined,
  forwarded?: string,
  trusted: readonly string[] = [],
): string =>
  clientAddress(trusted)({
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    socket: { remoteAddress } as Socket,
  });

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::ffff:c000:201', '192.0.2.1'],
  // Translated before a cluster of IPv6: each is a client of its own.
  ['64:ff9b::c000:201', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
  ['::1', '::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  [undefined, 'nowhere'],
])('a connection from %s counts as %s, whatever it forwards', (address, counted) => {
  expect(from(address)).toBe(counted);
  expect(from(address, '198.51.100.7')).toBe(counted);
});

test.each([
  ['192.0.2.1', ['192.0.2.1']],
  ['192.0.2.1', ['192.0.2.0/24']],
  ['::ffff:192.0.2.1', ['192.0.2.0/24']],
  ['127.0.0.1', ['loopback']],
  ['::1', ['loopback']],
  ['2001:db8::9', ['10.0.0.0/8', '2001:db8::/32']],
])('X-Forwarded-For of %s is used if %j are trusted', (address, trusted) => {
  expect(from(address, '198.51.100.7', trusted)).toBe('198.51.100.7');
  expect(from(address, '2001:db8:a:b:c::1', trusted)).toBe('2001:db8:a:b::/64');
  expect(from('203.0.113.1', '198.51.100.7', trusted)).toBe('203.0.113.1');
});

test.each([
  ['8.8.8.8, 198.51.100.7', '198.51.100.7'],
  ['8.8.8.8, 198.51.100.7, 10.0.0.2', '198.51.100.7'],
  ...['unknown', '', '198.51.100.7:http', '<script>', ', ,', '[', '[]:80', ':80'].map((text) => [
    text,
    '10.0.0.1',
  ]),
])('"%s" from a proxy, with what its client sent or invalid, counts as %s', (text, counted) => {
  expect(from('10.0.0.1', text, ['10.0.0.0/8'])).toBe(counted);
});

test.each([
  ['198.51.100.7:4242', '198.51.100.7'],
  ['"198.51.100.7:4242"', '198.51.100.7'],
  ['198.51.100.7 , 10.0.0.2:80', '198.51.100.7'],
  ['8.8.8.8:1, 198.51.100.7:2, 10.0.0.2:3', '198.51.100.7'],
  ['[2001:db8:1:2:3:4:5:6]', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2:3:4:5:6]:443', '2001:db8:1:2::/64'],
  ['"[2001:db8:1:2:3:4:5:6]:443"', '2001:db8:1:2::/64'],
  ['[::ffff:198.51.100.7]:443', '198.51.100.7'],
  ['198.51.100.7, [fd00::2]:80', '198.51.100.7'],
  // The proxy before the last one knows no more.
  ['unknown, 10.0.0.2:80', '10.0.0.2'],
])('%s, with ports and brackets as proxies write them, counts as %s', (text, counted) => {
  expect(from('10.0.0.1', text, ['10.0.0.0/8', 'fd00::/8'])).toBe(counted);
});
