import { randomUUID } from 'node:crypto'
import { HOUR_MS } from '@coffer/contract/durations'
import { beforeAll, describe, expect, it } from 'vitest'
import { afterFirst } from '../../../test/concurrent-statements.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import type { Transact } from '../../db/transact.ts'
import { indexQueuedItems } from '../search/index.ts'
import { updateShare } from './shares.service.ts'

const t = await openTestApp()
const ann = await t.signIn()

const folder = async (name: string, parent_id: string | null = null, client = ann) =>
  (await client.send('POST', '/api/create-folder', { name, parent_id })).body.data.id as string
const file = async (filename: string, parent_id?: string, content = 'content') =>
  (await ann.upload({ filename, content, ...(parent_id && { parent_id }) })).body.data.id as string
const share = async (id: string, more: object = {}, type = 'folder', client = ann) =>
  client.send('POST', '/api/share', { id, type, ...more })
const tokenOf = async (...args: Parameters<typeof share>) =>
  (await share(...args)).body.data.attributes.token as string
const open = (token: string, client = t.anonymous()) => client.send('GET', `/api/sharing/${token}`)

describe('a link', () => {
  it('is created by the owner, and no response contains its password', async () => {
    const top = await folder('Made')
    const reply = await share(top, {
      isPassword: true,
      password: 'open sesame',
      permission: 'editor',
      expiration: 24,
      download_limit: 3,
    })
    expect(reply.status).toBe(201)
    expect(reply.body.data.attributes).toMatchObject({
      type: 'folder',
      item_id: top,
      permission: 'editor',
      protected: true,
      expire_in: 24,
      download_limit: 3,
      downloads: 0,
      visits: 0,
      is_open: true,
    })
    expect(JSON.stringify(reply.body)).not.toMatch(/sesame|argon/)
    expect(reply.body.data.attributes.token).toMatch(/^[\w-]{22}$/)
    const listed = await ann.send('GET', '/api/browse/share')
    const [sharedItem] = listed.body.data.filter((item: { id: string }) => item.id === top)
    expect(sharedItem.relationships.shared.data.attributes).toMatchObject({
      token: reply.body.data.attributes.token,
      protected: true,
      permission: 'editor',
    })
    const inFolder = await ann.send('GET', `/api/items/${top}`)
    expect(inFolder.body.data.relationships.shared.data).not.toBeNull()
  })

  it('exists once per item', async () => {
    const top = await folder('Once')
    await share(top)
    const again = await share(top)
    expect([again.status, again.body.code]).toEqual([422, 'share.exists'])
  })

  it('to a file is always read-only', async () => {
    const id = await file('only.txt')
    const reply = await share(id, { permission: 'editor' }, 'file')
    expect(reply.body.data.attributes.permission).toBe('visitor')
  })

  it('returns the same error for another user’s item and for a missing one', async () => {
    const eve = await t.signIn()
    const top = await folder('Hidden')
    const hidden = await share(top, {}, 'folder', eve)
    const missing = await share(randomUUID(), {}, 'folder', eve)
    expect([hidden.status, hidden.body.code]).toEqual([404, 'item.not_found'])
    expect([missing.status, missing.body.code]).toEqual([404, 'item.not_found'])
  })

  it('cannot be read, changed, emailed or revoked by another user', async () => {
    const eve = await t.signIn()
    const token = await tokenOf(await folder('Own'))
    for (const [method, path, body] of [
      ['GET', `/api/share/${token}`],
      ['PATCH', `/api/share/${token}`, { permission: 'editor' }],
      ['GET', `/api/share/${token}/qr`],
      ['GET', `/api/share/${token}/events`],
      ['POST', `/api/share/${token}/email`, { emails: ['eve@example.test'] }],
    ] as const)
      expect((await eve.send(method, path, body)).status, `${method} ${path}`).toBe(404)
    const revoked = await eve.send('DELETE', '/api/share/revoke', { tokens: [token] })
    expect(revoked.body.meta.changed).toBe(0)
    expect((await open(token)).status).toBe(200)
  })

  it.runIf(t.deps.databaseKind === 'postgres')(
    'is missing for a change that it is revoked during',
    async () => {
      const token = await tokenOf(await folder('Revoked'))
      const plugin = afterFirst('Select', () =>
        ann.send('DELETE', '/api/share/revoke', { tokens: [token] }),
      )
      const transact: Transact = work => t.deps.transact(tx => work(tx.withPlugin(plugin)))
      const { userId } = ann
      const actor = { kind: 'user', userId, sessionId: null, role: 'user', name: 'Ann' } as const
      const changing = updateShare(
        { ...t.deps, transact },
        { ...actor, hasTwoFactor: false },
        token,
        { download_limit: 3 },
      )
      await expect(changing).rejects.toMatchObject({ code: 'share.not_found' })
    },
  )

  it('stops working at once when it is revoked, alone or among several', async () => {
    const tokens = [await tokenOf(await folder('A')), await tokenOf(await folder('B'))]
    const guest = t.anonymous()
    await open(tokens[0] ?? '', guest)
    const answer = await ann.send('POST', '/api/share/revoke', { _method: 'delete', tokens })
    expect(answer.body.meta.changed).toBe(2)
    for (const token of tokens) expect((await open(token, guest)).body.code).toBe('share.not_found')
  })

  // S9
  it('stops working when it expires, and a changed expiry restarts its clock', async () => {
    const token = await tokenOf(await folder('Short'), { expiration: 2 })
    t.advance(HOUR_MS)
    await ann.send('PATCH', `/api/share/${token}`, { expiration: 1 })
    t.advance(HOUR_MS - 60_000)
    expect((await open(token)).status).toBe(200)
    t.advance(60_000)
    expect((await open(token)).body.code).toBe('share.not_found')
    await ann.send('PATCH', `/api/share/${token}`, { expiration: null })
    expect((await open(token)).status).toBe(200)
  })

  // S10
  it('is inactive while its item is trashed and works again once it is restored', async () => {
    const top = await folder('Sleeper')
    const token = await tokenOf(top)
    const items = [{ id: top, type: 'folder' }]
    await ann.send('POST', '/api/remove', { items })
    expect((await open(token)).body.code).toBe('share.not_found')
    await ann.send('POST', '/api/trash/restore', { items })
    expect((await open(token)).status).toBe(200)
  })

  it('has a QR code and can be emailed to several addresses', async () => {
    const token = await tokenOf(await folder('Sent'), { emails: ['a@example.test'] })
    const code = await ann.send('GET', `/api/share/${token}/qr`)
    expect(code.body.data.svg).toMatch(/^<svg/)
    const emails = ['b@example.test', 'C@example.test', 'b@example.test']
    const sent = await ann.send('POST', `/api/share/${token}/email`, { emails })
    expect(sent.body.meta.sent).toBe(2)
    const invalid = await ann.send('POST', `/api/share/${token}/email`, { emails: ['invalid'] })
    expect(invalid.status).toBe(422)
  })
})

