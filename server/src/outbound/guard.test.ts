import { networkInterfaces } from 'node:os'
import { describe, expect, it } from 'vitest'
import { createGuard } from './guard.ts'

const guard = createGuard({
  allowedHosts: ['intern.example:8000'],
  appUrl: 'https://files.us.test',
})

const codeFor = (link: string): string | undefined => {
  try {
    guard.requireAllowed(new URL(link))
    return undefined
  } catch (error) {
    return (error as { code: string }).code
  }
}

// R1
describe('no link leads to', () => {
  it.each([
    ['this machine', 'http://127.0.0.1/'],
    ['this machine by another of its addresses', 'http://127.8.8.8/'],
    ['this machine by name', 'http://localhost/'],
    ['this machine by a name below its own', 'http://a.localhost./'],
    ['any address', 'http://0.0.0.0/'],
    ['this machine in IPv6', 'http://[::1]/'],
    ['any address in IPv6', 'http://[::]/'],
    ['an IPv4 address within an IPv6 one', 'http://[::ffff:127.0.0.1]/'],
    ['an IPv4 address within an old IPv6 one', 'http://[::127.0.0.1]/'],
    ['what a gateway translates', 'http://[64:ff9b::7f00:1]/'],
    ['what a gateway of ours translates', 'http://[64:ff9b:1::7f00:1]/'],
    ['what goes through a tunnel', 'http://[2002:7f00:1::]/'],
    ['what goes through another tunnel', 'http://[2001:0:1::]/'],
    ['an address as one number', 'http://2130706433/'],
    ['an address in parts of sixteen', 'http://0x7f.1/'],
    ['an address in parts of eight', 'http://0177.0.0.1/'],
    ['private networks', 'http://10.1.2.3/'],
    ['larger private networks', 'http://172.20.0.1/'],
    ['smaller private networks', 'http://192.168.1.1/'],
    ['private networks in IPv6', 'http://[fd00:ec2::254]/'],
    ['the metadata of a cloud', 'http://169.254.169.254/latest/meta-data/'],
    ['the metadata of another cloud', 'http://168.63.129.16/'],
    ['the metadata of a third cloud', 'http://100.100.100.200/'],
    ['the network of a provider', 'http://100.64.0.1/'],
    ['a neighbour on the wire', 'http://[fe80::1]/'],
    ['a neighbour of old', 'http://[fec0::1]/'],
    ['many at once', 'http://224.0.0.1/'],
    ['many at once in IPv6', 'http://[ff02::1]/'],
    ['everybody', 'http://255.255.255.255/'],
    ['examples', 'http://192.0.2.1/'],
    ['ourselves', 'https://files.us.test/file/1'],
    ['ourselves with a dot', 'https://files.us.test./file/1'],
    ['mail servers', 'http://example.com:25/'],
    ['shells', 'http://example.com:22/'],
    ['databases', 'http://example.com:6379/'],
    ['files', 'file:///etc/passwd'],
    ['gophers', 'gopher://example.com/'],
    ['file servers', 'ftp://example.com/'],
    ['what a link itself holds', 'data:text/plain,hello'],
    ['sockets', 'unix:/var/run/docker.sock'],
    ['what asks for a password', 'http://user:pass@example.com/'],
    ['what asks for a name', 'http://user@example.com/'],
    ['another port of what is let through', 'http://intern.example:9000/'],
    ['what is let through, by another scheme', 'ftp://intern.example:8000/'],
    ['what is let through, with a password', 'http://a:b@intern.example:8000/'],
  ])('%s', (_, link) => expect(codeFor(link)).toBe('remote.blocked_address'))

  it('the addresses that this machine has on its networks', () => {
    const own = Object.values(networkInterfaces()).flatMap(one => one ?? [])
    expect(own.length).toBeGreaterThan(0)
    for (const { address } of own) expect(guard.canConnect(address)).toBe(false)
  })
})

it.each([
  'https://example.com/a.pdf',
  'http://example.com:8080/',
  'https://93.184.216.34/',
  'http://[2606:2800:220:1:248:1893:25c8:1946]/',
  'http://intern.example:8000/',
])('%s may be asked', link => expect(codeFor(link)).toBeUndefined())
