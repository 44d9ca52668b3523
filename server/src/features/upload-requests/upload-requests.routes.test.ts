import { randomUUID } from 'node:crypto'
import { HOUR_MS } from '@coffer/contract/durations'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openPage } from '../../../test/open-page.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { folderOf, requestPath, uploadRequestApi } from '../../../test/upload-request-api.ts'

const t = await openTestApp()
const ann = await t.signIn()
const asking = uploadRequestApi(t, ann)

describe('a request', () => {
  it('creates its folder at once and expires after three days by default', async () => {
    const request = await asking.ask({
      note: 'Please',
      max_files: 3,
      allowed_types: ['.PDF', 'pdf'],
    })
    expect(request.attributes).toMatchObject({
      status: 'active',
      is_open: true,
      name: 'Papers',
      note: 'Please',
      email: null,
      max_files: 3,
      max_bytes: null,
      allowed_types: ['pdf'],
      received_files: 0,
    })
    expect(request.attributes.token).toMatch(/^[\w-]{22}$/)
    expect(request.attributes.link).toBe(`${t.origin}/request/${request.attributes.token}/upload`)
    const { created_at, expires_at } = request.attributes
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(72 * HOUR_MS)
    const folderReply = await ann.send('GET', `/api/items/${folderOf(request)}`)
    expect(folderReply.body.data.attributes).toMatchObject({ name: 'Papers', parent_id: null })
  })

  it('takes the note under its earlier name, also for a change', async () => {
    const request = await asking.ask({ notes: 'Please' })
    expect(request.attributes.note).toBe('Please')
    const change = async (body: object) =>
      (await ann.send('PATCH', `/api/file-requests/${request.id}`, body)).body.data.attributes.note
    expect(await change({ notes: 'Soon' })).toBe('Soon')
    expect(await change({ name: 'Other' })).toBe('Soon')
    expect(await change({ note: 'Now', notes: 'Later' })).toBe('Now')
    expect(await change({ notes: null })).toBe(null)
  })

  it('numbers the folder’s name when taken and has a default name', async () => {
    const parent = (await ann.send('POST', '/api/create-folder', { name: 'Desk' })).body.data.id
    await asking.ask({ folder_id: parent })
    await asking.ask({ folder_id: parent })
    await ann.send('POST', '/api/upload-request', { folder_id: parent })
    const names = await ann.names(parent)
    expect(names).toEqual([
      expect.stringMatching(/^Files requested on \d{4}-\d\d-\d\d$/),
      'Papers',
      'Papers (2)',
    ])
  })

  it.each(['a\0b', 'a\ud800b'])('needs a note that can be stored and sent: %j', async note => {
    const { status, body } = await ann.send('POST', '/api/file-request', { name: 'Papers', note })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['note']])
  })

  it('can only be created in the user’s own folders', async () => {
    const eve = await t.signIn()
    const annsFolderId = (await ann.send('POST', '/api/create-folder', { name: 'Hers' })).body.data
      .id
    const replies = [annsFolderId, randomUUID()].map(folder_id =>
      eve.send('POST', '/api/file-request', { folder_id }),
    )
    for (const reply of await Promise.all(replies))
      expect([reply.status, reply.body.code]).toEqual([404, 'item.not_found'])
  })

  it('is found by its folder, for its owner only', async () => {
    const request = await asking.ask({})
    await asking.ask({})
    const path = `/api/file-requests?folder_id=${folderOf(request)}`
    const { body } = await ann.send('GET', path)
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([request.id])
    expect(body.meta.paginate.total).toBe(1)
    const eve = await t.signIn()
    expect((await eve.send('GET', path)).body.data).toEqual([])
  })

  it('is emailed to the given address and also notifies an account', async () => {
    const bob = await t.signIn()
    const { email } = (await bob.send('GET', '/api/user')).body.data.attributes
    const request = await asking.ask({ email })
    const { body } = await bob.send('GET', '/api/notifications')
    expect(body.data[0].attributes).toMatchObject({
      category: 'file-request',
      action: {
        type: 'url',
        params: { url: `/request/${request.attributes.token}/upload`, target: 'blank' },
      },
    })
  })

  it.each([
    [true, 1],
    [false, 0],
  ])(
    'still notifies a user whose email has changed if it was verified: %s',
    async (verified, count) => {
      const bob = await t.signIn()
      const admin = await t.signIn('admin')
      const { email } = (await bob.send('GET', '/api/user')).body.data.attributes
      await asking.ask({ email })
      await t.deps.db
        .updateTable('users')
        .set({ email_verified: sql<boolean>`(1 = ${sql.lit(verified ? 1 : 0)})` })
        .where('id', '=', bob.userId)
        .execute()
      const change = { email: `moved-${email}`, email_change: 'force' }
      await admin.send('PATCH', `/api/admin/users/${bob.userId}`, change)
      expect((await bob.send('GET', '/api/notifications')).body.data).toHaveLength(count)
    },
  )

  it('is listed with active ones first and is not found for other users', async () => {
    const bob = await t.signIn()
    const eve = await t.signIn()
    const one = await asking.ask({ name: 'One' }, bob)
    const two = await asking.ask({ name: 'Two' }, bob)
    await bob.send('DELETE', `/api/file-requests/${two.id}`)
    const { body } = await bob.send('GET', '/api/file-requests')
    expect(body.data.map((each: { id: string }) => each.id)).toEqual([one.id, two.id])
    expect((await eve.send('GET', '/api/file-requests')).body.data).toEqual([])
    for (const [method, sent] of [['GET'], ['PATCH', { expiration: 1 }], ['DELETE']] as const)
      expect((await eve.send(method, `/api/file-requests/${one.id}`, sent)).status).toBe(404)
    expect((await asking.detail(one.attributes.token)).status).toBe('active')
  })

  it('can be renamed without renaming its folder', async () => {
    const request = await asking.ask({ name: 'Papres', note: 'Soon' })
    const path = `/api/file-requests/${request.id}`
    const { body } = await ann.send('PATCH', path, { name: 'Papers of May' })
    expect(body.data.attributes).toMatchObject({ name: 'Papers of May', note: 'Soon' })
    expect(body.data.relationships.folder.data.attributes.name).toBe('Papres')
    expect((await asking.detail(request.attributes.token)).name).toBe('Papers of May')
    expect((await ann.send('PATCH', path, { name: ' ' })).status).toBe(422)
  })

  it('can get more time and other limits while it is active', async () => {
    const request = await asking.ask({ expiration: 1, max_files: 1 })
    t.advance(HOUR_MS - 60_000)
    const path = `/api/file-requests/${request.id}`
    const changed = await ann.send('PATCH', path, { expiration: 2, max_files: null })
    expect(changed.body.data.attributes).toMatchObject({ max_files: null, note: null })
    t.advance(2 * HOUR_MS - 60_000)
    expect((await asking.detail(request.attributes.token)).status).toBe('active')
    t.advance(60_000)
    expect((await ann.send('PATCH', path, { expiration: 2 })).body.code).toBe('upload_request.gone')
  })
})

