import ipaddr from 'ipaddr.js'

/** Public by their number, and yet the inside of a cloud: Azure's host answers its guests there. */
const CLOUD_HOSTS = new Set(['168.63.129.16'])

/** All that is given out of IPv6 so far; what is beside it is local, a tunnel or a translation. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3')

/**
 * Whether an address belongs to somebody out there: nothing of ours, of our networks, of this
 * machine, and none that a gateway would translate into one of those.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  // `::ffff:10.0.0.1` is 10.0.0.1.
  const ip = ipaddr.process(address)
  if (ip.range() !== 'unicast') return false
  return ip.kind() === 'ipv6' ? ip.match(GLOBAL_IPV6) : !CLOUD_HOSTS.has(ip.toString())
}

/** Two spellings of one address are the same. */
export const plainAddress = (address: string): string =>
  ipaddr.isValid(address) ? ipaddr.process(address).toString() : address
