import { auth, config } from '@coffer/contract'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { createLinkServer, serves } from '../../../test/link-server.ts'
import { openTestApp } from '../../../test/open-test-app.ts'

const verifier = await createLinkServer()
afterAll(verifier.close)
const recaptcha = { siteKey: 'site', secretKey: 'quiet', url: verifier.url('/recaptcha/api') }
const t = await openTestApp({ config: { recaptcha } })
let people = 0
beforeEach(() => t.deps.db.deleteFrom('rate_limits').execute())

const says = (result: object) =>
  verifier.on('/recaptcha/api/siteverify', serves(JSON.stringify(result)))
function signUp(recaptcha?: string) {
  people += 1
  const email = `human-${people}@example.test`
  const body = { name: 'Human', email, password: 'correct horse battery', recaptcha }
  return t.anonymous().call(auth.signUp, { body })
}
const GOOD = { success: true, score: 0.9, action: 'sign_up' }

it('lets people through', async () => {
  says(GOOD)
  expect((await signUp('an answer')).body.user).not.toBeNull()
})

it.each([
  ['who failed', { ...GOOD, success: false }],
  ['who looks like a machine', { ...GOOD, score: 0.1 }],
  ['of whom it does not know how human he is', { success: true, action: 'sign_up' }],
  ['who was asked for something else', { ...GOOD, action: 'contact' }],
])('stops whoever it says %s', async (_, result) => {
  says(result)
  const reply = await signUp('an answer')
  expect([reply.status, reply.body.code]).toEqual([403, 'auth.bot_suspected'])
})

it('stops whoever was not asked, without asking anybody', async () => {
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
    'sends on',
    (): void =>
      verifier.on('/recaptcha/api/siteverify', r => r.writeHead(302, { location: '/else' }).end()),
  ],
  ['breaks off', (): void => verifier.on('/recaptcha/api/siteverify', r => r.destroy())],
])('stops everybody while its server %s, and says so', async (_, fail) => {
  fail()
  const reply = await signUp('an answer')
  expect([reply.status, reply.body.code]).toEqual([503, 'auth.bot_check_unavailable'])
})

it('can be switched off, and is told of to the page', async () => {
  const told = () => t.anonymous().call(config.getConfig, {})
  const on = await told()
  expect(on.body).toMatchObject({ allowedRecaptcha: true, recaptchaSiteKey: 'site' })
  expect(on.headers.get('content-security-policy')).toContain(`${verifier.url('/recaptcha/')}`)
  expect(JSON.stringify(on.body)).not.toContain('quiet')
  await t.settings({ allowed_recaptcha: false })
  expect((await told()).body.allowedRecaptcha).toBe(false)
  expect((await signUp()).status).toBe(200)
  await t.settings({ allowed_recaptcha: true })
})
