import { afterAll, describe, expect, it, vi } from 'vitest'
import { afterFirst, isBlocked } from '../../../test/concurrent-statements.ts'
import { serves } from '../../../test/link-server.ts'
import { folder } from '../../../test/new-items.ts'
import { openPage } from '../../../test/open-page.ts'
import {
  cancel,
  codes,
  createRemoteRig,
  read,
  reservedBytes,
  retry,
  runAll,
  start,
  waitForFirstBytes,
} from '../../../test/remote-upload-server.ts'
import { makeTeamWith } from '../../../test/teams.ts'
import type { UserActor } from '../../actor.ts'
import { problemsFor } from '../../http/problem.ts'
import { fetchRemoteUpload } from './index.ts'
import { startRemoteUploads } from './remote-uploads.service.ts'

const rig = await createRemoteRig()
const { patient: t, links } = rig
links.on('/same.txt', serves('same'))
afterAll(() => rig.close())

// R4
it('retries a temporary failure and clears it once the file has arrived', async () => {
  const ann = await t.signIn()
  let tries = 0
  links.on('/late.txt', response => {
    tries += 1
    if (tries < 3) response.writeHead(503).end()
    else response.end('at last')
  })
  await start(ann, [links.url('/late.txt')])
  await t.runJobs()
  expect([await ann.names(), (await read(ann))?.failed]).toEqual([[], 0])
  await runAll(t, ann)
  expect(await ann.names()).toEqual(['late.txt'])
  expect(await read(ann)).toBeNull()
})

// R6
describe('many links', () => {
  const paths = (count: number, word: string) =>
    Array.from({ length: count }, (_, index) => `/${word}-${index}.txt`)

  it('are fetched one after the other and all counted at the end', async () => {
    const ann = await t.signIn()
    const page = await openPage(ann)
    const many = paths(60, 'many')
    let concurrent = 0
    let maximum = 0
    for (const [index, path] of many.entries())
      links.on(path, response => {
        concurrent += 1
        maximum = Math.max(maximum, concurrent)
        response.on('finish', () => {
          concurrent -= 1
        })
        if (index % 12 === 7) response.writeHead(404).end()
        else response.end('one of many')
      })
    expect((await start(ann, many.map(links.url))).body.data.total).toBe(60)
    await t.runJobs()
    expect(await read(ann)).toMatchObject({ total: 60, processed: 60, failed: 5, current: null })
    expect(maximum).toBe(1)
    const progress = () => page.events.filter(event => event.type === 'remote.progress').at(-1)
    await expect.poll(progress).toMatchObject({ total: 60, processed: 60, failed: 5 })
    page.close()
  })

  it('are at most 500 at once', async () => {
    const ann = await t.signIn()
    const { body } = await start(ann, paths(500, 'most').map(links.url))
    expect(body.data.total).toBe(500)
    expect((await start(ann, [links.url('/more')])).body.code).toBe('remote.too_many')
  })

  it('of one user do not delay those of another', async () => {
    const ann = await t.signIn()
    const bob = await t.signIn()
    let bobIsServed: () => void = () => undefined
    const served = new Promise<void>(resolve => {
      bobIsServed = resolve
    })
    const mine = paths(4, 'mine')
    // The second one only finishes after the other user's file was requested.
    for (const [index, path] of mine.entries())
      links.on(path, response => {
        const serve = () => void response.end('mine')
        if (index === 1) void served.then(serve)
        else serve()
      })
    links.on('/bobs.txt', response => {
      bobIsServed()
      response.end('bobs')
    })
    await start(ann, mine.map(links.url))
    await start(bob, [links.url('/bobs.txt')])
    await t.runJobs()
    expect([(await ann.names()).length, await bob.names()]).toEqual([4, ['bobs.txt']])
  })

  it('contain each link once', async () => {
    const ann = await t.signIn()
    const same = links.url('/same.txt')
    await start(ann, [same, `${same}#top`])
    expect((await start(ann, [same])).body.data.total).toBe(1)
    await t.runJobs()
    expect(await ann.names()).toEqual(['same.txt'])
  })

  it('start a new count after the previous ones have finished', async () => {
    const ann = await t.signIn()
    await start(ann, [links.url('/nowhere-1'), links.url('/nowhere-2')])
    await t.runJobs()
    expect((await read(ann))?.failed).toBe(2)
    expect((await start(ann, [links.url('/same.txt')])).body.data).toMatchObject({
      total: 1,
      failed: 0,
      failures: [],
    })
    await t.runJobs()
  })
})

