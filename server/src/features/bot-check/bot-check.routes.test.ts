import { auth, config } from '@coffer/contract'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { createLinkServer, serves } from '../../../test/link-server.ts'
import { openTestApp } from '../../../test/open-test-app.ts'

const verifier = await createLinkServer()
afterAll(verifier.close)
const recaptcha = { siteKey: 'site', secretKey: 'quiet', url: verifier.url('/recaptcha/api') }
const t = await openTestApp({ config: { recaptcha } })
let signUps = 0
beforeEach(() => t.deps.db.deleteFrom('rate_limits').execute())

const verifierReturns = (result: object) =>
  verifier.on('/recaptcha/api/siteverify', serves(JSON.stringify(result)))
function signUp(recaptcha?: string) {
  signUps += 1
  const email = `human-${signUps}@example.test`
  const body = { name: 'Human', email, password: 'correct horse battery', recaptcha }
  return t.anonymous().call(auth.signUp, { body })
}
const GOOD = { success: true, score: 0.9, action: 'sign_up' }

it('accepts a sign-up that passes the check', async () => {
  verifierReturns(GOOD)
  expect((await signUp('an answer')).body.user).not.toBeNull()
})

it.each([
  ['a failed check', { ...GOOD, success: false }],
  ['a low score', { ...GOOD, score: 0.1 }],
  ['a result without a score', { success: true, action: 'sign_up' }],
  ['a result for another action', { ...GOOD, action: 'contact' }],
])('refuses a sign-up with %s', async (_, result) => {
  verifierReturns(result)
  const reply = await signUp('an answer')
  expect([reply.status, reply.body.code]).toEqual([403, 'auth.bot_suspected'])
})

it('refuses a sign-up without a token, and does not call the verifier', async () => {
  const before = verifier.asked.length
  const reply = await signUp()
  expect([reply.status, reply.body.code]).toEqual([403, 'auth.bot_suspected'])
  expect(verifier.asked).toHaveLength(before)
})

it.each([
  [
    'answers with an error',
    (): void => verifier.on('/recaptcha/api/siteverify', r => r.writeHead(500).end()),
  ],
  ['answers nonsense', (): void => verifier.on('/recaptcha/api/siteverify', serves('<html>'))],
  [
    'redirects',
    (): void =>
      verifier.on('/recaptcha/api/siteverify', r => r.writeHead(302, { location: '/else' }).end()),
  ],
  ['closes the connection', (): void => verifier.on('/recaptcha/api/siteverify', r => r.destroy())],
])('refuses sign-ups with auth.bot_check_unavailable while the verifier %s', async (_, fail) => {
  fail()
  const reply = await signUp('an answer')
  expect([reply.status, reply.body.code]).toEqual([503, 'auth.bot_check_unavailable'])
})

it('can be switched off, and is part of the client configuration', async () => {
  const readConfig = () => t.anonymous().call(config.getConfig, {})
  const on = await readConfig()
  expect(on.body).toMatchObject({ allowedRecaptcha: true, recaptchaSiteKey: 'site' })
  expect(on.headers.get('content-security-policy')).toContain(`${verifier.url('/recaptcha/')}`)
  expect(JSON.stringify(on.body)).not.toContain('quiet')
  await t.settings({ allowed_recaptcha: false })
  expect((await readConfig()).body.allowedRecaptcha).toBe(false)
  expect((await signUp()).status).toBe(200)
  await t.settings({ allowed_recaptcha: true })
})
