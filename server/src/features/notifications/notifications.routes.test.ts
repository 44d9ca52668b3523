import { randomUUID } from 'node:crypto'
import { notifications as contract } from '@coffer/contract'
import type { Notification } from '@coffer/contract/notification'
import { describe, expect, it } from 'vitest'
import { openPage } from '../../../test/open-page.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { moneyValue } from '../../lib/translate.ts'
import type { Mail } from '../../mail-transport/mailer.ts'
import { clearActions, notify } from './index.ts'

type NotificationInput = Parameters<typeof notify>[3]

const t = await openTestApp()
const sentEmails: Mail[] = []
t.deps.mailer.send = async mail => void sentEmails.push(mail)

const FILLED: NotificationInput = {
  category: 'file-request',
  type: 'upload_request_completed',
  params: { name: 'Taxes', count: 2 },
  action: { type: 'route', route: 'Files', id: null, button: 'notification.button.show' },
}
const invitation = (id: string): NotificationInput => ({
  category: 'team-invitation',
  type: 'team_invitation',
  params: { inviter: 'Ada', folder: 'Plans' },
  action: { type: 'invitation', id },
})

const notifyUsers = async (
  clients: readonly TestClient[],
  input: NotificationInput = FILLED,
): Promise<void> => {
  const ids = clients.map(({ userId }) => userId)
  await t.deps.transact(tx => notify(tx, t.deps, ids, input))
  // Gives each notification its own millisecond, so that the order is defined.
  t.advance(1)
}
const list = async (client: TestClient, language = 'en') =>
  (
    await client.send('GET', '/api/notifications', undefined, {
      headers: { 'accept-language': language },
    })
  ).body as { data: Notification[]; meta: { unread: number } }
const relationships = async (client: TestClient) =>
  (await client.send('GET', '/api/user')).body.data.relationships
const unread = async (client: TestClient): Promise<number> =>
  (await client.call(contract.countUnread, {})).body.data.unread

