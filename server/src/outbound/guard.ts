import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { AppError } from '../errors.ts'
import { isPublicAddress, normalizeAddress } from './addresses.ts'

/** Ports of web servers; links must not reach mail servers or databases. */
const PORTS = new Set(['', '80', '443', '8080', '8443'])
const LOCAL_NAME = /(^|\.)localhost$/

export interface GuardOptions {
  /** `host` or `host:port` as in the link; allowed even if internal. */
  allowedHosts: readonly string[]
  /** Our own URL, if configured. */
  appUrl: string | undefined
}

const hostnameOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')

/** Decides which URLs and addresses links may reach. */
export function createGuard({ allowedHosts, appUrl }: GuardOptions) {
  const allowed = new Set(allowedHosts)
  const ownHost = appUrl === undefined ? undefined : hostnameOf(new URL(appUrl))

  function isOwn(address: string): boolean {
    const own = Object.values(networkInterfaces()).flatMap(entries => entries ?? [])
    return own.some(entry => normalizeAddress(entry.address) === address)
  }

  /** Checked for every address that a name resolves to. */
  const canConnect = (address: string): boolean =>
    isPublicAddress(address) && !isOwn(normalizeAddress(address))

  const isAllowed = (url: URL): boolean => allowed.has(url.host)

  /** Checks that need no name resolution. */
  function isRequestable(url: URL): boolean {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return false
    if (url.username !== '' || url.password !== '') return false
    if (isAllowed(url)) return true
    const host = hostnameOf(url)
    if (!PORTS.has(url.port) || LOCAL_NAME.test(host) || host === ownHost) return false
    return isIP(host) === 0 || canConnect(host)
  }

  return {
    canConnect,
    isAllowed,
    /** @throws AppError `remote.blocked_address`, whether or not something answers there */
    requireAllowed(url: URL): URL {
      if (!isRequestable(url)) throw new AppError('remote.blocked_address')
      return url
    },
  }
}

export type Guard = ReturnType<typeof createGuard>
