import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { AppError } from '../errors.ts'
import { isPublicAddress, plainAddress } from './addresses.ts'

/** Where web servers are; a link is no way to talk to mail servers or databases. */
const PORTS = new Set(['', '80', '443', '8080', '8443'])
const LOCAL_NAME = /(^|\.)localhost$/

export interface GuardOptions {
  /** `host` or `host:port`, as it stands in the link: fetched from whatever it is. */
  allowedHosts: readonly string[]
  /** Where people reach us, if that was told. */
  appUrl: string | undefined
}

const hostnameOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')

/** What nobody who asks for a link may reach through us. */
export function createGuard({ allowedHosts, appUrl }: GuardOptions) {
  const allowed = new Set(allowedHosts)
  const ownHost = appUrl === undefined ? undefined : hostnameOf(new URL(appUrl))

  function isOwn(address: string): boolean {
    const own = Object.values(networkInterfaces()).flatMap(one => one ?? [])
    return own.some(one => plainAddress(one.address) === address)
  }

  /** Whether to connect to an address, which is asked of every one a name stands for. */
  const canConnect = (address: string): boolean =>
    isPublicAddress(address) && !isOwn(plainAddress(address))

  const isAllowed = (url: URL): boolean => allowed.has(url.host)

  /** What can be told from the link itself, without asking anybody. */
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
    /** @throws AppError `remote.blocked_address`, and the same for whatever may be there */
    requireAllowed(url: URL): URL {
      if (!isRequestable(url)) throw new AppError('remote.blocked_address')
      return url
    },
  }
}

export type Guard = ReturnType<typeof createGuard>
