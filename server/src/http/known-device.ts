import type { FastifyRequest } from 'fastify'
import { isSameText, sign } from '../lib/signing.ts'
import { newToken } from '../lib/tokens.ts'
import { type CookieDeps, deviceCookie, deviceCookieName } from './session-cookie.ts'

/** A household shares a computer: so many of its accounts are known there, the latest first. */
const ADDRESSES = 5

const markOf = (secret: string, id: string, address: string): string =>
  sign(secret, 'known-device', `${id}:${address}`)

function deviceIn(deps: CookieDeps, request: FastifyRequest): { id: string; marks: string[] } {
  const [id = '', ...marks] = (request.cookies[deviceCookieName(deps)] ?? '').split('.')
  return { id, marks }
}

/**
 * The device, if somebody has signed in to this address on it before. It only has its tries counted
 * by itself, so that strangers who guess at an address can't lock its owner out; and its sign-ins are
 * no news.
 */
export function knownDevice(
  deps: CookieDeps,
  request: FastifyRequest,
  address: string,
): string | undefined {
  const { id, marks } = deviceIn(deps, request)
  const mark = markOf(deps.secret, id, address)
  return id !== '' && marks.some(one => isSameText(one, mark)) ? id : undefined
}

/** From now on the device is known to this address too. */
export function knownDeviceCookie(
  deps: CookieDeps,
  request: FastifyRequest,
  address: string,
): string {
  const known = deviceIn(deps, request)
  const id = known.id || newToken()
  const mark = markOf(deps.secret, id, address)
  const others = known.id === '' ? [] : known.marks.filter(one => one !== mark)
  return deviceCookie(deps, [id, mark, ...others.slice(0, ADDRESSES - 1)].join('.'))
}
