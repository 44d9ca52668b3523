import type { FastifyRequest } from 'fastify'
import { isSameText, sign } from '../lib/signing.ts'
import { newToken } from '../lib/tokens.ts'
import { type CookieDeps, deviceCookie, deviceCookieName } from './session-cookie.ts'

/** Accounts that are remembered on one device, most recent first. */
const MAX_ACCOUNTS = 5

/** The account that a device has signed in to. */
interface DeviceAccount {
  email: string
  /** Part of the mark, so that a new password makes every other device unknown. */
  passwordHash: string | null
}

const markOf = (secret: string, id: string, { email, passwordHash }: DeviceAccount): string =>
  sign(secret, 'known-device', `${id}:${email}:${passwordHash ?? ''}`)

function deviceIn(deps: CookieDeps, request: FastifyRequest): { id: string; marks: string[] } {
  const [id = '', ...marks] = (request.cookies[deviceCookieName(deps)] ?? '').split('.')
  return { id, marks }
}

/**
 * Returns the device id if the device has signed in to this account since its password was chosen.
 * Attempts on a known device are counted separately, so that others who guess passwords cannot lock
 * the owner out, and its sign-ins are not reported as new.
 */
export function knownDevice(
  deps: CookieDeps,
  request: FastifyRequest,
  account: DeviceAccount,
): string | undefined {
  const { id, marks } = deviceIn(deps, request)
  const mark = markOf(deps.secret, id, account)
  return id !== '' && marks.some(knownMark => isSameText(knownMark, mark)) ? id : undefined
}

/** Adds the account to the device cookie. */
export function knownDeviceCookie(
  deps: CookieDeps,
  request: FastifyRequest,
  account: DeviceAccount,
): string {
  const known = deviceIn(deps, request)
  const id = known.id || newToken()
  const mark = markOf(deps.secret, id, account)
  const others = known.id === '' ? [] : known.marks.filter(knownMark => knownMark !== mark)
  return deviceCookie(deps, [id, mark, ...others.slice(0, MAX_ACCOUNTS - 1)].join('.'))
}
