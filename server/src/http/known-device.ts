import type { FastifyRequest } from 'fastify'
import { isSameText, sign } from '../lib/signing.ts'
import { newToken } from '../lib/tokens.ts'
import { type CookieDeps, deviceCookie, deviceCookieName } from './session-cookie.ts'

/** Accounts that are remembered on one device, most recent first. */
const MAX_ADDRESSES = 5

const markOf = (secret: string, id: string, address: string): string =>
  sign(secret, 'known-device', `${id}:${address}`)

function deviceIn(deps: CookieDeps, request: FastifyRequest): { id: string; marks: string[] } {
  const [id = '', ...marks] = (request.cookies[deviceCookieName(deps)] ?? '').split('.')
  return { id, marks }
}

/**
 * Returns the device id if this address was signed in on the device before. Attempts on a known
 * device are counted separately, so that others who guess passwords cannot lock the owner out, and
 * its sign-ins are not reported as new.
 */
export function knownDevice(
  deps: CookieDeps,
  request: FastifyRequest,
  address: string,
): string | undefined {
  const { id, marks } = deviceIn(deps, request)
  const mark = markOf(deps.secret, id, address)
  return id !== '' && marks.some(knownMark => isSameText(knownMark, mark)) ? id : undefined
}

/** Adds the address to the device cookie. */
export function knownDeviceCookie(
  deps: CookieDeps,
  request: FastifyRequest,
  address: string,
): string {
  const known = deviceIn(deps, request)
  const id = known.id || newToken()
  const mark = markOf(deps.secret, id, address)
  const others = known.id === '' ? [] : known.marks.filter(knownMark => knownMark !== mark)
  return deviceCookie(deps, [id, mark, ...others.slice(0, MAX_ADDRESSES - 1)].join('.'))
}
