import { expect, test } from 'vitest';
import { isReachable, receiversIn } from '../src/service/receiver-addresses.ts';

const reachable = (address: string, ...allowed: readonly string[]): boolean =>
  isReachable(address, receiversIn(allowed)!);

test.each([
  ['a public one', '64:ff9b::808:808', true],
  ['a public one with dots', '64:ff9b::8.8.8.8', true],
  ['loopback', '64:ff9b::7f00:1', false],
  ['a private one', '64:ff9b::a00:5', false],
  ['the metadata of a cloud', '64:ff9b::169.254.169.254', false],
  ['a public one, by a prefix of the network', '64:ff9b:1::808:808', false],
])('an IPv4 address behind NAT64 is reachable as itself: %s', (_what, address, is) => {
  expect(reachable(address)).toBe(is);
});

test('a range of IPv4 allows its addresses behind NAT64', () => {
  expect(reachable('64:ff9b::a00:5', '10.0.0.0/8')).toBe(true);
  expect(reachable('64:ff9b::a00:5', '10.1.0.0/16')).toBe(false);
});
