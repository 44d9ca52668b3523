import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'

/** What a name stands for. */
export type Resolve = (host: string) => Promise<LookupAddress[]>

export const resolveName: Resolve = host => lookup(host, { all: true, verbatim: true })

/** Whether to connect to an address. */
export type MayConnect = (address: string) => boolean

/** Told like a name that nobody has: who is inside is nobody's business. */
class NotPublic extends Error {
  override readonly name = 'NotPublic'
}

/**
 * Judges the very addresses that are then connected to: a name that is answered differently the
 * next time changes nothing.
 */
const checkedLookup =
  (canConnect: MayConnect, resolve: Resolve): LookupFunction =>
  (host, options, callback) => {
    resolve(host).then(
      found => {
        const [first, ...more] = found.filter(({ address }) => canConnect(address))
        if (!first) callback(new NotPublic('no public address'), '')
        else if (options.all) callback(null, [first, ...more])
        else callback(null, first.address, first.family)
      },
      error => callback(error, ''),
    )
  }

/** Connections that lead nowhere else. */
export function guardedConnector(
  canConnect: MayConnect,
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
    // No name, so nothing is looked up.
    if (isIP(options.hostname) !== 0 && !canConnect(options.hostname))
      return callback(new NotPublic('not a public address'), null)
    connect(options, callback)
  }
}
