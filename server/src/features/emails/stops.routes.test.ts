import { expect, it, onTestFinished } from 'vitest'
import { createMailServer } from '../../../test/mail-server.ts'
import { createTestApp } from '../../../test/test-app.ts'
import { readConfig } from '../../config.ts'
import { TimedOut } from '../../jobs/attempt.ts'
import { sendBySmtp } from '../../mail-transport/smtp.ts'
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

it('a job that takes too long ends the delivery of its email at once', async () => {
  const server = await createMailServer()
  onTestFinished(server.close)
  const release = server.hold()
  const controller = new AbortController()
  const mail = {
    id: 'id',
    to: 'reader@example.test',
    from: { name: 'Coffer', address: 'coffer@example.test' },
    subject: 'Harbour',
    text: 'Text',
    html: '<p>Text</p>',
    pictures: [],
  }
  const sending = sendBySmtp({ url: server.url }, mail, controller.signal).catch(() => 'not sent')
  await expect.poll(server.countConnections).toBe(1)
  controller.abort(new TimedOut(120_000))
  release()
  expect(await sending).toBe('not sent')
  expect(server.received).toEqual([])
})
