const IPV4_IN_IPV6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

function groupsOf(ip: string): string[] {
  const [head = '', tail] = ip.split('::')
  const left = head === '' ? [] : head.split(':')
  if (tail === undefined) return left
  const right = tail === '' ? [] : tail.split(':')
  return [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
}

/** The network of an address for rate limits: an IPv6 customer has a whole /64. */
export function networkOf(ip: string): string {
  const mapped = IPV4_IN_IPV6.exec(ip)?.[1]
  if (mapped) return mapped
  if (!ip.includes(':')) return ip
  const network = groupsOf(ip).slice(0, 4)
  return `${network.map(group => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
