import { expect, it } from 'vitest'
import { claimAt, mergeClaims } from './claims.rules.ts'

const email = 'ann@example.test'

it.each([
  [
    'verified for the same address',
    { email },
    { email: 'Ann@Example.test', email_verified: true },
    true,
  ],
  [
    'verified for another address',
    { email },
    { email: 'other@x.test', email_verified: true },
    undefined,
  ],
  ['verified without an address', { email }, { email_verified: true }, undefined],
  ['verified with the only address', {}, { email, email_verified: true }, true],
  [
    'unverified with the only address',
    { email_verified: true },
    { email, email_verified: false },
    false,
  ],
  [
    'verified, and the token is not',
    { email, email_verified: false },
    { email, email_verified: true },
    false,
  ],
])('an address that the userinfo endpoint has %s', (_, token, info, verified) => {
  const claims = mergeClaims({ sub: 'ann', ...token }, { sub: 'ann', ...info })
  expect([claims.email, claims.email_verified]).toEqual([email, verified])
})

it('completes nested claims, of which those of the token win', () => {
  const token = { sub: 'ann', realm_access: { region: 'eu' }, resource_access: { web: { a: 1 } } }
  const info = {
    sub: 'ann',
    realm_access: { roles: ['admin'], region: 'us' },
    resource_access: { coffer: { roles: ['admin'] } },
  }
  const claims = mergeClaims(token, info)
  expect(claimAt(claims, 'realm_access')).toEqual({ roles: ['admin'], region: 'eu' })
  expect(claimAt(claims, 'resource_access.coffer.roles')).toEqual(['admin'])
  expect(claimAt(claims, 'resource_access.web.a')).toBe(1)
})
