import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'

/** Resolves a host name to addresses. */
export type Resolve = (host: string) => Promise<LookupAddress[]>

export const resolveName: Resolve = host => lookup(host, { all: true, verbatim: true })

/** Whether connecting to an address is allowed. */
export type CanConnect = (address: string) => boolean

/** Reported like an unknown name, so that internal hosts are not revealed. */
class NotPublic extends Error {
  override readonly name = 'NotPublic'
}

/**
 * Connects only to addresses it has checked itself, so that a name that resolves differently later
 * changes nothing.
 */
const checkedLookup =
  (canConnect: CanConnect, resolve: Resolve): LookupFunction =>
  (host, options, callback) => {
    resolve(host).then(
      addresses => {
        const [first, ...more] = addresses.filter(({ address }) => canConnect(address))
        if (!first) callback(new NotPublic('no public address'), '')
        else if (options.all) callback(null, [first, ...more])
        else callback(null, first.address, first.family)
      },
      error => callback(error, ''),
    )
  }

/** A connector that only connects to allowed addresses. */
export function guardedConnector(
  canConnect: CanConnect,
  resolve: Resolve,
  timeoutMs: number,
): buildConnector.connector {
  const connect = buildConnector({
    allowH2: false,
    timeout: timeoutMs,
    maxCachedSessions: 0,
    autoSelectFamily: true,
    lookup: checkedLookup(canConnect, resolve),
  } as buildConnector.BuildOptions)
  return (options, callback) => {
    // For a literal address there is no lookup.
    if (isIP(options.hostname) !== 0 && !canConnect(options.hostname))
      return callback(new NotPublic('not a public address'), null)
    connect(options, callback)
  }
}