it.runIf(t.deps.databaseKind === 'postgres')(
  'links that are added to a team folder while the last one ends are fetched, too',
  async () => {
    const owner = await t.signIn()
    const member = await t.signIn()
    const { id: team } = await makeTeamWith(owner, 'Team', [[member, 'can_edit']])
    let finish: () => void = () => undefined
    links.on('/last.txt', response => {
      response.write('x'.repeat(50_000))
      finish = () => void response.end('end')
    })
    await start(member, [links.url('/last.txt')], team)
    const work = t.runJobs()
    await expect.poll(async () => (await read(member))?.current?.name).toBe('last.txt')
    const hasEnded = async () => (await isBlocked(t.deps.db)) || (await read(member)) === null
    const plugin = afterFirst('Insert', () => {
      finish()
      return vi.waitUntil(hasEnded, { timeout: 60_000 })
    })
    const transact: typeof t.deps.transact = piece =>
      t.deps.transact(tx => piece(tx.withPlugin(plugin)))
    const input = { urls: [links.url('/same.txt')], parent_id: team }
    const actor = { kind: 'user', userId: member.userId, role: 'user' } as UserActor
    await startRemoteUploads({ ...t.deps, transact }, actor, input, problemsFor({ headers: {} }))
    await work
    await t.runJobs()
    expect(await read(member)).toBeNull()
    expect((await owner.send('GET', `/api/browse/folders/${team}`)).body.data).toHaveLength(2)
  },
)

describe('retrying', () => {
  it('fetches all failed links again, also those that no list shows, each into its folder', async () => {
    const ann = await t.signIn()
    const { id } = await folder(ann, 'Folder')
    const gone = await folder(ann, 'Gone')
    const many = Array.from({ length: 120 }, (_, index) => `/retried-${index}.txt`)
    await start(ann, many.map(links.url))
    await start(ann, [links.url('/other.txt')], id)
    await start(ann, [links.url('/gone.txt'), links.url('/same.txt')], gone.id)
    await t.runJobs()
    for (const path of [...many, '/other.txt', '/gone.txt']) links.on(path, serves('found'))
    await ann.send('POST', '/api/remove', { items: [{ id: gone.id, type: 'folder' }] })
    expect(await read(ann)).toMatchObject({ total: 123, failed: 122 })
    const { body } = await retry(ann)
    expect(body.data).toMatchObject({ total: 122, processed: 0, failed: 0, failures: [] })
    await t.runJobs()
    expect(await read(ann)).toMatchObject({ total: 122, processed: 122, failed: 1 })
    expect([await codes(ann), await ann.names(id)]).toEqual([['upload.parent_gone'], ['other.txt']])
  })

  it('while links are fetched adds each link once', async () => {
    const ann = await t.signIn()
    let finish: () => void = () => undefined
    links.on('/open.txt', response => {
      response.write('x'.repeat(50_000))
      finish = () => void response.end('end')
    })
    const once = links.url('/once.txt')
    await start(ann, [links.url('/same.txt'), once, links.url('/open.txt')])
    const work = t.runJobs()
    await expect.poll(async () => (await read(ann))?.current?.name).toBe('open.txt')
    await start(ann, [once])
    expect((await retry(ann)).body.data).toMatchObject({ total: 3, processed: 1, failed: 0 })
    links.on('/once.txt', serves('found'))
    finish()
    await work
    expect(await ann.names()).toEqual(['once.txt', 'open.txt', 'same.txt'])
  })

  it('follows a folder to its new owner', async () => {
    const owner = await t.signIn()
    const member = await t.signIn()
    const { id: team } = await makeTeamWith(owner, 'Team', [[member, 'can_edit']])
    const moved = await folder(member, 'Moved')
    await start(member, [links.url('/followed.txt')], moved.id)
    await t.runJobs()
    links.on('/followed.txt', serves('found'))
    const items = [{ id: moved.id, type: 'folder' }]
    await member.send('POST', '/api/move', { to_id: team, items, on_conflict: 'rename' })
    await retry(member)
    await t.runJobs()
    expect([await read(member), await owner.names(moved.id)]).toEqual([null, ['followed.txt']])
  })

  it('of nothing changes nothing', async () => {
    const ann = await t.signIn()
    expect((await retry(ann)).body.data).toBeNull()
  })
})

