import type { FastifyRequest } from 'fastify'
import { isSameText, sign } from '../lib/signing.ts'
import { newToken } from '../lib/tokens.ts'
import { type CookieDeps, deviceCookie, deviceCookieName } from './session-cookie.ts'

const valueFor = (secret: string, id: string, address: string): string =>
  `${id}.${sign(secret, 'known-device', `${id}:${address}`)}`

/**
 * The device, if somebody has signed in to this address on it before. It only has its tries counted
 * by itself, so that strangers who guess at an address can't lock its owner out.
 */
export function knownDevice(
  deps: CookieDeps,
  request: FastifyRequest,
  address: string,
): string | undefined {
  const value = request.cookies[deviceCookieName(deps)] ?? ''
  const [id = ''] = value.split('.')
  return id !== '' && isSameText(value, valueFor(deps.secret, id, address)) ? id : undefined
}

export const knownDeviceCookie = (deps: CookieDeps, address: string, id = newToken()): string =>
  deviceCookie(deps, valueFor(deps.secret, id, address))
