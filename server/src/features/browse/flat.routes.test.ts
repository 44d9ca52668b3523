import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makeLease } from '../../../test/document-types.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { seedFiles } from '../../../test/seed-files.ts'
import type { TestClient } from '../../../test/test-client.ts'

const t = await openTestApp()

interface Listed {
  id: string
  attributes: { name: string }
  meta: { can: Record<string, boolean> }
}
const namesOf = ({ body }: { body: { data: Listed[] } }) =>
  body.data.map(item => item.attributes.name)
const folder = async (client: TestClient, name: string, parent_id: string | null = null) =>
  (await client.send('POST', '/api/create-folder', { name, parent_id })).body.data.id as string
const file = async (client: TestClient, filename: string, parent_id?: string) => {
  t.advance(1000)
  const sent = await client.upload({ filename, ...(parent_id && { parent_id }) })
  return sent.body.data.id as string
}
const filter = (client: TestClient, query = '') =>
  client.send('GET', `/api/filter?sort=name&direction=ASC${query}`)
const latest = (client: TestClient, page = 1) =>
  client.send('GET', `/api/browse/latest?page=${page}`)
const setKind = (id: string, category: 'image' | 'audio') =>
  t.deps.db.updateTable('items').set({ category }).where('id', '=', id).execute()

describe('recent uploads', () => {
  it('are files from every folder, latest first', async () => {
    const ann = await t.signIn()
    const deep = await folder(ann, 'Deep', await folder(ann, 'Outer'))
    await file(ann, 'first.txt')
    await file(ann, 'second.txt', deep)
    const removedFile = await file(ann, 'gone.txt')
    await file(ann, 'third.txt')
    await ann.send('POST', '/api/remove', { items: [{ id: removedFile, type: 'file' }] })
    const answer = await latest(ann)
    expect(namesOf(answer)).toEqual(['third.txt', 'second.txt', 'first.txt'])
    expect(answer.body.meta).toMatchObject({ root: null, ancestors: [], paginate: { total: 3 } })
  })

  it('are paged', async () => {
    const ann = await t.signIn()
    await seedFiles(t.deps, ann.userId, 120)
    const pages = await Promise.all([1, 2, 3, 4].map(page => latest(ann, page)))
    expect(pages.map(page => page.body.data.length)).toEqual([50, 50, 20, 0])
    expect(new Set(pages.flatMap(page => namesOf(page))).size).toBe(120)
    expect(namesOf(pages[0] as { body: { data: Listed[] } })[0]).toBe('file-119.txt')
  })
})

describe('all files', () => {
  it('lists all items of the caller in one flat list, folders first', async () => {
    const ann = await t.signIn()
    const bob = await t.signIn()
    const outer = await folder(ann, 'Outer')
    await folder(ann, 'Inner', outer)
    await file(ann, 'b.txt', outer)
    await file(ann, 'a.txt')
    await file(bob, 'bobs.txt')
    const url = '/api/browse/all-folders/all?sort=name&direction=ASC'
    const answer = await ann.send('GET', url)
    expect(namesOf(answer)).toEqual(['Inner', 'Outer', 'a.txt', 'b.txt'])
    expect(answer.body.meta.paginate.total).toBe(4)
    const inside = await ann.send('GET', `/api/browse/all-folders/${outer}`)
    expect(inside.body.meta.root.id).toBe(outer)
    expect(namesOf(inside).sort()).toEqual(['Inner', 'b.txt'])
  })

  it('takes six statements for any number of items', async () => {
    const ann = await t.signIn()
    await folder(ann, 'One')
    for (const query of ['', '&category=other', '&from=2020-01-01']) {
      const count = async () => (await t.countQueries(() => filter(ann, query))).length
      expect(await count()).toBeLessThanOrEqual(6)
      await seedFiles(t.deps, ann.userId, 3000 - query.length, await folder(ann, `F${query}`))
      expect(await count()).toBeLessThanOrEqual(6)
    }
  })

  it('has the same order whether rows are sorted or read along an index', async () => {
    const ann = await t.signIn()
    await seedFiles(t.deps, ann.userId, 2100)
    const ids = async (query: string) =>
      (await filter(ann, query)).body.data.map((item: Listed) => item.id)
    const many = await ids('&page=3')
    const home = t.deps.db.selectFrom('items').select('id').where('owner_id', '=', ann.userId)
    const rows = await home.where('type', '=', 'file').orderBy('sort_name').limit(1000).execute()
    await t.deps.db
      .updateTable('items')
      .set({ category: 'audio' })
      .where(
        'id',
        'in',
        rows.map(row => row.id),
      )
      .execute()
    expect(await ids('&page=3&category=audio')).toEqual(many)
  })
})

