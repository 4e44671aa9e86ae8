import { BlockList, isIP, isIPv6 } from 'node:net'

/** Networks that are not reachable from the internet, or that only look like another host (RFC 6890). */
const NETWORKS: [network: string, prefix: number, family: 'ipv4' | 'ipv6'][] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 96, 'ipv6'],
  ['::ffff:0:0:0', 96, 'ipv6'],
  ['64:ff9b::', 32, 'ipv6'],
  ['100::', 64, 'ipv6'],
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['3fff::', 20, 'ipv6'],
  // Beyond 2000::/3 nothing belongs to the internet (RFC 4291): old and new addresses of sites, of one link, of groups and of segments.
  ['4000::', 2, 'ipv6'],
  ['8000::', 1, 'ipv6'],
]

const closed = new BlockList()
for (const [network, prefix, family] of NETWORKS) closed.addSubnet(network, prefix, family)

/** Whether an IP address belongs to a host on the internet. An IPv4 address inside IPv6 counts as what it stands for. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  return !closed.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
