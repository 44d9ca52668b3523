import { dataExports, type notification, notifications, trash } from '@coffer/contract'
import { DAY_MS } from '@coffer/contract/durations'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { afterFirst, isBlocked } from '../../../test/concurrent-statements.ts'
import { BILLING_PROFILE } from '../../../test/example-invoices.ts'
import { invoiceMaker } from '../../../test/invoices.ts'
import { file, folder } from '../../../test/new-items.ts'
import { openPage } from '../../../test/open-page.ts'
import { seedFiles } from '../../../test/seed-files.ts'
import { rowsOf } from '../../../test/snapshot.ts'
import { makeTeamWith } from '../../../test/teams.ts'
import { createTestApp, type TestApp } from '../../../test/test-app.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { databaseKind } from '../../../test/test-database.ts'
import { download, sha, textIn, unpacked } from '../../../test/zips.ts'
import { deleteReleasedBlobs } from '../blobs/index.ts'
import { grantCredit } from '../invoices/index.ts'
import { referenceBlobs } from './data-exports.repository.ts'
import { createExportJob, expireExports } from './index.ts'

const PASSWORD = 'correct horse battery'
const PATH = '/api/user/data-export/download'
let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.close())
beforeEach(() => t.deps.db.deleteFrom('rate_limits').execute())

const requestExport = (client: TestClient, password = PASSWORD) =>
  client.call(dataExports.createDataExport, { body: { password } })
const stateOf = async (client: TestClient) =>
  (await client.call(dataExports.getDataExport, {})).body.data?.attributes
async function createExport(client: TestClient) {
  expect((await requestExport(client)).status).toBe(201)
  await t.runJobs()
}
/** Begins an export in a process that ends at once. */
async function expectKilled(id: string) {
  const signal = AbortSignal.abort(new Error('killed'))
  await expect(createExportJob.run(t.deps, { id }, { signal })).rejects.toThrow()
}
const latestNotification = async (client: TestClient) =>
  (await client.call(notifications.listNotifications, {})).body.data.map(
    ({ attributes }: notification.Notification) => attributes.title,
  )
const trashItem = async (client: TestClient, id: string, type: 'file' | 'folder' = 'file') => {
  const items = [{ id, type }]
  await client.call(trash.removeItems, { body: { items } })
}