describe("all users' items", () => {
  const counted = async (client: TestClient, path: string) => {
    const { paginate, is_capped } = (await client.send('GET', path)).body.meta
    return [paginate.total, is_capped]
  }

  it('are counted up to 10,000 beyond the page', async () => {
    const ann = await t.signIn()
    const admin = await t.signIn('admin')
    await seedFiles(t.deps, ann.userId, 10_100, await folder(ann, 'Many'))
    const { file, folder: folders } = await t.deps.db
      .selectFrom('items')
      .where('trashed_at', 'is', null)
      .whereRef('id', '<>', 'owner_id')
      .select(eb => [
        eb.fn.countAll<number>().filterWhere('type', '=', 'file').as('file'),
        eb.fn.countAll<number>().filterWhere('type', '=', 'folder').as('folder'),
      ])
      .executeTakeFirstOrThrow()
    const all = Number(file) + Number(folders)
    expect(await counted(admin, '/api/filter')).toEqual([10_000, true])
    expect(await counted(admin, '/api/filter?from=1970-01-01')).toEqual([10_000, true])
    // The second page of 50 counts 50 further, and so on until the end of the list is known.
    expect(await counted(admin, '/api/filter?page=2')).toEqual([10_050, true])
    expect(await counted(admin, '/api/filter?page=400')).toEqual([all, false])
    expect(await counted(admin, '/api/filter?category=folder')).toEqual([Number(folders), false])
    expect(await counted(admin, `/api/filter?user=${ann.userId}`)).toEqual([10_101, undefined])
    expect(await counted(ann, '/api/filter')).toEqual([10_101, undefined])
    const last = await admin.send('GET', `/api/filter?page=${Math.ceil(all / 50)}`)
    expect(last.body.data).toHaveLength(all % 50 || 50)
  })

  it('are counted the same in the trash', async () => {
    const ann = await t.signIn()
    const admin = await t.signIn('admin')
    const many = await folder(ann, 'Removed')
    await seedFiles(t.deps, ann.userId, 10_100, many)
    await ann.send('POST', '/api/remove', { items: [{ id: many, type: 'folder' }] })
    const { removed } = await t.deps.db
      .selectFrom('items')
      .where('trashed_at', 'is not', null)
      .select(eb => eb.fn.countAll<number>().as('removed'))
      .executeTakeFirstOrThrow()
    expect(await counted(admin, '/api/admin/trashed')).toEqual([10_000, true])
    expect(await counted(admin, '/api/admin/trashed?page=201')).toEqual([Number(removed), false])
    expect(await counted(admin, `/api/admin/trashed?user=${ann.userId}`)).toEqual([
      10_101,
      undefined,
    ])
    expect(await counted(ann, '/api/browse/trash/all')).toEqual([1, undefined])
  })
})

describe('a filter', () => {
  it('filters by category, by days and by both', async () => {
    const ann = await t.signIn()
    await folder(ann, 'Folder')
    await setKind(await file(ann, 'old.png'), 'image')
    t.advance(86_400_000)
    const since = t.deps.now().toISOString()
    await setKind(await file(ann, 'new.png'), 'image')
    await setKind(await file(ann, 'new.mp3'), 'audio')
    const when = encodeURIComponent(since)
    expect(namesOf(await filter(ann, '&category=image'))).toEqual(['new.png', 'old.png'])
    expect(namesOf(await filter(ann, '&category=folder'))).toEqual(['Folder'])
    expect(namesOf(await filter(ann, `&from=${when}`))).toEqual(['new.mp3', 'new.png'])
    expect(namesOf(await filter(ann, `&to=${when}`))).toEqual(['Folder', 'old.png'])
    const both = await filter(ann, `&from=${when}&category=image`)
    expect(namesOf(both)).toEqual(['new.png'])
    expect(both.body.meta.paginate.total).toBe(1)
    expect((await filter(ann, '&from=yesterday')).status).toBe(422)
    expect((await filter(ann, '&category=music')).status).toBe(422)
  })

  it('filters by document type, by subcategory and by both with other filters', async () => {
    const ann = await t.signIn()
    const bob = await t.signIn()
    const admin = await t.signIn('admin')
    const contract = await makeLease(admin, 'Contract')
    const message = await makeLease(admin, 'Letter')
    const asLease = { tipo_id: contract.typeId, subcategory_id: contract.subcategoryId }
    const upload = (filename: string, document: object) => ann.upload({ filename, ...document })
    await upload('lease.txt', asLease)
    await upload('contract.txt', { tipo_id: contract.typeId })
    await setKind((await upload('letter.png', { tipo_id: message.typeId })).body.data.id, 'image')
    await upload('plain.txt', {})
    await ann.send('POST', '/api/create-folder', { name: 'Leases', ...asLease })
    await bob.upload({ filename: 'bobs.txt', ...asLease })
    const ofType = `&type=${contract.typeId}`
    const all = await filter(ann, ofType)
    expect(namesOf(all)).toEqual(['Leases', 'contract.txt', 'lease.txt'])
    expect(all.body.meta.paginate.total).toBe(3)
    const leases = `&subcategory=${contract.subcategoryId}`
    expect(namesOf(await filter(ann, leases))).toEqual(['Leases', 'lease.txt'])
    expect(namesOf(await filter(ann, ofType + leases))).toEqual(['Leases', 'lease.txt'])
    expect(namesOf(await filter(ann, `${ofType}&category=folder`))).toEqual(['Leases'])
    expect(namesOf(await filter(ann, `&type=${message.typeId}&category=image`))).toEqual([
      'letter.png',
    ])
    expect(namesOf(await filter(ann, `${ofType}&category=image`))).toEqual([])
    expect(namesOf(await filter(ann, `&type=${message.typeId}${leases}`))).toEqual([])
    expect(namesOf(await filter(admin, `${leases}&user=${bob.userId}`))).toEqual(['bobs.txt'])
    for (const odd of ['&type=contract', '&subcategory=1'])
      expect((await filter(ann, odd)).status).toBe(422)
    const trashed = (await filter(ann, leases)).body.data[1]
    await ann.send('POST', '/api/remove', { items: [{ id: trashed.id, type: 'file' }] })
    expect(namesOf(await filter(ann, leases))).toEqual(['Leases'])
  })

  it('filters by a custom folder at any depth', async () => {
    const ann = await t.signIn()
    const customer = await folder(ann, 'X1 - Eva Sol')
    const year = await folder(ann, '2026', customer)
    await file(ann, 'contract.txt', year)
    await file(ann, 'other.txt')
    expect(namesOf(await filter(ann, `&custom=${customer}`))).toEqual(['2026', 'contract.txt'])
    const eve = await t.signIn()
    const hidden = await filter(eve, `&custom=${customer}`)
    const missing = await filter(eve, `&custom=${randomUUID()}`)
    expect(hidden.body).toEqual(missing.body)
    expect(hidden.body.data).toEqual([])
  })

  it('shows items of other users to admins only', async () => {
    const ann = await t.signIn()
    const eve = await t.signIn()
    const admin = await t.signIn('admin')
    await file(ann, 'anns.txt')
    expect((await filter(eve, `&user=${ann.userId}`)).body.data).toEqual([])
    expect(namesOf(await filter(admin, `&user=${ann.userId}`))).toEqual(['anns.txt'])
    const allItems = await admin.send('GET', '/api/filter?sort=created_at')
    expect(namesOf(allItems)).toContain('anns.txt')
  })
})

