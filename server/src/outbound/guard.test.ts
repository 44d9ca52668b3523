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
describe('rejects links to', () => {
  it.each([
    ['this machine', 'http://127.0.0.1/'],
    ['this machine by another of its addresses', 'http://127.8.8.8/'],
    ['this machine by name', 'http://localhost/'],
    ['this machine by a name below its own', 'http://a.localhost./'],
    ['any address', 'http://0.0.0.0/'],
    ['this machine in IPv6', 'http://[::1]/'],
    ['any address in IPv6', 'http://[::]/'],
    ['an IPv4 address mapped to IPv6', 'http://[::ffff:127.0.0.1]/'],
    ['an IPv4 address in a deprecated IPv6 form', 'http://[::127.0.0.1]/'],
    ['NAT64 addresses', 'http://[64:ff9b::7f00:1]/'],
    ['local NAT64 addresses', 'http://[64:ff9b:1::7f00:1]/'],
    ['6to4 tunnels', 'http://[2002:7f00:1::]/'],
    ['Teredo tunnels', 'http://[2001:0:1::]/'],
    ['an address as one number', 'http://2130706433/'],
    ['an address in hexadecimal parts', 'http://0x7f.1/'],
    ['an address in octal parts', 'http://0177.0.0.1/'],
    ['private networks', 'http://10.1.2.3/'],
    ['larger private networks', 'http://172.20.0.1/'],
    ['smaller private networks', 'http://192.168.1.1/'],
    ['private networks in IPv6', 'http://[fd00:ec2::254]/'],
    ['the metadata of a cloud', 'http://169.254.169.254/latest/meta-data/'],
    ['the metadata of another cloud', 'http://168.63.129.16/'],
    ['the metadata of a third cloud', 'http://100.100.100.200/'],
    ['carrier-grade NAT', 'http://100.64.0.1/'],
    ['link-local addresses', 'http://[fe80::1]/'],
    ['site-local addresses', 'http://[fec0::1]/'],
    ['multicast', 'http://224.0.0.1/'],
    ['multicast in IPv6', 'http://[ff02::1]/'],
    ['broadcast', 'http://255.255.255.255/'],
    ['documentation networks', 'http://192.0.2.1/'],
    ['our own host', 'https://files.us.test/file/1'],
    ['our own host with a trailing dot', 'https://files.us.test./file/1'],
    ['mail servers', 'http://example.com:25/'],
    ['shells', 'http://example.com:22/'],
    ['databases', 'http://example.com:6379/'],
    ['files', 'file:///etc/passwd'],
    ['Gopher', 'gopher://example.com/'],
    ['FTP', 'ftp://example.com/'],
    ['data URLs', 'data:text/plain,hello'],
    ['sockets', 'unix:/var/run/docker.sock'],
    ['URLs with a password', 'http://user:pass@example.com/'],
    ['URLs with a user name', 'http://user@example.com/'],
    ['another port of an allowed host', 'http://intern.example:9000/'],
    ['an allowed host with another scheme', 'ftp://intern.example:8000/'],
    ['an allowed host with a password', 'http://a:b@intern.example:8000/'],
  ])('%s', (_, link) => expect(codeFor(link)).toBe('remote.blocked_address'))

  it('the addresses of this machine', () => {
    const own = Object.values(networkInterfaces()).flatMap(entries => entries ?? [])
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
])('allows %s', link => expect(codeFor(link)).toBeUndefined())
