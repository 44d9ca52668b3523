import { auth, passwordReset, shares } from '@coffer/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { tokenIn } from '../../../test/mail-server.ts'
import { openMailApp } from '../../../test/open-test-app.ts'
import { emailOf } from '../../../test/teams.ts'
import { createTestApp } from '../../../test/test-app.ts'
import { prepareInstallation } from '../setup/index.ts'

const COMMON = 'This password is too common. Choose another one.'
const OWN_WORDS =
  'This password is mostly your name, your email or this site’s name. Add other words.'
const GOOD = 'battery staple correct'

const { t, mail } = await openMailApp()
await t.settings({ app_title: 'Lantern Room' })
const client = await t.signIn()
const email = await emailOf(client)
beforeEach(() => t.deps.db.deleteFrom('rate_limits').execute())

const change = (newPassword: string) =>
  client.call(auth.changePassword, {
    body: { currentPassword: 'correct horse battery', newPassword },
  })

describe('an easily guessed password is refused', () => {
  it('at sign-up, with the same answer for known and new addresses', async () => {
    for (const address of [email, 'orla@example.test']) {
      const body = { name: 'Orla Brightwater', email: address, password: 'Sunshine1!' }
      const common = await t.anonymous().call(auth.signUp, { body })
      expect([common.status, common.body.errors]).toEqual([422, { password: [COMMON] }])
      const own = { ...body, password: 'Brightwater26' }
      const named = await t.anonymous().call(auth.signUp, { body: own })
      expect([named.status, named.body.errors]).toEqual([422, { password: [OWN_WORDS] }])
    }
  })

  it('when the password is changed', async () => {
    expect((await change('iloveyou')).body.errors).toEqual({ newPassword: [COMMON] })
    for (const password of [`${email}1`, 'lanternroom-7'])
      expect((await change(password)).body.errors).toEqual({ newPassword: [OWN_WORDS] })
  })

  it('when the password is reset, and the emailed link stays valid for another attempt', async () => {
    await t.anonymous().call(passwordReset.requestPasswordReset, { body: { email } })
    await t.runJobs()
    const [message] = await mail.emailsTo(email)
    const token = tokenIn(message ?? ({} as never))
    const reset = (newPassword: string) =>
      t.anonymous().call(passwordReset.resetPassword, { body: { token, newPassword } })
    expect((await reset('qwertyuiop')).body.errors).toEqual({ newPassword: [COMMON] })
    expect((await reset('Lantern Room!')).body.errors).toEqual({ newPassword: [OWN_WORDS] })
    expect((await reset(GOOD)).status).toBe(200)
  })

  it('at the installation from the environment', async () => {
    const own = await createTestApp({ installed: false })
    const admin = { name: 'Ada', email: 'ada@example.test', password: 'password2026' }
    const deps = { ...own.deps, config: { ...own.deps.config, admin } }
    await expect(prepareInstallation(deps, 'http://localhost')).rejects.toThrow(
      'ADMIN_PASSWORD is among the most used',
    )
    expect(await own.deps.db.selectFrom('users').selectAll().execute()).toEqual([])
    await own.close()
  })

  it('with a message in Spanish', async () => {
    const body = { name: 'Eva', email: 'eva@example.test', password: '12345678' }
    const init = { headers: { 'accept-language': 'es' } }
    const reply = await t.anonymous().send('POST', auth.signUp.path, body, init)
    expect(reply.body.errors.password[0]).toContain('demasiado común')
  })
})

it('the password of a share may be an easily guessed one', async () => {
  const owner = await t.signIn()
  const { id } = (await owner.upload({ filename: 'map.txt' })).body.data
  const body = { id, type: 'file', isPassword: true, password: 'password' } as const
  expect((await owner.call(shares.createShare, { body })).status).toBe(201)
})