describe("an admin among other people's items", () => {
  it('see what and where they are, but have no abilities', async () => {
    const ann = await t.signIn()
    const admin = await t.signIn('admin')
    const outer = await folder(ann, 'Outer')
    const inner = await file(ann, 'inner.txt', outer)
    const [listed] = (await filter(admin, `&user=${ann.userId}&category=folder`)).body.data
    expect(new Set(Object.values(listed.meta.can))).toEqual(new Set([false]))
    const inside = await admin.send('GET', `/api/browse/all-folders/${outer}`)
    expect(namesOf(inside)).toEqual(['inner.txt'])
    expect((await admin.send('GET', `/api/items/${inner}`)).status).toBe(200)

    const refs = { items: [{ id: inner, type: 'file' }] }
    const rejected = await Promise.all([
      admin.send('GET', `/file/${inner}`),
      admin.send('PATCH', `/api/rename/${inner}`, { name: 'x.txt', type: 'file' }),
      admin.send('POST', '/api/move', { to_id: null, ...refs }),
      admin.send('POST', '/api/remove', refs),
      admin.send('POST', '/api/favourites', { ids: [inner] }),
      admin.send('POST', '/api/create-folder', { name: 'New', parent_id: outer }),
      admin.upload({ filename: 'mine.txt', parent_id: outer }),
    ])
    expect(rejected.map(reply => reply.status)).toEqual([403, 403, 403, 403, 403, 403, 403])
    // Homes are not items; only their owner can open them.
    expect((await admin.send('GET', `/api/browse/all-folders/${ann.userId}`)).status).toBe(404)
    expect((await admin.send('GET', `/api/items/${ann.userId}`)).status).toBe(404)
  })

  it('finds users by part of their name or address', async () => {
    const ann = await t.signIn()
    const admin = await t.signIn('admin')
    const user = (await ann.send('GET', '/api/user')).body.data
    const find = (query: string) =>
      admin.send('GET', `/api/users?query=${encodeURIComponent(query)}`)
    const { email, name } = user.attributes
    for (const query of [email, email.slice(0, 10).toUpperCase(), name, user.id])
      expect((await find(query)).body.data.map((item: Listed) => item.id)).toContain(user.id)
    expect((await find('%')).body.data).toEqual([])
    expect((await ann.send('GET', '/api/users')).status).toBe(403)
  })
})

it('no item has a share before anything is shared', async () => {
  const ann = await t.signIn()
  await file(ann, 'a.txt')
  const { body } = await ann.send('GET', '/api/browse/share')
  expect(body).toMatchObject({ data: [], meta: { paginate: { total: 0 } } })
})
