import { describe, expect, test } from 'vitest'
import { HOME, redirectTarget } from './redirect-target.ts'

// docs/faults.md A9
describe('redirectTarget', () => {
  test.each([
    '/platform/files',
    '/platform/files/0190b7c0-0000-7000-8000-000000000000?sort=name#top',
    '/user/profile',
    '/page/a%20b',
  ])('accepts %s, a path of our own', path => {
    expect(redirectTarget(path)).toBe(path)
  })

  test.each([
    '//evil.test',
    '///evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    '/%2fevil.test',
    '/%5cevil.test',
    '/.//evil.test',
    '/x/..//evil.test',
    'https://evil.test',
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    '/%0d%0aSet-Cookie:x=1',
    '/\r\nSet-Cookie:x=1',
    '/\t/evil.test',
    '%0d%0a',
    '/%',
    'platform/files',
    '',
    undefined,
    null,
    42,
    ['/platform/files'],
  ])('returns the home page for %j', target => {
    expect(redirectTarget(target)).toBe(HOME)
  })

  test.each(['/sign-in', '/sign-in?redirect=/sign-in', '/sign-up'])(
    'does not return to %s',
    target => {
      expect(redirectTarget(target)).toBe(HOME)
    },
  )
})
