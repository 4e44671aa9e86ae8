import { BlockList, isIP, isIPv4 } from 'node:net'

/** Everything that is not the open internet (IANA special-purpose registries): own machine, own network, documentation, multicast. */
const closed = new BlockList()
const ranges4 =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 ' +
  '192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4'
for (const range of ranges4.split(' ')) {
  const [address = '', bits] = range.split('/')
  closed.addSubnet(address, Number(bits), 'ipv4')
}

/** The one public block of IPv6, less what lies in it for tunnels (which hide a v4 address), benchmarks and documentation. */
const unicast = new BlockList()
unicast.addSubnet('2000::', 3, 'ipv6')
const tunnels = '2001::/23 2001:db8::/32 2002::/16 3fff::/20'
for (const range of tunnels.split(' ')) {
  const [address = '', bits] = range.split('/')
  closed.addSubnet(address, Number(bits), 'ipv6')
}

/** Whether an IP address, as text, belongs to the open internet; IPv4 in IPv6 clothes never does. */
export function isPublic(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
  if (isIPv4(bare)) return !closed.check(bare, 'ipv4')
  return isIP(bare) === 6 && unicast.check(bare, 'ipv6') && !closed.check(bare, 'ipv6')
}
