import { describe, expect, it } from 'vitest'
import { openTestApp } from '../../../test/open-test-app.ts'
import { bearing, makeToken } from '../../../test/tokens.ts'
import { turnOnTwoFactor } from '../../../test/two-factor.ts'

const t = await openTestApp()
const UNKNOWN = '0190a000-0000-7000-8000-000000000001'
const SESSION_ONLY = { status: 403, body: { code: 'token.session_only' } }

describe('an access token of an administrator', () => {
  it('cannot change how its own user signs in', async () => {
    const admin = await t.signIn('admin')
    const { token } = await makeToken(admin, { scopes: ['write', 'admin'] })
    await turnOnTwoFactor(admin)
    const send = (method: string, path: string, body?: object) =>
      t.anonymous().send(method, `/api/admin/users/${path}`, body, bearing(token))
    const own = admin.userId
    for (const email_change of ['confirm', 'force'])
      expect(
        await send('PATCH', own, { email: 'taken-over@example.test', email_change }),
      ).toMatchObject(SESSION_ONLY)
    for (const path of ['two-factor', `passkeys/${UNKNOWN}`, 'sessions'])
      expect(await send('DELETE', `${own}/${path}`)).toMatchObject(SESSION_ONLY)

    // Without a mail server the answer would have the link.
    expect(await send('POST', `${own}/reset-password`)).toMatchObject(SESSION_ONLY)

    expect((await send('PATCH', own, { first_name: 'Ada' })).status).toBe(200)
    const other = await t.signIn()
    await turnOnTwoFactor(other)
    expect((await send('DELETE', `${other.userId}/two-factor`)).status).toBe(200)
    // A session may still do what the token may not.
    const ended = await admin.send('DELETE', `/api/admin/users/${own}/two-factor`)
    expect(ended.status).toBe(200)
  })
})