describe('a suspended user', () => {
  it('has uploads that stop at once, and continue after the reactivation', async () => {
    const admin = await t.signIn('admin')
    const ann = await t.signIn()
    const before = await t.storedFiles()
    const { requested, finish } = await waitForFirstBytes(links, ann, '/halted.txt')
    const { signal } = new AbortController()
    const job = fetchRemoteUpload.run(t.deps, { userId: ann.userId }, { signal })
    await requested
    const path = `/api/admin/users/${ann.userId}`
    expect((await admin.send('POST', `${path}/suspend`, { reason: 'Unpaid' })).status).toBe(200)
    // The other server has not sent the rest of the file.
    await job
    expect([await t.storedFiles(), await reservedBytes(t, ann)]).toEqual([before, 0])
    const rows = t.deps.db.selectFrom('remote_uploads').where('user_id', '=', ann.userId)
    const waiting = Array(2).fill({ state: 'waiting', attempt: 0 })
    expect(await rows.select(['state', 'attempt']).execute()).toEqual(waiting)
    links.on('/halted.txt', serves('complete'))
    finish()
    await t.runJobs()
    expect(await rows.select(['state', 'attempt']).execute()).toEqual(waiting)

    expect((await admin.send('POST', `${path}/reactivate`)).status).toBe(200)
    await runAll(t, ann)
    const names = await t.deps.db
      .selectFrom('items')
      .select('name')
      .where('owner_id', '=', ann.userId)
      .where('type', '=', 'file')
      .execute()
    expect(names.map(({ name }) => name).sort()).toEqual(['halted.txt', 'same.txt'])
  })
})

// R6
describe('cancelling', () => {
  it('removes the running and the waiting uploads without a trace', async () => {
    const ann = await t.signIn()
    const before = await t.storedFiles()
    const { requested } = await waitForFirstBytes(links, ann, '/held.txt')
    const work = t.runJobs()
    await requested
    expect((await cancel(ann)).status).toBe(204)
    await work
    expect([await ann.names(), await read(ann)]).toEqual([[], null])
    expect(await t.storedFiles()).toBe(before)
    expect(await reservedBytes(t, ann)).toBe(0)
  })

  it('works while the last bytes arrive', async () => {
    const ann = await t.signIn()
    const before = await t.storedFiles()
    let finish: () => void = () => undefined
    links.on('/sized.txt', response => {
      response.writeHead(200, { 'content-length': 100_000 }).write('x'.repeat(50_000))
      finish = () => void response.end('x'.repeat(50_000))
    })
    await start(ann, [links.url('/sized.txt')])
    const work = t.runJobs()
    const isBegun = async () => (await read(ann))?.current?.name
    await expect.poll(isBegun).toBe('sized.txt')
    await cancel(ann)
    finish()
    await work
    expect([await ann.names(), await t.storedFiles()]).toEqual([[], before])
    expect(await reservedBytes(t, ann)).toBe(0)
  })

  it('keeps finished files and clears failures', async () => {
    const ann = await t.signIn()
    await start(ann, [links.url('/same.txt'), links.url('/nowhere')])
    await t.runJobs()
    expect((await read(ann))?.failed).toBe(1)
    await cancel(ann)
    expect([await ann.names(), await read(ann)]).toEqual([['same.txt'], null])
  })

  it('is not possible for other users', async () => {
    const ann = await t.signIn()
    const bob = await t.signIn()
    await start(ann, [links.url('/same.txt')])
    await cancel(bob)
    expect([await read(bob), (await read(ann))?.total]).toEqual([null, 1])
    await t.runJobs()
  })
})
