import { expect, it } from 'vitest'
import { openTestApp } from '../../../test/open-test-app.ts'
import { emailOf } from '../../../test/teams.ts'

const t = await openTestApp()

it('the mail check fails while the mail server refuses emails', async () => {
  await t.settings({ mail_driver: 'smtp', smtp_host: '127.0.0.1', smtp_port: 1 })
  const admin = await t.signIn('admin')
  const ann = await t.signIn()
  const mail = async () => {
    const { checks } = (await admin.send('GET', '/api/admin/status')).body.data
    return checks.find(({ check }: { check: string }) => check === 'mail')
  }
  expect(await mail()).toMatchObject({ state: 'ok' })
  await t.anonymous().send('POST', '/api/auth/request-password-reset', {
    email: await emailOf(ann),
  })
  await t.runJobs()
  expect(await mail()).toMatchObject({ state: 'failing', detail: '1' })
})
