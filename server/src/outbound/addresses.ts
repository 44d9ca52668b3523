import ipaddr from 'ipaddr.js'

/** Public by its number but internal to a cloud: Azure's host answers its guests there. */
const CLOUD_HOSTS = new Set(['168.63.129.16'])

/** The allocated part of IPv6; the rest is local, tunnels or translations. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3')

/**
 * Whether an address is on the public internet: not local, not private, and not translated by a
 * gateway into such an address.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  // `::ffff:10.0.0.1` is 10.0.0.1.
  const ip = ipaddr.process(address)
  if (ip.range() !== 'unicast') return false
  return ip.kind() === 'ipv6' ? ip.match(GLOBAL_IPV6) : !CLOUD_HOSTS.has(ip.toString())
}

/** Normalizes the spelling of an address. */
export const normalizeAddress = (address: string): string =>
  ipaddr.isValid(address) ? ipaddr.process(address).toString() : address
