import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeLease } from '../../../test/document-types.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { searched } from '../../../test/property.ts'
import { seedFiles } from '../../../test/seed-files.ts'
import type { TestClient } from '../../../test/test-client.ts'

const t = await openTestApp()

const folder = async (client: TestClient, name: string, parent_id: string | null = null) =>
  (await client.send('POST', '/api/create-folder', { name, parent_id })).body.data.id as string
const file = async (client: TestClient, filename: string, form: object = {}) => {
  t.advance(1000)
  return (await client.upload({ filename, ...form })).body.data.id as string
}

async function report(client: TestClient, query = ''): Promise<Record<string, string>[]> {
  const answer = await client.send('GET', `/api/reports/items${query}`)
  expect(answer.status).toBe(200)
  return parse(answer.body, { columns: true })
}
const namesIn = (rows: Record<string, string>[]) => rows.map(row => row.Name)

describe('the report of all items', () => {
  it('lists name, path, type and time of each item, newest first', async () => {
    const ann = await t.signIn()
    const deep = await folder(ann, 'Deep', await folder(ann, 'Outer'))
    await file(ann, 'first.txt', { parent_id: deep })
    const day = t.deps.now().toISOString().slice(0, 10)
    await file(ann, 'second.txt')
    const rows = await report(ann)
    expect(namesIn(rows)).toEqual(['Deep', 'Outer', 'second.txt', 'first.txt'])
    expect(rows[3]).toMatchObject({ Location: 'Outer/Deep', Type: 'Document', 'Document type': '' })
    expect(rows[3]?.['Added (UTC)']).toMatch(new RegExp(`^${day} \\d\\d:\\d\\d:\\d\\d$`))
    expect(Number(rows[3]?.['Size (B)'])).toBeGreaterThan(0)
  })

  it('keeps the innermost folders of a path that is too long for a cell', async () => {
    const ann = await t.signIn()
    let parent: string | null = null
    let levels = 0
    for (; levels < 12; levels += 1)
      parent = await folder(ann, `${levels}-${'x'.repeat(197)}`.slice(0, 199), parent)
    await file(ann, 'deep.txt', { parent_id: parent })
    const [row] = (await report(ann)).filter(({ Name }) => Name === 'deep.txt')
    const shown = row?.Location?.split('/') ?? []
    expect(shown.map(name => name.split('-')[0])).toEqual(['…', '7', '8', '9', '10', '11'])
  })

  it('is sent as a file to download, and answers HEAD without a body', async () => {
    const ann = await t.signIn()
    const response = await ann.fetch('/api/reports/items')
    const { headers } = response
    // The byte order mark, by which spreadsheets detect UTF-8.
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="?coffer-[\d-]+\.csv/)
    expect((await ann.send('HEAD', '/api/reports/items')).body).toBe('')
  })

  it('is in the language of the user', async () => {
    const ann = await t.signIn()
    await ann.send('PATCH', '/api/user/settings', { name: 'language', value: 'es' })
    const [head] = (await ann.send('GET', '/api/reports/items')).body.split('\r\n')
    expect(head).toMatch(/^Nombre,/)
  })

  it('contains only items that the user can see', async () => {
    const ann = await t.signIn()
    const bob = await t.signIn()
    const admin = await t.signIn('admin')
    await file(ann, 'anns.txt')
    await file(bob, 'bobs.txt')
    expect(namesIn(await report(ann))).toEqual(['anns.txt'])
    expect(namesIn(await report(ann, `?user=${bob.userId}`))).toEqual([])
    expect(namesIn(await report(admin, `?user=${bob.userId}`))).toEqual(['bobs.txt'])
    expect(namesIn(await report(admin))).toEqual(expect.arrayContaining(['anns.txt', 'bobs.txt']))
    expect((await t.anonymous().send('GET', '/api/reports/items')).status).toBe(401)
  })

  it('of other users’ items needs a recent sign-in and is recorded', async () => {
    const admin = await t.signIn('admin')
    const exports = async () =>
      (
        await t.deps.db
          .selectFrom('audit_entries')
          .select('seq')
          .where('action', '=', 'user.items_exported')
          .where('actor_id', '=', admin.userId)
          .execute()
      ).length
    await report(admin)
    await admin.send('HEAD', '/api/reports/items')
    expect(await exports()).toBe(1)
    await report(admin, `?user=${admin.userId}`)
    expect(await exports()).toBe(1)
    t.advance(15 * 60_000)
    const refused = await admin.send('GET', '/api/reports/items')
    expect(refused.body.code).toBe('auth.reauthentication_required')
    expect((await admin.send('GET', `/api/reports/items?user=${admin.userId}`)).status).toBe(200)
  })

  it('accepts and refuses the same filters as lists', async () => {
    const ann = await t.signIn()
    await folder(ann, 'Folder')
    await file(ann, 'a.txt')
    expect(namesIn(await report(ann, '?category=folder'))).toEqual(['Folder'])
    expect((await ann.send('GET', '/api/reports/items?category=music')).status).toBe(422)
  })

  it('has columns for the fields of the filtered document type', async () => {
    const ann = await t.signIn()
    const admin = await t.signIn('admin')
    const { typeId, subcategoryId, fields } = await makeLease(admin, 'Contract')
    const id = await file(ann, 'lease.txt', { tipo_id: typeId, subcategory_id: subcategoryId })
    const values = { Reference: '=1+1', Rent: -950.5, Until: '2027-01-31', Signed: true }
    const filled = Object.entries(values).map(([name, value]) => [fields[name] ?? '', value])
    await ann.send('PATCH', `/api/items/${id}/document`, { values: Object.fromEntries(filled) })
    await file(ann, 'other.txt', { tipo_id: typeId })
    const rows = await report(ann, `?type=${typeId}`)
    expect(namesIn(rows)).toEqual(['other.txt', 'lease.txt'])
    expect(rows[0]).toMatchObject({ Subcategory: '', Reference: '', 'Lease: Rent': '' })
    expect(rows[1]).toMatchObject({
      'Document type': 'Contract',
      Subcategory: 'Lease',
      Reference: "'=1+1",
      'Lease: Rent': '-950.5',
      'Lease: Until': '2027-01-31',
      'Lease: Signed': 'Yes',
    })
    const leases = await report(ann, `?type=${typeId}&subcategory=${subcategoryId}`)
    expect(leases).toMatchObject([{ Name: 'lease.txt', Rent: '-950.5' }])
    expect(await report(ann, `?type=${ann.userId}`)).toEqual([])
    // Administrators see that the files exist, but not their values.
    expect(await report(admin, `?type=${typeId}&subcategory=${subcategoryId}`)).toMatchObject([
      { Name: 'lease.txt', Rent: '' },
    ])
    expect((await admin.send('GET', `/api/items/${id}/document`)).status).toBe(403)
  })

  // W3
  it('contains no cell that a spreadsheet would run as a formula', async () => {
    const ann = await t.signIn()
    const hostileName = fc
      .tuple(
        fc.constantFrom('=', '+', '-', '@', '＝', '＋', '－', '＠', 'a', '"', ',', "'"),
        fc.string(),
      )
      .map(([first, rest]) => `${first}${rest}`)
    await fc.assert(
      fc.asyncProperty(hostileName, async name => {
        const made = await ann.send('POST', '/api/create-folder', { name })
        fc.pre(made.status === 201)
        const below = await folder(ann, "=cmd|' C calc'!A0", made.body.data.id)
        const rows = await report(ann, '?category=folder')
        const { name: storedName } = made.body.data.attributes
        const first = rows.find(row => [storedName, `'${storedName}`].includes(row.Location))
        expect(first?.Name).toBe("'=cmd|' C calc'!A0")
        for (const cell of rows.flatMap(row => Object.values(row)))
          expect(cell).not.toMatch(/^[=+\-@＝＋－＠\t\r]/)
        for (const id of [below, made.body.data.id])
          await ann.send('POST', '/api/remove', { items: [{ id, type: 'folder' }] })
      }),
      searched(20),
    )
  })

  it('lists each of thousands of items once, in few statements', async () => {
    const ann = await t.signIn()
    await seedFiles(t.deps, ann.userId, 2600)
    let rows: Record<string, string>[] = []
    const statements = await t.countQueries(async () => {
      rows = await report(ann)
    })
    expect(rows).toHaveLength(2600)
    expect(new Set(namesIn(rows)).size).toBe(2600)
    expect(namesIn(rows).slice(0, 2)).toEqual(['file-2599.txt', 'file-2598.txt'])
    expect(statements.length).toBeLessThan(35)
    const few = await report(ann, '?to=1970-01-01T00:00:01.199Z')
    expect(namesIn(few)).toEqual(namesIn(rows).slice(1400))
  })
})
