import { expect, it, onTestFinished } from 'vitest'
import { createMailServer } from '../../../test/mail-server.ts'
import { createTestApp } from '../../../test/test-app.ts'
import { readConfig } from '../../config.ts'
import { sendMail } from './index.ts'

/** A server that stops while a mail server holds the email that it sends. */
async function stopWhileSending() {
  const mail = await createMailServer()
  const t = await createTestApp({ config: { mail: readConfig({ SMTP_URL: mail.url }).mail } })
  onTestFinished(async () => {
    await t.close()
    await mail.close()
  })
  const release = mail.hold()
  await t.deps.transact(tx =>
    sendMail(tx, t.deps, {
      template: 'share-link',
      to: 'reader@example.test',
      language: 'en',
      data: {
        sender: 'Ada Berg',
        item: 'Harbour',
        protected: false,
        expires_at: null,
        path: '/share/abc',
      },
    }),
  )
  t.deps.worker.start()
  await expect.poll(mail.countConnections).toBe(1)
  return { mail, release, stopped: t.deps.worker.stop() }
}

it('a stop ends the delivery of an email before its job is released', async () => {
  const { mail, release, stopped } = await stopWhileSending()
  await stopped
  release()
  await expect.poll(mail.countConnections).toBe(0)
  expect(mail.received).toEqual([])
})

it('a stop waits for an email that is nearly sent', async () => {
  const { mail, release, stopped } = await stopWhileSending()
  release()
  await stopped
  expect(mail.received).toHaveLength(1)
})
