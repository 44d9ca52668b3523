import { auth, passwordReset, twoFactor } from '@coffer/contract'
import { expect, it } from 'vitest'
import { openTestApp } from '../../test/open-test-app.ts'
import { emailOf } from '../../test/teams.ts'
import { atSecondStep, turnOnTwoFactor } from '../../test/two-factor.ts'
import { runCommand } from './commands.ts'

const NEW = 'battery staple correct'
const t = await openTestApp()

it('lets an administrator without password and second factor in again, by a link that works once', async () => {
  const admin = await t.signIn('admin')
  const email = await emailOf(admin)
  const { codes } = await turnOnTwoFactor(admin)
  const waiting = await atSecondStep(t, email)
  const printed = await runCommand(t.deps, ['recover', ` ${email.toUpperCase()}`])
  expect((await admin.send('GET', '/api/user')).status).toBe(401)
  const body = { code: codes[0] ?? '' }
  expect((await waiting.call(twoFactor.verifyRecoveryCode, { body })).status).toBe(401)
  const link = new URL(/http:\S+/.exec(printed)?.[0] ?? '')
  expect(link.href).toMatch(/^http:\/\/[^/]+\/create-new-password\?token=/)
  const token = link.searchParams.get('token') ?? ''
  const reset = () =>
    t.anonymous().call(passwordReset.resetPassword, { body: { token, newPassword: NEW } })
  expect((await reset()).status).toBe(200)
  expect((await reset()).status).toBe(410)
  const signedIn = await t.anonymous().call(auth.signIn, { body: { email, password: NEW } })
  expect([signedIn.status, signedIn.body.twoFactorRedirect]).toEqual([200, undefined])
  const rows = await t.deps.db
    .selectFrom('audit_entries')
    .select(['action', 'actor_type'])
    .where('target_id', '=', admin.userId)
    .where('action', 'like', 'user.%')
    .orderBy('seq')
    .execute()
  expect(rows).toEqual([
    { action: 'user.two_factor_disabled', actor_type: 'system' },
    { action: 'user.recovered', actor_type: 'system' },
  ])
})

it('recovers an account without two-factor sign-in, and refuses an unknown one', async () => {
  const email = await emailOf(await t.signIn())
  expect(await runCommand(t.deps, ['recover', email])).toContain('/create-new-password?token=')
  await expect(runCommand(t.deps, ['recover', 'unknown@example.org'])).rejects.toThrow(/No account/)
})
