import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networkOf } from './network-of.ts';

test('returns IPv4 addresses themselves, also when mapped into IPv6', () => {
  assert.equal(networkOf('192.0.2.7'), '192.0.2.7');
  assert.equal(networkOf('::ffff:192.0.2.7'), '192.0.2.7');
  assert.equal(networkOf('not an address'), 'not an address');
});

test('returns the /64 network of IPv6 addresses', () => {
  const network = '2001:db8:0:1::/64';
  assert.equal(networkOf('2001:db8:0:1:2:3:4:5'), network);
  assert.equal(networkOf('2001:0DB8:0000:0001::9'), network);
  assert.equal(networkOf('2001:db8:0:1::'), network);
  assert.equal(networkOf('2001:db8::1:ffff:0:0:1'), network);
  assert.equal(networkOf('2001:db8::1'), '2001:db8:0:0::/64');
  assert.equal(networkOf('fe80::1%eth0'), 'fe80:0:0:0::/64');
  assert.equal(networkOf('::1'), '0:0:0:0::/64');
});