describe('a visitor', () => {
  let token: string
  let top: string
  let inner: string
  let inside: string
  let outside: string
  const guest = () => t.anonymous()
  beforeAll(async () => {
    top = await folder('Shown')
    inner = await folder('Inner', top)
    inside = await file('inside.txt', inner, 'what is inside')
    outside = await file('outside.txt')
    token = await tokenOf(top)
  })

  it('browses, previews, searches and downloads inside the share', async () => {
    const page = await guest().send('GET', `/api/sharing/folders/all/${token}`)
    expect(page.body.data.map((item: { id: string }) => item.id)).toEqual([inner])
    expect(page.body.meta.root).toMatchObject({ id: top, attributes: { parent_id: null } })
    expect(page.body.meta.ancestors).toEqual([])
    const deeper = await guest().send('GET', `/api/sharing/folders/${inner}/${token}`)
    const [item] = deeper.body.data
    expect(deeper.body.meta.ancestors.map((item: { id: string }) => item.id)).toEqual([top])
    expect(item.meta.can).toMatchObject({ download: true, edit: false, add: false, share: false })
    const sent = await guest().fetch(item.attributes.file_url)
    expect(await sent.text()).toBe('what is inside')
    await indexQueuedItems(t.deps)
    const results = await guest().send('GET', `/api/sharing/search/${token}?query=inside`)
    expect(results.body.data.map((item: { id: string }) => item.id)).toEqual([inside])
    for (const folderPath of [token, `${top}/${token}`]) {
      const tree = await guest().send('GET', `/api/sharing/navigation/${folderPath}`)
      expect(tree.body.data).toMatchObject([{ id: inner }])
    }
    const zip = await guest().fetch(`/api/sharing/zip/${token}?items=${inner}|folder`)
    expect([zip.status, zip.headers.get('content-type')]).toEqual([200, 'application/zip'])
  })

  // S2
  it('finds nothing outside the share', async () => {
    const home = ann.userId
    for (const path of [
      `/api/sharing/folders/${home}/${token}`,
      `/api/sharing/navigation/${home}/${token}`,
      `/api/sharing/items/${outside}/${token}`,
      `/file/${outside}/shared/${token}`,
      `/api/sharing/zip/${token}?items=${outside}|file`,
      `/api/sharing/search/${token}?query=a&in=${home}`,
    ])
      expect((await guest().send('GET', path)).status, path).toBe(404)
    const results = await guest().send('GET', `/api/sharing/search/${token}?query=outside`)
    expect(results.body).toMatchObject({ data: [], meta: { has_more: false } })
  })

  // S4
  it('cannot change anything', async () => {
    const items = [{ id: inner, type: 'folder' }]
    for (const [method, path, body] of [
      ['POST', `/api/sharing/create-folder/${token}`, { name: 'New' }],
      ['PATCH', `/api/sharing/rename/${inner}/${token}`, { name: 'New', type: 'folder' }],
      ['POST', `/api/sharing/move/${token}`, { to_id: null, items }],
      ['POST', `/api/sharing/remove/${token}`, { items }],
    ] as const)
      expect((await guest().send(method, path, body)).status, path).toBe(403)
    const sent = await guest().upload({}, `/api/sharing/upload/${token}`)
    expect(sent.status).toBe(403)
  })

  it('leaves activity that only the owner can read', async () => {
    const sleuth = guest()
    await open(token, sleuth)
    await open(token, sleuth)
    await (await sleuth.fetch(`/file/${inside}/shared/${token}?download=1`)).text()
    const events = await ann.send('GET', `/api/share/${token}/events`)
    const kinds = events.body.data.map(
      (item: { attributes: { kind: string } }) => item.attributes.kind,
    )
    expect(kinds.slice(0, 2)).toEqual(['downloaded', 'opened'])
    expect(events.body.data[0].attributes).toMatchObject({ name: 'inside.txt', bytes: 14 })
  })
})

