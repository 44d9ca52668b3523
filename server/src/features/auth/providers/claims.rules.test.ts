import { expect, it } from 'vitest'
import { mergeClaims } from './claims.rules.ts'

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
