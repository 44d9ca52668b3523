import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createMailServer, type MailServer } from '../../../test/mail-server.ts'
import { picture } from '../../../test/media-samples.ts'
import { createTestApp, type TestApp } from '../../../test/test-app.ts'
import { readConfig } from '../../config.ts'
import type { JobStore } from '../../jobs/queue.ts'
import {
  MAIL_JOBS,
  type MailPayload,
  type MailRecipient,
  type QueuedEmail,
} from './emails.job-types.ts'
import { deleteOldEmails, FILES_LISTED, sendMail } from './index.ts'

type EmailInput = MailRecipient & QueuedEmail

const INVITATION = '0190a000-0000-7000-8000-000000000001'

const SHARE = {
  template: 'share-link',
  to: 'Reader@Example.test',
  language: 'en',
  data: {
    sender: 'Ada <b>Berg</b>',
    item: 'Harbour & boats',
    message: 'Have a look.\nAnd tell me.',
    protected: true,
    expires_at: '2026-12-01T10:30:00.000Z',
    path: '/share/abc',
  },
} satisfies EmailInput

const send = (t: TestApp, input: EmailInput) => t.deps.transact(tx => sendMail(tx, t.deps, input))

describe('without a mail server', () => {
  let t: TestApp
  let dataDir: string
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'coffer-mail-'))
    const appUrl = 'https://files.example.test'
    const { mail } = readConfig({ APP_URL: appUrl })
    t = await createTestApp({ config: { dataDir, appUrl, mail } })
  })
  afterEach(() => rm(join(dataDir, 'outbox'), { recursive: true, force: true }))
  afterAll(async () => {
    await t.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  async function sendToOutbox(input: EmailInput): Promise<Email> {
    await send(t, input)
    await t.runJobs()
    const files = await readdir(join(dataDir, 'outbox'))
    expect(files).toHaveLength(1)
    return PostalMime.parse(await readFile(join(dataDir, 'outbox', files[0] ?? '')))
  }

  it('writes an email to a file, as HTML and plain text', async () => {
    const message = await sendToOutbox(SHARE)
    expect(message.to).toEqual([{ name: '', address: 'reader@example.test' }])
    expect(message.from).toEqual({ name: 'Coffer', address: 'no-reply@files.example.test' })
    expect(message.subject).toBe('Ada <b>Berg</b> shared Harbour & boats with you')
    expect(message.text).toContain('> Have a look.\n> And tell me.')
    expect(message.text).toContain('Open Harbour & boats:\nhttps://files.example.test/share/abc')
    expect(message.text).toMatch(/December 1, 2026 at 10:30\sAM UTC/)
    expect(message.html).toContain('Ada &lt;b&gt;Berg&lt;/b&gt; shared')
    expect(message.html).toContain('href="https://files.example.test/share/abc"')
    expect(message.html).not.toContain('<b>')
    const auto = message.headers.find(({ key }) => key === 'auto-submitted')
    expect(auto?.value).toBe('auto-generated')
  })

  it('accepts an internationalised address', async () => {
    const message = await sendToOutbox({ ...SHARE, to: 'пример@почта.рф' })
    expect(message.to).toEqual([{ name: '', address: 'пример@почта.рф' }])
  })

  it('uses the recipient’s language, or else the installation’s', async () => {
    expect((await sendToOutbox({ ...SHARE, language: 'es' })).subject).toContain('ha compartido')
    await rm(join(dataDir, 'outbox'), { recursive: true })
    await t.settings({ language: 'es', app_title: 'Archivo' })
    const message = await sendToOutbox({ ...SHARE, language: null })
    await t.settings({ language: 'en', app_title: 'Coffer' })
    expect(message.html).toContain('<html lang="es"')
    expect(message.from?.name).toBe('Archivo')
  })

  it('sends emails that a person waits for before those that were queued earlier', async () => {
    const data = { link: 'a-link', expires_at: '2026-12-01T10:30:00.000Z' }
    const reader = { to: 'reader@example.test', language: 'en' }
    for (let count = 0; count < 5; count += 1) await send(t, SHARE)
    await send(t, { ...reader, template: 'recover-password', data })
    await send(t, { ...reader, template: 'confirm-address', data })
    const alert = { type: 'password_changed', params: {}, at: data.expires_at } as const
    await send(t, { ...reader, template: 'account-alert', data: alert })
    const queue = t.deps.jobs as JobStore
    const claimed = await queue.claim(MAIL_JOBS, 3)
    const templates = claimed.map(({ payload }) => (payload as MailPayload).order.template)
    expect(templates.sort()).toEqual(['account-alert', 'confirm-address', 'recover-password'])
    for (const each of claimed) await queue.finish(each)
    await t.runJobs()
    expect(await readdir(join(dataDir, 'outbox'))).toHaveLength(5)
  })

  it('has the operator’s colour and logo, which is part of the email', async () => {
    const admin = await t.signIn('admin')
    const form = new FormData()
    form.set('file', new Blob([await picture('png')]))
    expect((await admin.send('POST', '/api/admin/settings/logos/app_logo', form)).status).toBe(200)
    await t.settings({ app_color: '#2a5ea8' })
    const message = await sendToOutbox(SHARE)
    await admin.send('DELETE', '/api/admin/settings/logos/app_logo')
    await t.settings({ app_color: null })
    expect(message.html).toContain('bgcolor="#2a5ea8"')
    expect(message.html).not.toContain('#0e6b5e')
    expect(message.html).toContain('src="cid:logo"')
    expect(message.attachments).toMatchObject([
      { contentId: '<logo>', mimeType: 'image/png', disposition: 'inline' },
    ])
    await rm(join(dataDir, 'outbox'), { recursive: true })
    const plain = await sendToOutbox(SHARE)
    expect(plain.attachments).toEqual([])
    expect(plain.html).not.toContain('cid:')
  })

  it('a receipt lists names, sizes and hashes, and counts the files it does not list', async () => {
    const files = Array.from({ length: FILES_LISTED }, (_, index) => ({
      name: `scan-${index}.pdf`,
      size_bytes: 1_500_000,
      sha256: index === 0 ? null : 'ab'.repeat(32),
    }))
    const message = await sendToOutbox({
      template: 'upload-receipt',
      to: 'guest@example.test',
      language: 'en',
      data: {
        receiver: 'Ada',
        name: 'Taxes',
        received_at: '2026-11-20T08:00:00.000Z',
        files,
        total: { files: FILES_LISTED + 1, bytes: 301_500_000 },
      },
    })
    expect(message.text).toContain('Ada has received 201 files (302 MB) from you for Taxes')
    expect(message.text).toContain(`- scan-1.pdf (1.5 MB)\n  SHA-256: ${'ab'.repeat(32)}`)
    expect(message.text).toContain('and 1 more file\n')
    expect(message.html?.match(/<tr><td class="ink line"/g)).toHaveLength(FILES_LISTED)
  })

  it.each<[string, EmailInput, RegExp]>([
    [
      'an invitation to a user',
      {
        template: 'team-invitation',
        to: 'a@example.test',
        language: 'en',
        data: {
          inviter: 'Ada',
          folder: 'Plans',
          permission: 'can_edit',
          has_account: true,
          invitation: INVITATION,
        },
      },
      /add and edit its contents[\s\S]*View invitation/,
    ],
    [
      'an invitation to an address without an account',
      {
        template: 'team-invitation',
        to: 'a@example.test',
        language: 'en',
        data: {
          inviter: 'Ada',
          folder: 'Plans',
          permission: 'can_view',
          has_account: false,
          invitation: INVITATION,
        },
      },
      /view and download[\s\S]*have an account yet[\s\S]*Create account and join/,
    ],
    [
      'a request for files',
      {
        template: 'upload-request',
        to: 'a@example.test',
        language: 'es',
        data: { asker: 'Ada', name: 'Taxes', expires_at: null, path: '/request/abc/upload' },
      },
      /Ada te solicita archivos para Taxes[\s\S]*Sin caducidad/,
    ],
    [
      'a request that was answered',
      {
        template: 'upload-request-filled',
        to: 'a@example.test',
        language: 'en',
        data: { name: 'Taxes', files: 1, path: '/platform/files' },
      },
      /1 file for Taxes/,
    ],
    [
      'a notification',
      {
        template: 'notification',
        to: 'a@example.test',
        language: 'en',
        data: {
          type: 'files_requested',
          params: { asker: 'Ada', name: 'Taxes' },
          action: { button: 'notification.button.send_files', path: '/request/abc/upload' },
        },
      },
      /Ada requested files from you[\s\S]*For: Taxes[\s\S]*Send files/,
    ],
  ])('renders %s as text and HTML', async (_, input, expected) => {
    const message = await sendToOutbox(input)
    expect(message.text).toMatch(expected)
    expect(message.html?.replace(/<[^>]+>/g, '')).toMatch(expected)
  })

  it('deletes emails after a month, and touches no other file in the folder', async () => {
    await sendToOutbox(SHARE)
    await writeFile(join(dataDir, 'outbox', 'a note.txt'), 'mine')
    await writeFile(join(dataDir, 'outbox', 'half.eml.part'), 'partial')
    t.advance(29 * 86_400_000)
    await deleteOldEmails(t.deps)
    expect(await readdir(join(dataDir, 'outbox'))).toHaveLength(3)
    t.advance(2 * 86_400_000)
    await deleteOldEmails(t.deps)
    expect(await readdir(join(dataDir, 'outbox'))).toEqual(['a note.txt'])
    await rm(join(dataDir, 'outbox'), { recursive: true })
    await deleteOldEmails(t.deps)
  })

  it('sends nothing when the transaction fails', async () => {
    const work = t.deps.transact(async tx => {
      await sendMail(tx, t.deps, SHARE)
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    await t.runJobs()
    await expect(readdir(join(dataDir, 'outbox'))).rejects.toThrow('ENOENT')
  })

  it('refuses line breaks in names, invalid addresses and paths to other hosts', async () => {
    const withData = (change: object) => ({ ...SHARE, data: { ...SHARE.data, ...change } })
    for (const input of [
      withData({ sender: 'Ada\r\nBcc: other@example.test' }),
      withData({ item: 'one\ntwo' }),
      withData({ path: '//other.test/' }),
      withData({ path: 'https://other.test/' }),
      { ...SHARE, to: 'a@example.test, b@example.test' },
      { ...SHARE, to: 'a@example.test\r\nBcc: b@example.test' },
      { ...SHARE, to: 'invalid' },
    ])
      await expect(send(t, input)).rejects.toThrow()
    await t.runJobs()
    await expect(readdir(join(dataDir, 'outbox'))).rejects.toThrow('ENOENT')
  })
})

describe('with a mail server', () => {
  let mailServer: MailServer
  let t: TestApp
  beforeAll(async () => {
    mailServer = await createMailServer()
    const { mail } = readConfig({
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'The Archive <post@example.test>',
    })
    t = await createTestApp({ config: { mail } })
  })
  afterEach(() => {
    mailServer.refuse(undefined)
    mailServer.received.length = 0
    mailServer.envelopes.length = 0
  })
  afterAll(async () => {
    await t.close()
    await mailServer.close()
  })

  it('sends an email from the configured address', async () => {
    await send(t, SHARE)
    await t.runJobs()
    expect(mailServer.envelopes).toEqual([['reader@example.test']])
    const message = await PostalMime.parse(mailServer.received[0] ?? '')
    expect(message.from).toEqual({ name: 'The Archive', address: 'post@example.test' })
    expect(message.text).toContain('Have a look.')
    expect(message.html).toContain('Have a look.')
  })

  it('retries a refused email with the same message id', async () => {
    mailServer.refuse({ responseCode: 451, message: 'Come back later' })
    await send(t, SHARE)
    await t.runJobs()
    expect(mailServer.received).toHaveLength(0)
    mailServer.refuse(undefined)
    await t.jobsLater(60_000)
    await t.runJobs()
    await t.runJobs()
    expect(mailServer.received).toHaveLength(1)
    expect((await PostalMime.parse(mailServer.received[0] ?? '')).messageId).toMatch(
      /^<[0-9a-f-]{36}@example\.test>$/,
    )
  })

  it('fails after the last attempt, with a reason without addresses', async () => {
    mailServer.refuse({ responseCode: 550, message: 'There is no' })
    await send(t, SHARE)
    for (let tries = 0; tries < 12; tries++) {
      await t.runJobs()
      await t.jobsLater(24 * 3_600_000)
    }
    const dead = await (t.deps.jobs as JobStore).dead()
    expect(dead.map(({ name, reason }) => [name, reason])).toEqual([
      ['mail.send', 'The mail server did not take it (EENVELOPE 550).'],
    ])
  })
})