it('reaches other pages of its owner when it changes, is closed or is finished by a guest', async () => {
  const request = await asking.ask()
  const finished = await asking.ask()
  const { token } = finished.attributes
  const guest = await asking.requestGuestId(token)
  const page = await openPage(ann)
  const changeOf = (item_id: string) => ({ type: 'item.changed', item_id, parent_id: null })
  const path = `/api/file-requests/${request.id}`
  const steps = [
    [request, () => ann.send('PATCH', path, { name: 'Plans' })],
    [request, () => ann.send('DELETE', path)],
    [finished, () => guest.send('DELETE', requestPath(token))],
  ] as const
  for (const [changed, step] of steps) {
    page.events.length = 0
    expect((await step()).status).toBeLessThan(300)
    await expect.poll(() => page.events).toContainEqual(changeOf(folderOf(changed)))
  }
  page.close()
})

describe('a checklist', () => {
  it('shows each guest what they have not sent, and the owner what no guest has sent', async () => {
    const admin = await t.signIn('admin')
    const type = (name: string) =>
      admin.send('POST', '/api/admin/documents', { name: `${name} ${randomUUID()}`, fields: [] })
    const passport = (await type('Passport')).body.data
    const bill = (await type('Bill')).body.data
    const part = await admin.send('POST', '/api/admin/sub-categories', {
      name: randomUUID(),
      fields: [],
      type_document_id: bill.id,
    })
    const request = await asking.ask({
      documents: [
        { tipo_id: passport.id },
        { tipo_id: bill.id, subcategory_id: part.body.data.id },
      ],
    })
    const { token } = request.attributes
    const missing = (attributes: { documents: { is_missing: boolean }[] }) =>
      attributes.documents.map(one => one.is_missing)
    expect(missing(request.attributes)).toEqual([true, true])
    const one = await asking.requestGuestId(token)
    const two = await asking.requestGuestId(token)
    const { id } = (await asking.send(one, token, { tipo_id: passport.id })).body.data
    await asking.send(two, token, { tipo_id: bill.id })
    await asking.send(two, token, { tipo_id: bill.id, subcategory_id: part.body.data.id })
    expect(missing(await asking.detail(token, one))).toEqual([false, true])
    expect(missing(await asking.detail(token, two))).toEqual([true, false])
    const own = () => ann.send('GET', `/api/file-requests/${request.id}`)
    expect(missing((await own()).body.data.attributes)).toEqual([false, false])
    await one.send('POST', `${requestPath(token)}/remove`, { items: [{ id, type: 'file' }] })
    expect(missing((await own()).body.data.attributes)).toEqual([true, false])
  })

  it('can be replaced while the request is active, and counts files that have arrived', async () => {
    const admin = await t.signIn('admin')
    const type = async (name: string) =>
      (
        await admin.send('POST', '/api/admin/documents', {
          name: `${name} ${randomUUID()}`,
          fields: [],
        })
      ).body.data.id as string
    const passport = await type('Passport')
    const bill = await type('Bill')
    const lease = await type('Lease')
    const request = await asking.ask({ documents: [{ tipo_id: passport }, { tipo_id: bill }] })
    const guest = await asking.requestGuestId(request.attributes.token)
    await asking.send(guest, request.attributes.token, { tipo_id: bill })
    const path = `/api/file-requests/${request.id}`
    const documents = [{ tipo_id: lease }, { tipo_id: bill }, { tipo_id: bill }]
    const changed = await ann.send('PATCH', path, { documents })
    const listed = (attributes: { documents: { tipo_id: string; is_missing: boolean }[] }) =>
      attributes.documents.map(one => [one.tipo_id, one.is_missing])
    expect(listed(changed.body.data.attributes)).toEqual([
      [lease, true],
      [bill, false],
    ])
    const rejected = await ann.send('PATCH', path, { documents: [{ tipo_id: randomUUID() }] })
    expect([rejected.status, rejected.body.code]).toEqual([422, 'document_type.not_found'])
    const patched = await ann.send('PATCH', path, { expiration: 5 })
    expect(listed(patched.body.data.attributes)).toHaveLength(2)
    await ann.send('PATCH', path, { documents: [] })
    expect((await asking.detail(request.attributes.token, guest)).documents).toEqual([])
  })

  it('rejects unknown document types', async () => {
    const reply = await ann.send('POST', '/api/file-request', {
      documents: [{ tipo_id: randomUUID() }],
    })
    expect([reply.status, reply.body.code]).toEqual([422, 'document_type.not_found'])
  })
})