describe('a data export', () => {
  it('requires the password', async () => {
    const ann = await t.signIn()
    expect(await stateOf(ann)).toBeUndefined()
    const refused = await requestExport(ann, 'something else')
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['password']])
    expect((await ann.fetch(PATH)).status).toBe(404)
    expect(await stateOf(ann)).toBeUndefined()
  })

  it('contains all files by path, the trash and the account data', async () => {
    const ann = await t.signIn()
    const top = await folder(ann, 'Harbour')
    const deep = await folder(ann, 'Piers', top.id)
    await folder(ann, 'Empty', top.id)
    await file(ann, 'crane.txt', deep.id, 'crane')
    await file(ann, 'root.txt', undefined, 'root')
    const trashedFolder = await folder(ann, 'Gone')
    await file(ann, 'inside.txt', trashedFolder.id, 'inside')
    const trashedFile = await file(ann, 'apart.txt', trashedFolder.id, 'apart')
    await trashItem(ann, trashedFile.id)
    await trashItem(ann, trashedFolder.id, 'folder')
    await ann.send('POST', '/api/favourites', { ids: [top.id] })
    await createExport(ann)
    const { headers, body } = await download(ann, PATH)
    expect(Number(headers.get('content-length'))).toBe(body.length)
    const hashes = await unpacked(body)
    expect(hashes).toMatchObject({
      'files/Harbour/Piers/crane.txt': sha('crane'),
      'files/Harbour/Empty/': sha(''),
      'files/root.txt': sha('root'),
      'trash/Gone/inside.txt': sha('inside'),
      'trash/apart.txt': sha('apart'),
    })
    // Eight items, the readme, thirteen JSON files and the folders `files` and `trash`.
    expect(Object.keys(hashes)).toHaveLength(8 + 1 + 13 + 2)
    const items = JSON.parse(await textIn(body, 'data/items.json'))
    expect(items.map((item: { path: string }) => item.path).sort()).toEqual([
      'files/Harbour/',
      'files/Harbour/Empty/',
      'files/Harbour/Piers/',
      'files/Harbour/Piers/crane.txt',
      'files/root.txt',
      'trash/Gone/',
      'trash/Gone/inside.txt',
      'trash/apart.txt',
    ])
    const favourites = JSON.parse(await textIn(body, 'data/favourites.json'))
    expect(favourites).toMatchObject([{ id: top.id, name: 'Harbour' }])
    expect(await textIn(body, 'README.html')).toContain('files/')
  })

  it('leaves out favourites in team folders that the user has left', async () => {
    const ann = await t.signIn()
    const ben = await t.signIn()
    const team = await makeTeamWith(ann, 'Harbour', [[ben, 'can_view']])
    const stays = await makeTeamWith(ann, 'Quay', [[ben, 'can_view']])
    const plan = await file(ann, 'plan.txt', team.id)
    const map = await file(ann, 'map.txt', stays.id)
    await ben.send('POST', '/api/favourites', { ids: [plan.id, map.id] })
    await ann.send('PUT', `/api/teams/folders/${team.id}`, { members: [] })
    await ann.send('PATCH', `/api/rename/${plan.id}`, { name: 'secret.txt', type: 'file' })
    await createExport(ben)
    const { body } = await download(ben, PATH)
    expect(JSON.parse(await textIn(body, 'data/favourites.json'))).toMatchObject([
      { id: map.id, name: 'map.txt' },
    ])
  })

  it('uses the user’s language, and notifies and emails them when it is ready', async () => {
    const ann = await t.signIn()
    await ann.send('PATCH', '/api/user/settings', { language: 'es' })
    const page = await openPage(ann)
    const sent: string[] = []
    const send = t.deps.mailer.send
    t.deps.mailer.send = async message => void sent.push(message.subject)
    await createExport(ann)
    t.deps.mailer.send = send
    expect(sent).toEqual(['Tu exportación de datos de Coffer está lista'])
    expect(await latestNotification(ann)).toEqual(['Your data export is ready'])
    await expect.poll(() => page.events.map(({ type }) => type)).toContain('data_export.changed')
    expect(await textIn((await download(ann, PATH)).body, 'README.html')).toContain(
      'Qué no incluye',
    )
    page.close()
  })

  it('supports range requests, does not change, and requires a session', async () => {
    const ann = await t.signIn()
    await seedFiles(t.deps, ann.userId, 0)
    await file(ann, 'a.txt', undefined, 'x'.repeat(5000))
    await createExport(ann)
    const full = await download(ann, PATH)
    await file(ann, 'later.txt', undefined, 'later')
    const range = { range: 'bytes=1000-1999', 'if-range': full.headers.get('etag') ?? '' }
    const part = await download(ann, PATH, range)
    expect([part.status, part.body.equals(full.body.subarray(1000, 2000))]).toEqual([206, true])
    expect((await t.anonymous().fetch(PATH)).status).toBe(401)
    expect((await (await t.signIn()).fetch(PATH)).status).toBe(404)
    expect((await stateOf(ann))?.size_bytes).toBe(full.body.length)
  })

  it('keeps the contents of deleted files until it expires', async () => {
    const ann = await t.signIn()
    const { id } = await file(ann, 'kept.txt', undefined, 'kept')
    await createExport(ann)
    await trashItem(ann, id)
    await ann.call(trash.emptyTrash, { query: {} })
    await deleteReleasedBlobs(t.deps)
    expect(await unpacked((await download(ann, PATH)).body)).toMatchObject({
      'files/kept.txt': sha('kept'),
    })
    t.advance(7 * DAY_MS + 1000)
    expect((await ann.fetch(PATH)).status).toBe(404)
    await expireExports(t.deps)
    await deleteReleasedBlobs(t.deps)
    expect(await stateOf(ann)).toBeUndefined()
    expect(await t.deps.db.selectFrom('data_exports').select('id').execute()).toEqual([])
    const itemBlobs = await t.deps.db
      .selectFrom('items')
      .select('blob_id')
      .where('blob_id', 'is not', null)
      .execute()
    expect(await t.storedFiles()).toBe(itemBlobs.length)
  })

  it.runIf(databaseKind() === 'postgres')(
    'leaves out a content that is deleted at the same moment',
    async () => {
      const ann = await t.signIn()
      const { id } = await file(ann, 'gone.txt')
      const { blob_id } = await t.deps.db
        .selectFrom('items')
        .select('blob_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      await trashItem(ann, id)
      await ann.call(trash.emptyTrash, { query: {} })
      await requestExport(ann)
      const { id: exportId } = await t.deps.db
        .selectFrom('data_exports')
        .select('id')
        .where('user_id', '=', ann.userId)
        .executeTakeFirstOrThrow()
      let referenced = Promise.resolve(new Set<string>())
      const plugin = afterFirst('Delete', async () => {
        referenced = t.deps.transact(tx => referenceBlobs(tx, exportId, [blob_id ?? '']))
        const blocked = vi.waitUntil(() => isBlocked(t.deps.db), { timeout: 60_000 })
        await Promise.race([referenced, blocked])
      })
      await deleteReleasedBlobs({
        ...t.deps,
        transact: work => t.deps.transact(tx => work(tx.withPlugin(plugin))),
      })
      expect(await referenced).toEqual(new Set())
    },
  )

  it('exists once per user: a new one replaces it, and a running one can be cancelled', async () => {
    const ann = await t.signIn()
    await file(ann, 'a.txt', undefined, 'a')
    await requestExport(ann)
    const second = await requestExport(ann)
    expect([second.status, second.body.code]).toEqual([409, 'data_export.in_progress'])
    expect(await stateOf(ann)).toMatchObject({ state: 'creating', items_total: 1 })
    expect((await ann.call(dataExports.deleteDataExport, {})).status).toBe(204)
    expect(await stateOf(ann)).toBeUndefined()
    await t.runJobs()
    expect(await latestNotification(ann)).toEqual([])
    await createExport(ann)
    const before = await t.storedFiles()
    await createExport(ann)
    await deleteReleasedBlobs(t.deps)
    expect(await t.storedFiles()).toBe(before)
    await ann.call(dataExports.deleteDataExport, {})
    await t.runJobs()
    await deleteReleasedBlobs(t.deps)
    expect(
      (await rowsOf(t.deps.db, ann.userId)).filter(row => row.includes('data_export_')),
    ).toEqual([
      expect.stringContaining('data_export_ready'),
      expect.stringContaining('data_export_ready'),
    ])
  })

  it('reports a failure, and can be retried', async () => {
    const ann = await t.signIn()
    await file(ann, 'a.txt', undefined, 'a')
    const { put } = t.deps.blobs
    t.deps.blobs.put = async () => {
      throw new Error('no disk')
    }
    await createExport(ann)
    t.deps.blobs.put = put
    expect((await stateOf(ann))?.state).toBe('failed')
    expect(await latestNotification(ann)).toEqual(['Couldn’t create your data export'])
    await createExport(ann)
    expect((await stateOf(ann))?.state).toBe('ready')
  })

  it('that failed keeps the contents of deleted files for a week', async () => {
    const ann = await t.signIn()
    const { id } = await file(ann, 'gone.txt', undefined, 'gone')
    const { write } = t.deps.blobs
    t.deps.blobs.write = async (key, source) => {
      await write.call(t.deps.blobs, key, source)
      throw new Error('no disk')
    }
    await createExport(ann)
    t.deps.blobs.write = write
    await trashItem(ann, id)
    await ann.call(trash.emptyTrash, { query: {} })
    const keptBlobs = async () => {
      await expireExports(t.deps)
      await deleteReleasedBlobs(t.deps)
      const query = t.deps.db.selectFrom('data_export_blobs').select('blob_id')
      return (await query.execute()).length
    }
    t.advance(6 * DAY_MS)
    expect(await keptBlobs()).toBeGreaterThan(0)
    expect((await stateOf(ann))?.state).toBe('failed')
    t.advance(2 * DAY_MS)
    expect(await keptBlobs()).toBe(0)
    expect(await stateOf(ann)).toBeUndefined()
  })

  it('is restarted when its process ends, and fails after an hour without progress', async () => {
    const ann = await t.signIn()
    await file(ann, 'a.txt', undefined, 'a')
    const { body } = await requestExport(ann)
    t.advance(1000)
    await expectKilled(body.data.id)
    expect((await stateOf(ann))?.state).toBe('creating')
    t.advance(2 * 3_600_000)
    await expireExports(t.deps)
    expect((await stateOf(ann))?.state).toBe('failed')
    await createExport(ann)
    expect(await unpacked((await download(ann, PATH)).body)).toMatchObject({
      'files/a.txt': sha('a'),
    })
  })

  it('waits for its turn for hours, and fails after a day without one', async () => {
    const ann = await t.signIn()
    await requestExport(ann)
    t.advance(23 * 3_600_000)
    await expireExports(t.deps)
    expect((await stateOf(ann))?.state).toBe('creating')
    t.advance(2 * 3_600_000)
    await expireExports(t.deps)
    expect((await stateOf(ann))?.state).toBe('failed')
    await t.runJobs()
    expect((await stateOf(ann))?.state).toBe('failed')
  })

  it('does not fail while it begins after a long wait', async () => {
    const ann = await t.signIn()
    await file(ann, 'a.txt', undefined, 'a')
    const { body } = await requestExport(ann)
    t.advance(3 * 3_600_000)
    await expectKilled(body.data.id)
    await expireExports(t.deps)
    expect((await stateOf(ann))?.state).toBe('creating')
    await t.runJobs()
    expect((await stateOf(ann))?.state).toBe('ready')
  })

  it('takes few queries for many files', async () => {
    const ann = await t.signIn()
    await seedFiles(t.deps, ann.userId, 1200)
    await requestExport(ann)
    const statements = await t.countQueries(() => t.runJobs())
    expect(statements.length).toBeLessThan(200)
    expect((await stateOf(ann))?.state).toBe('ready')
  })

  it('can be downloaded despite a download restriction, and counts as traffic', async () => {
    const ann = await t.signIn()
    await file(ann, 'a.txt', undefined, 'a')
    await t.deps.db
      .insertInto('user_restrictions')
      .values({
        user_id: ann.userId,
        reason: 'unpaid',
        created_at: Date.now(),
        can_upload: 0,
        can_download: 0,
        can_create_folder: 0,
        can_create_team_folder: 0,
      })
      .execute()
    await createExport(ann)
    const { status, body } = await download(ann, PATH)
    expect(status).toBe(200)
    const traffic = () =>
      t.deps.db
        .selectFrom('traffic')
        .select('download_bytes')
        .where('user_id', '=', ann.userId)
        .executeTakeFirst()
    await expect.poll(async () => (await traffic())?.download_bytes).toBe(body.length)
  })
})

it('a data export contains the billing of the user alone: profile, invoices, transactions and balances', async () => {
  const [ann, other] = [await t.signIn(), await t.signIn()]
  await ann.send('PUT', '/api/user/billing-profile', BILLING_PROFILE)
  const invoices = invoiceMaker(t)
  const invoice = await invoices.open(ann.userId, 1000)
  await invoices.open(other.userId, 7000)
  await t.deps.transact(tx =>
    grantCredit(tx, t.deps, {
      id: t.deps.newId(),
      userId: ann.userId,
      amount: 250,
      // A credit in the currency of the invoice would pay it.
      currency: 'USD',
      note: 'admin_credit',
    }),
  )
  await createExport(ann)
  const billing = JSON.parse(await textIn((await download(ann, PATH)).body, 'data/billing.json'))
  expect(billing).toMatchObject({
    profile: { name: BILLING_PROFILE.name },
    balances: expect.arrayContaining([{ amount: 250, currency: 'USD' }]),
    invoices: [{ state: 'open', label: invoice.label, total: 1000 }],
    transactions: [{ type: 'credit', note: 'admin_credit', amount: 250, currency: 'USD' }],
  })
})