describe('a notification', () => {
  it('of a newer release that serves beside this one is neither shown nor counted', async () => {
    const ann = await t.signIn()
    await notifyUsers([ann])
    await t.deps.db
      .updateTable('notifications')
      .set({ type: 'of_a_newer_release' as NotificationInput['type'] })
      .where('user_id', '=', ann.userId)
      .execute()
    await notifyUsers([ann])
    const { data, meta } = await list(ann)
    expect([data.length, meta.unread]).toEqual([1, 1])
    expect((await relationships(ann)).unreadNotifications.data).toHaveLength(1)
  })

  it('is translated when it is read', async () => {
    const ann = await t.signIn()
    await notifyUsers([ann])
    expect((await list(ann)).data[0]).toMatchObject({
      type: 'notification',
      attributes: {
        category: 'file-request',
        title: 'Files received for Taxes',
        description: 'Your request received 2 files.',
        read_at: null,
        action: { type: 'route', params: { route: 'Files', button: 'Show' } },
      },
    })
    expect((await list(ann, 'es')).data[0]?.attributes).toMatchObject({
      title: 'Archivos recibidos para Taxes',
      description: 'Tu solicitud ha recibido 2 archivos.',
      action: { params: { button: 'Mostrar' } },
    })
  })

  it.each([
    ['data_export_ready', 'data-export', 'success'],
    ['data_export_failed', 'data-export', 'danger'],
    ['role_admin', 'account-alert', 'success'],
    ['role_user', 'account-alert', 'danger'],
    ['password_changed', 'account-alert', 'danger'],
    ['share_password_attempts', 'link-alert', 'danger'],
    ['team_removed', 'team-invitation', 'danger'],
    ['account_suspended', 'account-alert', 'danger'],
    ['payment_refused', 'payment-alert', 'danger'],
  ] as const)('of the type %s has a tone of its own', async (type, category, tone) => {
    const ann = await t.signIn()
    const params = { due: moneyValue({ amount: 500, currency: 'EUR' }) }
    await notifyUsers([ann], { type, category, params, action: null })
    expect((await list(ann)).data[0]?.attributes).toMatchObject({ category, tone })
  })

  it('is visible only to its recipients', async () => {
    const ann = await t.signIn()
    const bob = await t.signIn()
    const eve = await t.signIn()
    await notifyUsers([ann, bob])
    expect(await Promise.all([ann, bob, eve].map(unread))).toEqual([1, 1, 0])
    const { data } = await list(ann)
    await eve.send('DELETE', `/api/notifications/${data[0]?.id}`)
    await eve.send('DELETE', '/api/notifications')
    await eve.send('POST', '/api/notifications/read')
    expect(await Promise.all([ann, bob, eve].map(unread))).toEqual([1, 1, 0])
  })

  it('is not created when the transaction fails', async () => {
    const ann = await t.signIn()
    const work = t.deps.transact(async tx => {
      await notify(tx, t.deps, [ann.userId], FILLED)
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    expect(await unread(ann)).toBe(0)
  })

  it('is published to open pages of its recipient only', async () => {
    const ann = await t.signIn()
    const eve = await t.signIn()
    const pages = [await openPage(ann), await openPage(eve)]
    await notifyUsers([ann])
    await expect.poll(() => pages[0]?.events).toContainEqual({ type: 'notifications.changed' })
    expect(pages[1]?.events).toEqual([])
    for (const page of pages) page.close()
  })
})

describe('all notifications', () => {
  it('are listed latest first, marked read and deleted', async () => {
    const ann = await t.signIn()
    for (const name of ['One', 'Two'])
      await notifyUsers([ann], { ...FILLED, params: { name, count: 1 } })
    const { data, meta } = await list(ann)
    expect(data.map(({ attributes }) => attributes.title)).toEqual([
      'Files received for Two',
      'Files received for One',
    ])
    expect(meta).toEqual({ unread: 2 })
    expect((await ann.send('POST', '/api/notifications/read')).status).toBe(204)
    const read = await list(ann)
    expect(read.meta).toEqual({ unread: 0 })
    expect(read.data.map(({ attributes }) => typeof attributes.read_at)).toEqual([
      'string',
      'string',
    ])
    await ann.send('DELETE', `/api/notifications/${data[0]?.id}`)
    expect((await list(ann)).data.map(({ id }) => id)).toEqual([data[1]?.id])
    expect((await ann.send('DELETE', '/api/notifications')).status).toBe(204)
    expect((await list(ann)).data).toEqual([])
  })

  // C4
  it('are marked read and deleted up to a time, and later ones stay', async () => {
    const ann = await t.signIn()
    await notifyUsers([ann])
    const until = (await list(ann)).data[0]?.attributes.created_at
    await notifyUsers([ann], { ...FILLED, params: { name: 'Later', count: 1 } })
    await ann.send('POST', `/api/notifications/read?until=${until}`)
    expect(await unread(ann)).toBe(1)
    await ann.send('DELETE', `/api/notifications?until=${until}`)
    expect((await list(ann)).data.map(({ attributes }) => attributes.title)).toEqual([
      'Files received for Later',
    ])
  })

  it('are limited per user', async () => {
    const ann = await t.signIn()
    const bob = await t.signIn()
    await notifyUsers([ann, bob], { ...FILLED, params: { name: 'First', count: 1 } })
    for (let count = 0; count < contract.MAX_NOTIFICATIONS; count++) await notifyUsers([ann])
    const { data } = await list(ann)
    expect(data).toHaveLength(contract.MAX_NOTIFICATIONS)
    expect(data.every(({ attributes }) => attributes.title === 'Files received for Taxes')).toBe(
      true,
    )
    expect(await unread(bob)).toBe(1)
    const { unreadNotifications, readNotifications } = await relationships(ann)
    expect(unreadNotifications.data).toHaveLength(contract.NOTIFICATIONS_WITH_USER)
    expect(unreadNotifications.meta).toEqual({ total: contract.MAX_NOTIFICATIONS })
    expect(readNotifications.data).toEqual([])
  })

  it('are part of the user, with read and unread ones apart', async () => {
    const ann = await t.signIn()
    await notifyUsers([ann])
    await ann.send('POST', '/api/notifications/read')
    await notifyUsers([ann], invitation(randomUUID()))
    const { unreadNotifications, readNotifications } = await relationships(ann)
    expect(unreadNotifications.data[0].attributes.title).toBe('Invitation to Plans')
    expect(readNotifications.data[0].attributes.title).toBe('Files received for Taxes')
    expect(unreadNotifications.meta).toEqual({ total: 1 })
  })
})

describe('an invitation', () => {
  it('loses its action once it is answered, and others keep theirs', async () => {
    const ann = await t.signIn()
    const bob = await t.signIn()
    const id = randomUUID()
    const other = randomUUID()
    await notifyUsers([ann, bob], invitation(id))
    await notifyUsers([ann], invitation(other))
    await t.deps.transact(tx => clearActions(tx, [ann.userId], [id]))
    const actions = async (client: TestClient) =>
      (await list(client)).data.map(({ attributes }) => attributes.action)
    const open = (id: string) => ({ type: 'invitation', params: { id } })
    expect(await actions(ann)).toEqual([open(other), null])
    expect(await actions(bob)).toEqual([open(id)])
  })
})

describe('the email of a notification', () => {
  it('is sent to each recipient in their language', async () => {
    const ann = await t.signIn()
    const bob = await t.signIn()
    await bob.send('PATCH', '/api/user/settings', { language: 'es' })
    sentEmails.length = 0
    await notifyUsers([ann, bob], { ...FILLED, email: 'same' })
    await t.runJobs()
    const subjects = sentEmails.map(({ subject }) => subject).sort()
    expect(subjects).toEqual(['Archivos recibidos para Taxes', 'Files received for Taxes'])
    expect(sentEmails[0]?.text).toContain('/platform/files')
    expect(new Set(sentEmails.map(({ to }) => to)).size).toBe(2)
  })

  it('can use a template of its own, and links to no other host', async () => {
    const ann = await t.signIn()
    sentEmails.length = 0
    const data = { name: 'Taxes', files: 2, path: '/platform/files' }
    await notifyUsers([ann], { ...FILLED, email: { template: 'upload-request-filled', data } })
    await t.runJobs()
    await notifyUsers([ann], {
      ...FILLED,
      action: {
        type: 'url',
        url: 'https://x.test/',
        target: 'blank',
        button: 'notification.button.show',
      },
      email: 'same',
    })
    await notifyUsers([ann])
    await t.runJobs()
    expect(sentEmails).toHaveLength(2)
    expect(sentEmails[0]?.text).toContain('You received 2 files')
    expect(sentEmails[1]?.text).not.toContain('x.test')
  })
})