describe('an editor', () => {
  it('uploads, creates, renames, moves and removes inside the share', async () => {
    const top = await folder('Workshop')
    const token = await tokenOf(top, { permission: 'editor' })
    const guest = t.anonymous()
    const before = await t.storage(ann.userId)
    const sent = await guest.upload(
      { filename: 'sent.txt', content: 'by a guest', path: '/Deep/sent.txt' },
      `/api/sharing/upload/chunks/${token}`,
    )
    expect(sent.status).toBe(201)
    expect(sent.body.data.relationships.creator.data).toBeNull()
    expect((await t.storage(ann.userId)).used_bytes).toBe(before.used_bytes + 10)
    const created = await guest.send('POST', `/api/sharing/create-folder/${token}`, {
      name: 'Made',
    })
    expect(created.body.data.attributes.parent_id).toBe(top)
    const items = [{ id: sent.body.data.id, type: 'file' }]
    const moved = await guest.send('POST', `/api/editor/move/${token}`, {
      to_id: created.body.data.id,
      items,
    })
    expect(moved.body.meta.changed).toBe(1)
    const renamed = await guest.send('POST', `/api/sharing/rename/${sent.body.data.id}/${token}`, {
      _method: 'patch',
      name: 'other.txt',
      type: 'file',
    })
    expect(renamed.body.data.attributes.name).toBe('other.txt')
    const removed = await guest.send('POST', `/api/sharing/remove/${token}`, {
      items: items.map(item => ({ ...item, force_delete: true })),
    })
    expect(removed.body.meta.changed).toBe(1)
    // Guests can only trash items, even if they ask to delete them permanently.
    const trash = await ann.send('GET', '/api/browse/trash/all')
    expect(trash.body.data.map((item: { id: string }) => item.id)).toContain(sent.body.data.id)
    const again = await guest.send('POST', `/api/sharing/remove/${token}`, {
      items: items.map(item => ({ ...item, force_delete: true })),
    })
    expect(again.status).toBe(404)
  })

  // S4
  it('can neither change the shared folder itself nor move items out of it', async () => {
    const top = await folder('Fixed')
    const inner = await folder('Inner', top)
    const otherFolder = await folder('Other')
    const token = await tokenOf(top, { permission: 'editor' })
    const guest = t.anonymous()
    const rename = { name: 'Other', type: 'folder' }
    const path = (id: string) => `/api/sharing/rename/${id}/${token}`
    expect((await guest.send('PATCH', path(top), rename)).status).toBe(403)
    const move = (to_id: string, id: string) =>
      guest.send('POST', `/api/sharing/move/${token}`, { to_id, items: [{ id, type: 'folder' }] })
    expect((await move(otherFolder, inner)).status).toBe(404)
    expect((await move(ann.userId, inner)).status).toBe(404)
    expect((await move(inner, top)).status).toBe(403)
    const remove = await guest.send('POST', `/api/sharing/remove/${token}`, {
      items: [{ id: top, type: 'folder' }],
    })
    expect(remove.status).toBe(403)
    const trash = await guest.send('POST', `/api/sharing/remove/${token}`, {
      select_all_in: { folder_id: null, except: [], force_delete: true },
    })
    expect(trash.status).toBe(404)
  })
})

// S3
it('a link to one file gives no access to other items', async () => {
  const top = await folder('Around')
  const id = await file('alone.txt', top)
  const sibling = await file('beside.txt', top)
  const token = await tokenOf(id, {}, 'file')
  const guest = t.anonymous()
  for (const path of [
    `/api/sharing/folders/all/${token}`,
    `/api/sharing/folders/${top}/${token}`,
    `/api/sharing/navigation/${token}`,
    `/api/sharing/search/${token}?query=alone`,
    `/api/sharing/zip/${token}?items=${top}|folder`,
    `/api/sharing/zip/${token}?select_all_in=all`,
    `/api/sharing/items/${sibling}/${token}`,
    `/file/${sibling}/shared/${token}`,
  ])
    expect((await guest.send('GET', path)).status, path).toBe(404)
  const response = await guest.send('GET', `/api/sharing/file/${token}`)
  expect(response.body.data.attributes).toMatchObject({ name: 'alone.txt', parent_id: null })
  expect(await (await guest.fetch(`/share/${token}/direct`)).text()).toBe('content')
})
