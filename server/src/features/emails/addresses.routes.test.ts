import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/test-app.ts'
import { sendMail } from './index.ts'

const REQUEST_EMAIL = {
  template: 'upload-request',
  to: 'reader@example.test',
  language: 'en',
  data: { asker: 'Ada', name: 'Taxes', expires_at: null, path: '/request/abc/upload' },
} as const

describe('without APP_URL', () => {
  let t: TestApp
  const PASSWORD = 'correct horse battery'
  const users = async () =>
    (await t.deps.db.selectFrom('users').select(['role', 'email']).execute()).map(
      ({ role, email }) => ({ role, email }),
    )
  /** Uses `inject`, because `fetch` cannot set the Host header. */
  const signInBy = async (host: string, email: string) => {
    const answer = await t.app.inject({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      headers: { host },
      payload: { email, password: PASSWORD },
    })
    expect(answer.statusCode).toBe(200)
  }
  beforeAll(async () => {
    t = await createTestApp()
    for (const role of ['admin', 'user'] as const) await t.signIn(role)
  })
  afterAll(() => t.close())

  it('links in emails use the origin of an administrator’s sign-in, and ignore the Host of other users', async () => {
    for (const { role, email } of await users())
      await signInBy(role === 'admin' ? 'files.example.test:8080' : 'evil.test', email)
    await t.deps.transact(tx => sendMail(tx, t.deps, REQUEST_EMAIL))
    await t.runJobs()
    const [name = ''] = await readdir(join(t.folder, 'outbox'))
    const message = await PostalMime.parse(await readFile(join(t.folder, 'outbox', name)))
    expect(message.text).toContain('http://files.example.test:8080/request/abc/upload')
    expect(message.html).toContain('href="http://files.example.test:8080/request/abc/upload"')
  })
})
