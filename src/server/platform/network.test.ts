import { describe, expect, test } from 'vitest'
import { networkOf } from './network.ts'

describe('a network', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::ffff', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:64:ff9b:192.0.2.1', '2001:db8:1:2::/64'],
  ])('faults 6: %s counts as %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })

  test('a client that left while it was asked for has no address, and that is no error', () => {
    expect(networkOf(undefined)).toBe('gone')
  })
})
